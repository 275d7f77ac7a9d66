import type { ScormPolicy } from "#features/courses/completion-policy.ts";
import { words, type Words } from "#platform/words.ts";

/** What makes a policy impossible as a whole, with the field at fault; null when it is possible (SCO-6). */
export function policyProblem(policy: ScormPolicy): { field: "minutes" | "passPercent" | "complete"; code: string; words: Words } | null {
  if (policy.complete === "minutes" && policy.minutes === undefined)
    return { field: "minutes", code: "missing", words: words("Enter how many minutes.") };
  if (policy.pass === "score" && policy.passPercent === undefined)
    return { field: "passPercent", code: "missing", words: words("Enter the score that passes.") };
  // A course must be possible to complete (EDT-14).
  if (policy.complete === "passed" && policy.pass === "none")
    return {
      field: "complete",
      code: "impossible",
      words: words("Nobody could complete this: it asks for a pass, but passing is switched off."),
    };
  return null;
}

/** The policy without values that its choices do not use, so that equal policies compare as equal. */
export function plainPolicy({ complete, minutes, pass, passPercent, score }: ScormPolicy): ScormPolicy {
  return {
    complete,
    ...(complete === "minutes" && minutes !== undefined && { minutes }),
    pass,
    ...(pass === "score" && passPercent !== undefined && { passPercent }),
    score,
  };
}

/** Whether two policies have the same effect. */
export function samePolicy(one: ScormPolicy, other: ScormPolicy): boolean {
  const [a, b] = [plainPolicy(one), plainPolicy(other)];
  return (
    a.complete === b.complete && a.minutes === b.minutes && a.pass === b.pass && a.passPercent === b.passPercent && a.score === b.score
  );
}
