import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import type { Facts } from "./facts.ts";
import type { Moment } from "./moment.ts";

/**
 * One kind of test as pure functions. Its folder has its shape and this; its SQL is in server/kind-sql.ts, its words and the builder's fields in
 * web/kind-views.tsx.
 */
export interface ConditionKind<Test> {
  /** Whether a person passes. The SQL of the kind says the same (conditions.test.ts). */
  readonly fits: (test: Test, facts: Facts, moment: Moment) => boolean;
  /** What of the person it looked at, for "why is this person in?". */
  readonly seen: (test: Test, facts: Facts) => Seen;
}

/** Values as the explainer shows them. An empty object: there was nothing to see. */
export const Seen = z.object({
  texts: z.optional(z.array(z.string())),
  instants: z.optional(z.array(z.string())),
  numbers: z.optional(z.array(z.number())),
  days: z.optional(z.array(z.string())),
  courseIds: z.optional(z.array(z.int())),
  groupIds: z.optional(z.array(z.int())),
  managerIds: z.optional(z.array(z.int())),
  optionIds: z.optional(z.array(z.int())),
  roles: z.optional(z.array(z.string())),
  status: z.optional(z.string()),
  /** Null: none is chosen. */
  language: z.optional(z.nullable(z.string())),
  timeZone: z.optional(z.nullable(z.string())),
});
export type Seen = z.infer<typeof Seen>;

const dayText = words("Enter a day.");
const isDay = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** Parts that several kinds have. A day has four digits for its year, so that the database knows it too. */
export const Day = z.string().check(z.regex(/^[12]\d{3}-\d{2}-\d{2}$/, dayText), z.refine(isDay, dayText));
export const Days = z
  .int(words("Enter a whole number of days."))
  .check(z.gte(1, words("Enter {minimum} or more days.")), z.lte(36_500, words("Enter at most {maximum, number} days.")));
/** How many things one test names at most. */
export const mostIds = 50;
export const Ids = z.array(z.int().check(z.gte(1), z.lte(2 ** 52))).check(z.maxLength(mostIds, words("Choose at most {maximum}.")));
/** A text to compare with; blank ones would fit everybody. */
export const Text = z
  .string()
  .check(z.trim(), z.minLength(1, words("Enter a text.")), z.maxLength(200, words("Use at most {maximum} characters.")));
export const When = z.discriminatedUnion("test", [
  z.object({ test: z.enum(["before", "since"]), day: Day }),
  z.object({ test: z.enum(["within", "olderThan"]), days: Days }),
]);
