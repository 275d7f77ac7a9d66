import type { ScormPolicy } from "#features/courses/completion-policy.ts";
import type { Page } from "#features/courses/content.ts";

/**
 * What a part of a package has come to in an attempt, as the database folds it (table scorm_states): completed, passed and best only rise. Scores are
 * percents with four decimals; sum and count are of its sessions' scores. An asset reports nothing.
 */
export interface PartState {
  readonly completed: boolean;
  readonly passed: boolean | null;
  readonly isAsset: boolean;
  readonly first: number | null;
  readonly last: number | null;
  readonly best: number | null;
  readonly sum: number;
  readonly count: number;
}

/** The key that facts name a block's part by: its page's where the page is made of it, else the block's own (db/functions/scorm_commit.sql). */
export const partKey = (page: Pick<Page, "id">, block: { id: string; scoKey: string }) => (block.scoKey === page.id ? page.id : block.id);

/** The score of a part that counts under a policy, in percent; null without one. */
export function partScore({ first, last, best, sum, count }: PartState, { score }: ScormPolicy): number | null {
  switch (score) {
    case "first":
      return first;
    case "last":
      return last;
    case "average":
      return count > 0 ? mean([sum], count, 4) : null;
    case "best":
      return best;
  }
}

/** Whether a part is passed under a policy; null while nothing is known. */
export function partPassed(part: PartState, policy: ScormPolicy): boolean | null {
  if (policy.pass !== "score") return part.passed;
  const score = partScore(part, policy);
  return score === null ? null : score >= (policy.passPercent ?? 0);
}

/** Whether enough time was credited, where the policy asks for time. */
export const enoughTime = ({ minutes = 1 }: ScormPolicy, creditedSeconds: number) => creditedSeconds >= minutes * 60;

/** Whether a part counts as complete under a policy; undefined is one that was never opened. */
export function partDone(part: PartState | undefined, policy: ScormPolicy, creditedSeconds: number): boolean {
  if (!part) return false;
  switch (policy.complete) {
    case "launched":
      return true;
    case "minutes":
      return enoughTime(policy, creditedSeconds);
    case "passed":
      // A part that never speaks of passing counts once it is complete.
      return partPassed(part, policy) ?? (part.completed || part.isAsset);
    case "reported":
      return part.completed || part.isAsset;
  }
}

/** The sum of percents over `count`, rounded half up to so many decimals; exact for percents of four decimals, as PostgreSQL's numeric would be. */
export function mean(percents: readonly number[], count: number, decimals: 2 | 4): number {
  const sum = percents.reduce((total, percent) => total + Math.round(percent * 10_000), 0);
  const divisor = count * 10 ** (4 - decimals);
  return Math.floor((2 * sum + divisor) / (2 * divisor)) / 10 ** decimals;
}
