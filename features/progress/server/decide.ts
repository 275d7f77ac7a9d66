import { passingOf } from "#features/courses/passing.ts";
import type { CourseVersion } from "./course-version.ts";
import { completionScore, newlyDone, ruleHolds } from "./evaluate.ts";
import type { CompletionFact, Progress } from "./progress.ts";

/** What has newly become true of an attempt and has to be written. Everything in it is a fact to add (INV-4). */
export interface Decision {
  /** The attempt including the decision. */
  readonly progress: Progress;
  readonly newItems: string[];
  readonly newCompletion: CompletionFact | null;
  /** A result that became known after the completion it belongs to. */
  readonly newResult: Pick<CompletionFact, "scorePercent" | "passed"> | null;
}

/**
 * Decides on pages, completion and its result by the version's rules, for online courses and packages alike. Pure. now: the server's time as ISO text.
 * Pages stay completed and a pass is never taken back; a completion that was reversed stays reversed, whatever comes after.
 */
export function decide(before: Progress, version: CourseVersion, now: string): Decision {
  const newItems = newlyDone(version, before);
  const progress = newItems.length ? { ...before, done: new Set([...before.done, ...newItems]) } : before;
  const nothing = { progress, newItems, newCompletion: null, newResult: null };
  const { completion } = progress;
  if (progress.reversed) return nothing;
  if (!completion) {
    if (!ruleHolds(version.rule, version, progress)) return nothing;
    const newCompletion = { completedAt: now, ...completionScore(version, progress) };
    return { ...nothing, progress: { ...progress, completion: newCompletion }, newCompletion };
  }
  // A package may report a score after "completed", and who did not reach the score for passing may hand in a quiz again.
  if (progress.parts.size === 0 && passingOf(version.rule) === null) return nothing;
  const score = completionScore(version, progress);
  const newResult = { ...score, passed: completion.passed === true ? true : (score.passed ?? completion.passed) };
  if (newResult.scorePercent === completion.scorePercent && newResult.passed === completion.passed) return nothing;
  return { ...nothing, progress: { ...progress, completion: { ...completion, ...newResult } }, newResult };
}

/** Whether a decision contains anything to write. */
export const isNews = ({ newItems, newCompletion, newResult }: Decision) =>
  newItems.length > 0 || newCompletion !== null || newResult !== null;
