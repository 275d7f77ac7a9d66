import { BlockPart, partsOfBlocks } from "#features/blocks/web/block-parts.tsx";
import type { ShownBlock } from "#features/blocks/kinds.ts";
import { learningOf } from "#features/blocks/learning.ts";
import type { LearnerContent } from "#features/courses/content.ts";
import { useOutboxStatus } from "#features/progress/web/hooks.ts";
import { lazyPart } from "#ui/lazy-part.tsx";
import type { Lesson } from "./lessons.ts";
import { readingSettings } from "./reading-settings.ts";
import { useEndReached } from "./use-end-reached.ts";
import type { Learning } from "./use-learning.ts";
import { useShortcutsOn } from "./use-shortcuts-on.ts";

/** The lazy parts that the blocks of a course need, to prefetch in case the connection is lost later. */
export const blockPartsOf = ({ chapters }: LearnerContent) =>
  partsOfBlocks(chapters.flatMap(({ pages }) => pages.flatMap(({ blocks }) => blocks)));

// Lazy: stands below the lesson, and comes while it is read.
export const LessonRule = lazyPart(() => import("./lesson-rule.tsx"));
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

export type LessonPageProps = { lesson: Lesson; learning: Learning };

/** One lesson in the viewer. */
export function LessonPage({ lesson, learning }: LessonPageProps) {
  const { page } = lesson;
  const reading = readingSettings.use();
  const { state: saving, isSignedOut, refusal } = useOutboxStatus();
  const shortcuts = useShortcutsOn();
  const end = useEndReached(page.id, () => learning.view(page.id));
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
  return (
    <article className="lesson" data-size={reading.size} data-spacing={reading.spacing} data-width={reading.width}>
      {leads && part(first)}
      <h1 id="page-title" tabIndex={-1}>
        <bdi>{page.title}</bdi>
      </h1>
      {(leads ? others : page.blocks).map(part)}
      <LessonRule lesson={lesson} learning={learning} meanwhile={<div className="lesson-rule" aria-busy="true" />} />
      <div ref={end} className="lesson-end" />
    </article>
  );
}
