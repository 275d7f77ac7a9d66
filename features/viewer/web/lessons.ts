import type { LearnerContent, LearnerPage } from "#features/courses/content.ts";
import { pagesOf } from "#features/courses/content.ts";
import { isAskedBy, learningOf } from "#features/blocks/learning.ts";
import type { AttemptState, Fact } from "#features/progress/contract.ts";

/** A page in the outline. `locked`: it opens when every page before it is complete. `saving`: the learner has completed it, but the server has not confirmed yet. */
export type Lesson = {
  page: LearnerPage;
  chapterTitle: string;
  /** Counts from 1 through the whole course. */
  number: number;
  state: "complete" | "started" | "empty" | "locked";
  isSaving: boolean;
};

/**
 * All pages in order with the learner's progress, from the server's state and the facts that are not confirmed yet.
 * visited: pages opened on this visit.
 */
export function lessonsOf(
  content: LearnerContent,
  state: AttemptState,
  waiting: readonly Fact[],
  visited: ReadonlySet<string> = new Set(),
): Lesson[] {
  let isAllDone = true;
  return pagesOf(content).map(({ chapter, page }, index) => {
    const isDone = state.donePages.includes(page.id);
    const isSaving = !isDone && isViewOnly(page) && waiting.some((fact) => fact.kind === "view" && fact.pageId === page.id);
    const isComplete = isDone || isSaving;
    const isLocked = page.rule.locked === true && !isAllDone && !isComplete && !state.completion;
    isAllDone &&= isComplete;
    const wasTouched = visited.has(page.id) || page.id in state.pageSeconds || page.blocks.some(({ id }) => id in state.blocks);
    return {
      page,
      chapterTitle: chapter.title,
      number: index + 1,
      state: isComplete ? "complete" : isLocked ? "locked" : wasTouched ? "started" : "empty",
      isSaving,
    };
  });
}

/** Whether the page is completed by reaching its end alone, so that a button may say "Complete". */
export function isViewOnly({ rule, blocks }: LearnerPage): boolean {
  return rule.viewed && rule.minSeconds === undefined && !blocks.some(isAskedBy(rule));
}

/** Whether a lesson is mainly a quiz, with more questions than other blocks: the outline then says "Quiz" instead of a length. */
export function isQuizLesson({ blocks }: LearnerPage): boolean {
  const questions = blocks.map((block) => learningOf(block).questions?.(block) ?? null);
  return questions.reduce<number>((sum, count) => sum + (count ?? 0), 0) > questions.filter((count) => count === null).length;
}

/** The page to open: the one in the address, else where the learner left, else the first incomplete one, else the first. */
export function pageToOpen(lessons: readonly Lesson[], asked: string | null, state: AttemptState): Lesson | undefined {
  const wanted = lessons.find(({ page }) => page.id === asked);
  const left = lessons.find((lesson) => lesson.page.id === state.place?.pageId && lesson.state !== "locked");
  return wanted ?? left ?? lessons.find((lesson) => lesson.state !== "complete") ?? lessons[0];
}
