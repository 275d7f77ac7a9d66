import type { CompletionRule, Page } from "#features/courses/content.ts";
import { watchedSeconds } from "../video-ranges.ts";
import type { CourseVersion } from "./course-version.ts";
import { quizzesOn, videosOn } from "./course-version.ts";
import { bestPercent } from "./mark-quiz.ts";
import type { Progress } from "./progress.ts";
import { pageState, submissionsOf } from "./progress.ts";

/** Players stop a moment before the end. */
const videoSlackSeconds = 1;

/** Whether every part of a page's rule holds (EDT-14). A page without a part that applies to it counts once its end was reached. */
export function pageDone(page: Page, progress: Progress): boolean {
  const { rule } = page;
  // The database decides on parts of packages, where their facts arrive (0015_commits_by_session.sql).
  if (rule.scorm) return progress.done.has(page.id);
  const { viewed, seconds } = pageState(progress, page.id);
  const parts: boolean[] = [];
  if (rule.viewed) parts.push(viewed);
  if (rule.minSeconds) parts.push(seconds >= rule.minSeconds);
  if (rule.videoPercent)
    for (const video of videosOn(page)) {
      const state = progress.blocks.get(video.id)?.state;
      const watched = state?.kind === "video" ? watchedSeconds(state.ranges) : 0;
      parts.push(watched >= (video.seconds * rule.videoPercent) / 100 - videoSlackSeconds);
    }
  if (rule.quiz)
    for (const quiz of quizzesOn(page)) {
      const submissions = submissionsOf(progress, quiz.id);
      parts.push(rule.quiz === "passed" ? submissions.some(({ passed }) => passed) : submissions.length > 0);
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
