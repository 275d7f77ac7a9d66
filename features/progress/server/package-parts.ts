import type { ScormPolicy } from "#features/courses/completion-policy.ts";
import type { Page } from "#features/courses/content.ts";

/**
 * The state of a package's part in an attempt, as the database folds it (table scorm_states): completed, passed and best never decrease. Scores are
 * percentages with four decimals; sum and count cover the scores of its sessions. An asset reports nothing.
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

/** The key by which facts name a block's part: the page's id where the page is made of the part, else the block's (db/functions/scorm_commit.sql). */
export const partKey = (page: Pick<Page, "id">, block: { id: string; scoKey: string }) => (block.scoKey === page.id ? page.id : block.id);

/** The score that counts for a part under a policy, in percent; null without one. */
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

/** Whether a part is passed under a policy; null while unknown. */
export function partPassed(part: PartState, policy: ScormPolicy): boolean | null {
  if (policy.pass !== "score") return part.passed;
  const score = partScore(part, policy);
  return score === null ? null : score >= (policy.passPercent ?? 0);
}

/** Whether enough time was credited under a policy that asks for time. */
export const enoughTime = ({ minutes = 1 }: ScormPolicy, creditedSeconds: number) => creditedSeconds >= minutes * 60;

/** Whether a part is complete under a policy; undefined stands for a part that was never opened. */
export function partDone(part: PartState | undefined, policy: ScormPolicy, creditedSeconds: number): boolean {
  if (!part) return false;
  switch (policy.complete) {
    case "launched":
      return true;
    case "minutes":
      return enoughTime(policy, creditedSeconds);
    case "passed":
      // A part that never reports success or failure counts as passed once it is complete.
      return partPassed(part, policy) ?? (part.completed || part.isAsset);
    case "reported":
      return part.completed || part.isAsset;
  }
}

/** The sum of percentages divided by `count`, rounded half up to the decimals; exact for inputs of four decimals, like PostgreSQL's numeric. */
export function mean(percents: readonly number[], count: number, decimals: 2 | 4): number {
  const sum = percents.reduce((total, percent) => total + Math.round(percent * 10_000), 0);
  const divisor = count * 10 ** (4 - decimals);
  return Math.floor((2 * sum + divisor) / (2 * divisor)) / 10 ** decimals;
}
