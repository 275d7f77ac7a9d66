import * as z from "zod/mini";
import { period } from "#features/account/period.ts";
import { Condition } from "#features/conditions/condition.ts";
import { currencies } from "#features/portal/currencies.ts";
import { words } from "#platform/words.ts";

// What the settings of a course of any type are. Apart from contract.ts, because lists of courses load that.

const line = (max: number) => z.string().check(z.trim(), z.maxLength(max, words("Use at most {maximum} characters.")));

const whatCredits = words("Enter a number of credits above 0.");

/** How a course is found, offered and credited: what both editors save besides what the catalog tells of it. */
const Settings = {
  tags: z.array(line(50).check(z.minLength(1, words("Enter a tag.")))).check(z.maxLength(30, words("Use at most {maximum} tags."))),
  /** Its picture; null for the drawn plate. */
  coverFileId: z.nullable(z.int()),
  credits: z
    .array(
      z.object({
        kind: line(60).check(z.minLength(1, words("Name the kind of credit."))),
        amount: z.number(whatCredits).check(z.gte(0.01, whatCredits), z.lte(10_000, words("Enter at most {maximum, number}."))),
      }),
    )
    .check(z.maxLength(10, words("Use at most {maximum} kinds of credit."))),
  /** Courses to complete first, and how many of them; null: all. */
  requiredIds: z.array(z.int()).check(z.maxLength(30, words("Choose at most {maximum} courses."))),
  requiredCount: z.nullable(
    z
      .number(words("Enter a whole number of courses."))
      .check(z.int(words("Enter a whole number of courses.")), z.gte(1, words("Enter {minimum} or more.")), z.lte(30)),
  ),
  /** What whoever begins it fits besides; null: nothing. "kept": as it is stored, for somebody who does not see all that it is about. */
  startCondition: z.nullable(z.union([z.literal("kept"), Condition])),
  /** When people may enrol themselves, as the clocks of a zone show it; null for an open end. */
  enrolFrom: period.startsAt,
  enrolUntil: period.endsAt,
  enrolZone: period.timeZone,
  /** In hundredths of the currency; null for none. */
  priceCents: z.nullable(
    z
      .number(words("Enter a price, like 49.90."))
      .check(
        z.int(words("Enter a price, like 49.90.")),
        z.gte(1, words("Enter a price above 0.")),
        z.lte(100_000_000, words("This price is too high.")),
      ),
  ),
  priceCurrency: z.enum(currencies, words("Choose a currency.")),
  /** Whether the catalog shows it; otherwise only its address leads there. */
  isListed: z.boolean(),
  /** Whether other authors start courses from it. */
  isTemplate: z.boolean(),
};

/** What the editor shows of a course of any type besides what it saves. */
export const CourseFacts = z.object({
  /** Every category of the portal, parents before children. */
  categories: z.array(z.object({ id: z.int(), parentId: z.nullable(z.int()), name: z.string(), depth: z.int() })),
  /** The courses that are asked for first, in their order. */
  required: z.array(z.object({ id: z.int(), title: z.string() })),
  versions: z.array(
    z.object({
      number: z.int(),
      note: z.string(),
      publishedAt: z.string(),
      publishedBy: z.nullable(z.string()),
      /** People whose newest attempt on this version is in progress. */
      inProgress: z.int(),
      isCurrent: z.boolean(),
    }),
  ),
  learners: z.object({ enrolled: z.int(), notStarted: z.int(), inProgress: z.int(), completed: z.int() }),
});
export type CourseFacts = z.infer<typeof CourseFacts>;

/** The fields of a course of any type that its settings save together. */
export const CourseFields = z.object({
  title: line(200).check(z.minLength(1, words("Enter a title."))),
  summary: line(2000),
  outcomes: z.array(line(200)).check(z.maxLength(20, words("Use at most {maximum} outcomes."))),
  categoryIds: z.array(z.int()).check(z.maxLength(100, words("Choose at most {maximum} categories."))),
  minutes: z
    .number(words("Enter a whole number of minutes."))
    .check(
      z.int(words("Enter a whole number of minutes.")),
      z.gte(0, words("Enter {minimum} or more minutes.")),
      z.lte(100_000, words("Enter at most {maximum, number} minutes.")),
    ),
  language: z
    .string()
    .check(z.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, words("Choose a language.")), z.maxLength(35, words("Choose a language."))),
  selfEnrol: z.boolean(),
  ...Settings,
});
export type CourseFields = z.infer<typeof CourseFields>;
