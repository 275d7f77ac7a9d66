import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed } from "lucide-react";
import { BlockPart, BlockRuleNote, BlockRuleWords, partsOfBlocks } from "#features/blocks/web/block-parts.tsx";
import type { ShownBlock } from "#features/blocks/kinds.ts";
import { isAskedBy, learningOf } from "#features/blocks/learning.ts";
import type { LearnerContent } from "#features/courses/content.ts";
import { useOutboxStatus } from "#features/progress/web/hooks.ts";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import type { Lesson } from "./lessons.ts";
import { readingSettings } from "./reading-settings.ts";
import { useEndReached } from "./use-end-reached.ts";
import type { Learning } from "./use-learning.ts";
import { useRuleWords } from "./use-rule-words.ts";
import { useShortcutsOn } from "./use-shortcuts-on.ts";

/** The lazy parts that the blocks of a course need, to prefetch in case the connection is lost later. */
export const blockPartsOf = ({ chapters }: LearnerContent) =>
  partsOfBlocks(chapters.flatMap(({ pages }) => pages.flatMap(({ blocks }) => blocks)));

// Lazy: only lessons with a package part need it.
const PackagePart = lazyPart(() => import("#features/scorm/web/package-part.tsx"));

/** Returns a function that renders a package part in a block's place. */
const playerOf = (learning: Learning) => (blockId: string) => (
  <PackagePart
    attempt={learning.attempt}
    blockId={blockId}
    outbox={learning.outbox}
    onTouch={learning.touch}
    onFront={learning.elsewhere}
    onHang={learning.hold}
    meanwhile={<div className="lesson-waiting" data-leads aria-busy="true" />}
  />
);

type LessonPageProps = { lesson: Lesson; learning: Learning };
/** language: the course's own. spoken: that of its content, where it is another one. */
type Speaking = { language: string; spoken: LearnerContent["spoken"] };

/** One lesson in the viewer; of one that is locked, its title and why. */
export function LessonPage({ lesson, learning, language, spoken }: LessonPageProps & Speaking) {
  const page = lesson.state === "locked" ? { ...lesson.page, blocks: [] } : lesson.page;
  const reading = readingSettings.use();
  const { state: saving, isSignedOut, refusal } = useOutboxStatus();
  const shortcuts = useShortcutsOn();
  const end = useEndReached(page.id, learning.view);
  const [first, ...others] = page.blocks;
  const leads = first && learningOf(first).leads;
  const part = (block: ShownBlock) => (
    <BlockPart
      key={block.id}
      block={block}
      state={learning.stateOf(block, page)}
      learner={{
        report: (fact) => learning.report(page, block, fact),
        stand: (second) => learning.stand(page, block, second),
        touch: learning.touch,
        isHandedIn: learning.isHandedIn(block.id),
        isOnDevice: learning.isOnDevice(block.id),
        refusal: learning.refusals[block.id],
        isOffline: saving === "offline" || saving === "blocked" || (saving === "waiting" && !isSignedOut && refusal === null),
        shortcuts,
        courseId: learning.courseId,
        playPackage: playerOf(learning),
      }}
    />
  );
  const blocks = (leads ? others : page.blocks).map((block) =>
    // Lines of another language than the page's are marked (WCAG 2.2, 3.1.2).
    spoken?.inSource.includes(block.id) ? (
      <div key={block.id} lang={language}>
        {part(block)}
      </div>
    ) : (
      part(block)
    ),
  );
  return (
    <article
      className="lesson"
      lang={spoken?.language ?? language}
      data-size={reading.size}
      data-spacing={reading.spacing}
      data-width={reading.width}
    >
      {leads && part(first)}
      <h1 id="page-title" tabIndex={-1}>
        <bdi>{page.title}</bdi>
      </h1>
      {blocks}
      <LessonRule lesson={{ ...lesson, page }} learning={learning} />
      <div ref={end} className="lesson-end" />
    </article>
  );
}

/** When this lesson is complete, in words, and whether it is. */
function LessonRule({ lesson, learning }: LessonPageProps) {
  const { t } = useLingui();
  const ruleWords = useRuleWords();
  const { page } = lesson;
  const isDone = lesson.state === "complete" && !lesson.isSaving;
  const asked = page.blocks.filter(isAskedBy(page.rule));
  const kinds = [...new Map(asked.map((block) => [block.kind, block])).values()];
  const { before, after } = ruleWords(lesson, kinds.length > 0);
  return (
    <div className="lesson-rule" lang={document.documentElement.lang} data-done={isDone}>
      <Icon of={isDone ? CircleCheck : CircleDashed} />
      <div>
        {isDone ? (
          <p>{t`This lesson is complete.`}</p>
        ) : (
          <p className="lesson-rule-words">
            {before.map((words) => (
              <span key={words}>{words}</span>
            ))}
            {kinds.map((block) => (
              <span key={block.kind}>
                <BlockRuleWords block={block} rule={page.rule} />
              </span>
            ))}
            {after.map((words) => (
              <span key={words}>{words}</span>
            ))}
          </p>
        )}
        {!isDone &&
          asked.map((block) => (
            <p key={block.id} className="lesson-rule-note muted small num">
              <BlockRuleNote block={block} state={learning.stateOf(block, page)} />
            </p>
          ))}
      </div>
    </div>
  );
}
