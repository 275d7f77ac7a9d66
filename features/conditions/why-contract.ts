import * as z from "zod/mini";
import { Seen } from "./condition-kind.ts";

/** A part of a condition as it holds for one person. depth: in how many combinations it lies. test: the JSON of a single test; null for a combination. */
export const WhyLine = z.object({
  depth: z.int(),
  kind: z.enum(["all", "any", "none", "test"]),
  fits: z.boolean(),
  test: z.nullable(z.string()),
  /** What of the person the test looked at; isMasked: a sensitive field, whose value is not told. */
  seen: Seen,
  isMasked: z.boolean(),
});
export type WhyLine = z.infer<typeof WhyLine>;

/** Why a person fits a condition, or does not: each part of it with the value used. */
export const Why = z.object({ name: z.string(), fits: z.boolean(), lines: z.array(WhyLine) });
export type Why = z.infer<typeof Why>;
