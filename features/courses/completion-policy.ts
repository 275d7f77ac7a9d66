import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import type { CompletionRule } from "./content.ts";

/** What counts as complete and as passed for a SCORM course (SCO-6). Complete and passed only ever rise; raw values are kept beside. */
export const ScormPolicy = z.object({
  /**
   * reported: the package said completed or passed. passed: it must have said passed (or reached the score).
   * launched: opening it is enough, for packages that never report. minutes: measured time in it.
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
  /** reported: the package's own success status. score: at least passPercent. none: the course has no pass. */
  pass: z.enum(["reported", "score", "none"]),
  passPercent: z.optional(z.number().check(z.gte(0), z.lte(100, words("Use at most {maximum} %.")))),
  /** Which score counts when a SCO reports several. */
  score: z.enum(["best", "first", "last", "average"]),
});
export type ScormPolicy = z.infer<typeof ScormPolicy>;

export const defaultPolicy: ScormPolicy = { complete: "reported", pass: "reported", score: "best" };

/** What a rule may read of a package's part; the names stand in course_versions.decides_on and results_on. */
export type PartField = "completed" | "passed" | "first" | "last" | "best" | "average";

/**
 * Which fields of parts a rule reads: to decide on completion, and for the result of a completion that stands. The database compares them, so that
 * a commit that moves none of them needs no decision. That a part appears always needs one.
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

/** The policy that a rule holds for packages, the first where it has several; the default where it says nothing of them (SCO-6). */
export function policyOf(rule: CompletionRule): ScormPolicy {
  return policiesIn(rule)[0] ?? defaultPolicy;
}

function policiesIn(rule: CompletionRule): ScormPolicy[] {
  if (rule.kind === "scorm") return [rule.policy];
  return "rules" in rule ? rule.rules.flatMap(policiesIn) : [];
}
