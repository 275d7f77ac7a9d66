import * as z from "zod/mini";
import { words } from "#platform/words.ts";

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
