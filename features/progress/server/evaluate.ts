import type { CompletionRule, Page } from "#features/courses/content.ts";
import { blockDone } from "#features/blocks/block.ts";
import { bestPercent } from "#features/blocks/quiz/mark-quiz.ts";
import type { CourseVersion } from "./course-version.ts";
import type { Progress } from "./progress.ts";
import { blockProgress, pageState, submissionsOf } from "./progress.ts";

/** Whether every part of a page's rule holds (EDT-14). A page without a part that applies to it counts once its end was reached. */
export function pageDone(page: Page, progress: Progress): boolean {
  const { rule } = page;
  const { viewed, seconds } = pageState(progress, page.id);
  const parts: boolean[] = [];
  if (rule.viewed) parts.push(viewed);
  if (rule.minSeconds) parts.push(seconds >= rule.minSeconds);
  for (const block of page.blocks) {
    const isDone = blockDone(block, rule, blockProgress(progress, page.id, block.id));
    if (isDone !== null) parts.push(isDone);
  }
  return parts.length ? parts.every(Boolean) : viewed;
}

/** The pages that count as done now and did not before. Done never goes back (INV-6). */
export const newlyDone = (version: CourseVersion, progress: Progress): string[] =>
  version.pages
    .filter((page) => version.itemKeys.has(page.id) && !progress.done.has(page.id) && pageDone(page, progress))
    .map((page) => page.id);

/** Progress in whole percent, derived (INV-6): rounded down, so that 100 means every item; 100 for ever once completed. */
export function percentDone(version: CourseVersion, progress: Progress): number {
  if (progress.completion) return 100;
  return Math.floor(exactPercent(version, progress));
}

function exactPercent(version: CourseVersion, progress: Progress): number {
  const done = [...progress.done].filter((key) => version.itemKeys.has(key)).length;
  return version.itemKeys.size ? (100 * done) / version.itemKeys.size : 0;
}

/** Whether a course's completion rule holds (EDT-14). Time is the time the server credited; an empty list of parts never holds. */
export function ruleHolds(rule: CompletionRule, version: CourseVersion, progress: Progress): boolean {
  const holds = (part: CompletionRule) => ruleHolds(part, version, progress);
  switch (rule.kind) {
    case "pages":
      return version.itemKeys.size > 0 && exactPercent(version, progress) >= rule.percent - 1e-9;
    case "score":
      return (bestPercent(submissionsOf(progress, rule.blockId)) ?? -1) >= rule.percent;
    case "minutes":
      return progress.creditedSeconds >= rule.minutes * 60;
    case "scorm":
      return false;
    case "all":
      return rule.rules.length > 0 && rule.rules.every(holds);
    case "any":
      return rule.rules.some(holds);
    case "atLeast":
      return rule.rules.length > 0 && rule.rules.filter(holds).length >= rule.count;
  }
}

/** What a completion records: the average of the best results of the quizzes handed in, and whether all of those were passed; null without any. */
export function completionScore(version: CourseVersion, progress: Progress): { scorePercent: number | null; passed: boolean | null } {
  const taken = version.quizzes.map((quiz) => submissionsOf(progress, quiz.id)).filter((submissions) => submissions.length > 0);
  if (!taken.length) return { scorePercent: null, passed: null };
  const sum = taken.reduce((total, submissions) => total + (bestPercent(submissions) ?? 0), 0);
  return {
    scorePercent: Math.round((sum / taken.length) * 100) / 100,
    passed: taken.every((submissions) => submissions.some(({ passed }) => passed)),
  };
}
