import { policyOf, type ScormPolicy } from "#features/courses/completion-policy.ts";
import type { CompletionRule, Page } from "#features/courses/content.ts";
import { passingOf } from "#features/courses/passing.ts";
import { blockDone, isPackagePart } from "#features/blocks/block.ts";
import { bestPercent } from "#features/blocks/quiz/mark-quiz.ts";
import type { CourseVersion } from "./course-version.ts";
import { enoughTime, mean, partDone, partKey, partPassed, partScore } from "./package-parts.ts";
import type { Progress } from "./progress.ts";
import { blockProgress, pageState, submissionsOf } from "./progress.ts";

/** Whether every condition of a page's rule holds (EDT-14). A page without an applicable condition is complete once its end was reached. */
export function pageDone(page: Page, version: CourseVersion, progress: Progress): boolean {
  const { rule } = page;
  const { viewed, seconds } = pageState(progress, page.id);
  const parts: boolean[] = [];
  if (rule.viewed) parts.push(viewed);
  if (rule.minSeconds) parts.push(seconds >= rule.minSeconds);
  for (const block of page.blocks) {
    const part = isPackagePart(block) ? progress.parts.get(partKey(page, block)) : undefined;
    const isPartDone = partDone(part, policyOf(version.rule), progress.creditedSeconds);
    const isDone = blockDone(block, rule, { ...blockProgress(progress, page.id, block.id), isPartDone });
    if (isDone !== null) parts.push(isDone);
  }
  return parts.length ? parts.every(Boolean) : viewed;
}

/**
 * The pages that are complete now and were not before, and those that are locked, because a page before them is not (EDT-1). A completed page stays completed
 * (INV-6); whoever has completed it, or the course, finds it open.
 */
function goThrough(version: CourseVersion, progress: Progress): { newlyDone: string[]; locked: ReadonlySet<string> } {
  const newly: string[] = [];
  const locked = new Set<string>();
  let isAllDone = true;
  for (const page of version.pages) {
    const { id, rule } = page;
    const isItem = version.itemKeys.has(id);
    if (isItem && progress.done.has(id)) continue;
    if (rule.locked && !isAllDone && !progress.completion) locked.add(id);
    else if (isItem && pageDone(page, version, progress)) {
      newly.push(id);
      continue;
    }
    if (isItem) isAllDone = false;
  }
  return { newlyDone: newly, locked };
}

/** The pages that are complete now and were not before. */
export const newlyDone = (version: CourseVersion, progress: Progress): string[] => goThrough(version, progress).newlyDone;

/** Whether a page is locked for now: nothing on it counts. */
export const isLocked = ({ id, rule }: Page, version: CourseVersion, progress: Progress): boolean =>
  rule.locked === true && goThrough(version, progress).locked.has(id);

/** Progress in whole percent, derived (INV-6): rounded down, so that 100 means every item; always 100 once completed. */
export function percentDone(version: CourseVersion, progress: Progress): number {
  if (progress.completion) return 100;
  return Math.floor(exactPercent(version, progress));
}

function exactPercent(version: CourseVersion, progress: Progress): number {
  const done = [...progress.done].filter((key) => version.itemKeys.has(key)).length;
  return version.itemKeys.size ? (100 * done) / version.itemKeys.size : 0;
}

/** Whether a course's completion rule holds (EDT-14). Time is the credited time; an empty list of conditions never holds. */
export function ruleHolds(rule: CompletionRule, version: CourseVersion, progress: Progress): boolean {
  const holds = (part: CompletionRule) => ruleHolds(part, version, progress);
  switch (rule.kind) {
    case "pages":
      return version.itemKeys.size > 0 && exactPercent(version, progress) >= rule.percent - 1e-9;
    case "page":
      return version.itemKeys.has(rule.pageId) && progress.done.has(rule.pageId);
    case "score":
      return (bestPercent(submissionsOf(progress, rule.blockId)) ?? -1) >= rule.percent;
    case "minutes":
      return progress.creditedSeconds >= rule.minutes * 60;
    case "scorm":
      return packagesHold(rule.policy, version, progress);
    case "passing":
      return true;
    case "all":
      return rule.rules.length > 0 && rule.rules.every(holds);
    case "any":
      return rule.rules.some(holds);
    case "atLeast":
      return rule.rules.length > 0 && rule.rules.filter(holds).length >= rule.count;
  }
}

/** Whether the packages are complete under a policy (SCO-6): by credited time where it asks for time, else when every page made of them is, and passed if required. */
function packagesHold(policy: ScormPolicy, version: CourseVersion, progress: Progress): boolean {
  if (policy.complete === "minutes") return enoughTime(policy, progress.creditedSeconds);
  const pages = version.pages.filter(({ id, rule }) => rule.scorm && version.itemKeys.has(id));
  if (pages.length === 0 || !pages.every(({ id }) => progress.done.has(id))) return false;
  return policy.complete !== "passed" || [...progress.parts.values()].some((part) => partPassed(part, policy) === true);
}

/**
 * What a completion records: the average of the best results of submitted quizzes and of the packages' scores, and whether that is enough to pass, or, where
 * the rule names no score for passing, whether everything with a known result was passed; null when there is neither a score nor a result.
 */
export function completionScore(version: CourseVersion, progress: Progress): { scorePercent: number | null; passed: boolean | null } {
  const policy = policyOf(version.rule);
  const taken = version.quizzes.map((quiz) => submissionsOf(progress, quiz.id)).filter((submissions) => submissions.length > 0);
  const results: { percent: number | null; passed: boolean | null }[] = [
    ...taken.map((submissions) => ({ percent: bestPercent(submissions), passed: submissions.some(({ passed }) => passed) })),
    ...[...progress.parts.values()].map((part) => ({
      percent: partScore(part, policy),
      passed: policy.pass === "none" ? null : partPassed(part, policy),
    })),
  ];
  const percents = results.flatMap(({ percent }) => (percent === null ? [] : [percent]));
  const scorePercent = percents.length ? mean(percents, percents.length, 2) : null;
  const passing = passingOf(version.rule);
  if (passing !== null) return { scorePercent, passed: scorePercent === null ? null : scorePercent >= passing };
  const known = results.filter(({ passed }) => passed !== null);
  return { scorePercent, passed: known.length ? known.every(({ passed }) => passed) : null };
}
