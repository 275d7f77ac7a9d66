import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { Seen } from "./condition-kind.ts";
import { readCondition } from "./condition.ts";

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

/** How long a condition that is explained may be, in characters; it goes into an address. */
export const longestExplained = 4000;

/** Told of anybody in reach, so features/people answers it. */
export const explainPerson = endpoint({
  method: "GET",
  path: "/rest/people/:userId/why",
  summary: "Why a person fits a condition, or does not: each part of it with the value used.",
  params: z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) }),
  query: z.object({
    condition: z.string(words("This filter is not known.")).check(
      z.maxLength(longestExplained, words("This list is too long.")),
      z.refine((text) => readCondition(text) !== undefined, words("This filter is not known.")),
    ),
  }),
  response: Why,
});
