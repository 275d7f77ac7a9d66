import { Trans, useLingui } from "@lingui/react/macro";
import { CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import type { BlockLearner } from "#features/blocks/block-kind.ts";
import type { ShownBlock } from "#features/blocks/kinds.ts";
import { isAskedBy, learningOf } from "#features/blocks/learning.ts";
import { BlockPart, BlockRuleWords } from "#features/blocks/web/block-parts.tsx";
import type { LearnerPage } from "#features/courses/content.ts";
import type { OpenedPackage } from "#features/scorm/contract.ts";
import type { PreviewedCourse } from "../contract.ts";
import { Icon } from "#ui/icon.tsx";
import { PreviewPackage } from "./preview-package.tsx";
import type { Trying } from "./use-trying.ts";

type Opens = (blockId: string) => Promise<OpenedPackage>;
/** Returns a function that renders a package part in a block's place. */
const playerOf = (open: Opens) => (blockId: string) => <PreviewPackage open={() => open(blockId)} />;

type PreviewLessonProps = {
  /** How the web pages of the course are opened: as somebody signed in does, or as a guest. */
  sites: Pick<BlockLearner<never>, "courseId" | "openSite">;
  page: LearnerPage;
  /** Gives the language of the page's title or of a block, by its id. */
  speaks: (id: string) => string;
  trying: Trying;
  /** Opens the package in a block. */
  openPackage: Opens;
  shortcuts: boolean;
  /** What stands below a block, and below the page as a whole: comments. */
  below?: (block: ShownBlock | null) => ReactNode;
};

/** One lesson as its learners see it, with nothing recorded. */
export function PreviewLesson({ sites, page, speaks, trying, openPackage, shortcuts, below }: PreviewLessonProps) {
  const [first, ...others] = page.blocks;
  const leads = first && learningOf(first).leads;
  const part = (block: ShownBlock) => (
    <div key={block.id} id={`block-${block.id}`} className="preview-block" data-leads={(leads && block === first) || undefined}>
      <div lang={speaks(block.id)}>
        <BlockPart
          block={block}
          state={trying.stateOf(block)}
          learner={{
            report: (fact) => trying.report(page, block, fact),
            stand: () => undefined,
            touch: () => undefined,
            isHandedIn: trying.isAsked(block),
            isOnDevice: null,
            refusal: trying.refusalOf(block),
            isOffline: false,
            shortcuts,
            ...sites,
            playPackage: playerOf(openPackage),
          }}
        />
      </div>
      {below?.(block)}
    </div>
  );
  return (
    <article className="lesson preview-lesson">
      {leads && part(first)}
      <h1 id="page-title" tabIndex={-1}>
        <bdi lang={speaks(page.id)}>{page.title}</bdi>
      </h1>
      {(leads ? others : page.blocks).map(part)}
      {page.blocks.length === 0 && (
        <p className="muted">
          <Trans>This lesson is still empty.</Trans>
        </p>
      )}
      {below?.(null)}
      <LessonRule page={page} />
    </article>
  );
}

/** When the lesson is complete for a learner, in words. */
function LessonRule({ page }: { page: LearnerPage }) {
  const { t, i18n } = useLingui();
  const { rule, blocks } = page;
  const kinds = [...new Map(blocks.filter(isAskedBy(rule)).map((block) => [block.kind, block])).values()];
  const seconds = rule.minSeconds ?? 0;
  const time = i18n.number(seconds < 60 ? seconds : seconds / 60, {
    style: "unit",
    unit: seconds < 60 ? "second" : "minute",
    unitDisplay: "long",
    maximumFractionDigits: 1,
  });
  return (
    <div className="lesson-rule">
      <Icon of={CircleDashed} />
      <p className="lesson-rule-words">
        {rule.locked && <span>{t`Opens when the lessons before it are complete.`}</span>}
        {seconds > 0 && <span>{t`Completes after ${time} in this lesson.`}</span>}
        {kinds.map((block) => (
          <span key={block.kind}>
            <BlockRuleWords block={block} rule={rule} />
          </span>
        ))}
        {seconds === 0 && kinds.length === 0 && <span>{t`Completes when you reach the end.`}</span>}
      </p>
    </div>
  );
}

/** Gives the language of each title and block of a previewed course. */
export const speaksOf =
  ({ source, content: { spoken } }: Pick<PreviewedCourse, "source" | "content">) =>
  (id: string): string =>
    spoken && !spoken.inSource.includes(id) ? spoken.language : source;
