import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import type { CompletionRule } from "./content.ts";

/** When a SCORM course counts as complete and as passed (SCO-6). Both are never taken back; the reported values are stored as well. */
export const ScormPolicy = z.object({
  /**
   * reported: the package reported completed or passed. passed: it reported passed, or the score was reached.
   * launched: opening it is enough, for packages that never report. minutes: the measured time in it.
   */
  complete: z.enum(["reported", "passed", "launched", "minutes"]),
  minutes: z.optional(
    z
      .number()
      .check(
        z.gte(1, words("Use at least {minimum, plural, one {# minute} other {# minutes}}.")),
        z.lte(6000, words("Use at most {maximum, number} minutes.")),
      ),
  ),
  /** reported: the package's own success status. score: at least passPercent. none: the course cannot be passed. */
  pass: z.enum(["reported", "score", "none"]),
  passPercent: z.optional(z.number().check(z.gte(0), z.lte(100, words("Use at most {maximum} %.")))),
  /** Which score counts when a SCO reports several. */
  score: z.enum(["best", "first", "last", "average"]),
});
export type ScormPolicy = z.infer<typeof ScormPolicy>;

export const defaultPolicy: ScormPolicy = { complete: "reported", pass: "reported", score: "best" };

/** The fields of a package's part that a rule may read; course_versions.decides_on and results_on contain these names. */
export type PartField = "completed" | "passed" | "first" | "last" | "best" | "average";

/**
 * Which fields of parts a rule reads: for deciding on completion, and for the result of a completed course. The database compares these fields, so that
 * a commit that changes none of them needs no decision. The first report of a part always needs one.
 */
export function readsOf(rule: CompletionRule): { decidesOn: PartField[]; resultsOn: PartField[] } {
  const policies = policiesIn(rule);
  const reads = (policies.length > 0 ? policies : [defaultPolicy]).map(policyReads);
  return {
    decidesOn: [...new Set(reads.flatMap(({ decidesOn }) => decidesOn))],
    resultsOn: [...new Set(reads.flatMap(({ resultsOn }) => resultsOn))],
  };
}

function policyReads({ complete, pass, score }: ScormPolicy): { decidesOn: PartField[]; resultsOn: PartField[] } {
  const passing: PartField = pass === "score" ? score : "passed";
  const decidesOn: PartField[] = complete === "reported" ? ["completed"] : complete === "passed" ? ["completed", passing] : [];
  return { decidesOn, resultsOn: [passing, score] };
}

/** The policy for packages in a rule, the first if there are several; the default when there is none (SCO-6). */
export function policyOf(rule: CompletionRule): ScormPolicy {
  return policiesIn(rule)[0] ?? defaultPolicy;
}

function policiesIn(rule: CompletionRule): ScormPolicy[] {
  if (rule.kind === "scorm") return [rule.policy];
  return "rules" in rule ? rule.rules.flatMap(policiesIn) : [];
}
