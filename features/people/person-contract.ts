import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { Due } from "#features/enrolment/contract.ts";
import { Outcome } from "#features/history/contract.ts";
import { isPlainName, longestName, storedName } from "#features/account/policy.ts";
import { endpoint } from "#platform/contract.ts";
import { words, type Words } from "#platform/words.ts";
import { hindrances } from "./person-policy.ts";

const name = (missing: Words) =>
  z.pipe(
    z.string(missing).check(
      z.refine((value) => [...storedName(value)].length <= longestName, {
        ...words("Use at most {maximum} characters."),
        params: { code: "too_big", maximum: longestName },
      }),
      z.refine(isPlainName, { ...words("Use only letters, spaces and punctuation in a name."), params: { code: "bad_characters" } }),
    ),
    z.transform(storedName),
  );

export const Email = z
  .string(words("Enter an email such as name@example.org."))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, words("This email is too long.")),
    z.regex(/^[^\s@<>"]+@[^\s@<>"]+$/, words("Enter an email such as name@example.org.")),
  );

/** What others may change of a person's identity. */
export const PersonProfile = z.object({
  givenName: name(words("Enter the given name.")),
  familyName: name(words("Enter the family name.")),
  email: Email,
});

const person = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) });

export const Person = z.object({
  userId: z.int(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  status: z.enum(["active", "suspended"]),
  roles: z.object({ author: z.boolean(), manager: z.boolean(), admin: z.boolean() }),
  joinedAt: z.string(),
  lastSignInAt: z.nullable(z.string()),
  /** Whether the person can sign in with a password already. */
  hasPassword: z.boolean(),
  /** Why the person asking may not change this person; null when they may. */
  locked: z.nullable(z.enum(hindrances)),
});
export type Person = z.infer<typeof Person>;

export const getPerson = endpoint({
  method: "GET",
  path: "/rest/people/:userId",
  summary: "One person of the portal, for those in whose scope they are.",
  params: person,
  response: Person,
});

export const savePerson = endpoint({
  method: "PUT",
  path: "/rest/people/:userId/profile",
  summary:
    "Changes a person's names and email. Of somebody who belongs to another portal too, only they themselves or a system admin change these.",
  params: person,
  body: PersonProfile,
  response: Person,
});

/** Why an enrolment exists, or existed: who or what caused it, and how it ended (MYC-2). */
export const PersonCause = z.object({
  id: z.int(),
  kind: z.enum(["self", "person", "rule", "path", "ccp", "code", "order", "import"]),
  by: z.nullable(z.string()),
  reference: z.string(),
  at: z.string(),
  dueAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  endedBy: z.nullable(z.string()),
  endReason: z.string(),
});
export type PersonCause = z.infer<typeof PersonCause>;

export const PersonEnrolment = z.object({
  enrolmentId: z.int(),
  courseId: z.int(),
  type: CourseType,
  title: z.string(),
  active: z.boolean(),
  due: Due,
  expiresAt: z.nullable(z.string()),
  /** Of the newest attempt; null without one. */
  attempt: z.nullable(z.object({ id: z.int(), number: z.int(), percent: z.int(), outcome: Outcome, completedAt: z.nullable(z.string()) })),
  causes: z.array(PersonCause),
});
export type PersonEnrolment = z.infer<typeof PersonEnrolment>;

export const listPersonEnrolments = endpoint({
  method: "GET",
  path: "/rest/people/:userId/enrolments",
  summary: "A person's enrolments, those in force first, each with all its causes.",
  params: person,
  response: z.object({ rows: z.array(PersonEnrolment) }),
});
