import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { Outcome } from "#features/history/contract.ts";
import { isPlainName, longestName, storedName } from "#features/account/policy.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { listOf, oneOf } from "#platform/list/list.ts";
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

/** overdue: in the past; soon: within seven days. Null where nothing is due any more. As the learner is told (features/enrolment/contract.ts). */
const Due = z.nullable(z.object({ at: z.string(), state: z.enum(["overdue", "soon", "later"]) }));

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
  /** Why this portal sends them no mail: what the blacklist says; null where it does. */
  mailStopped: z.nullable(z.string()),
  /** Whether name, email and password are this person's alone to change, because they use the same account elsewhere too. */
  isShared: z.boolean(),
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

/** What somebody decided about an enrolment or a result, and how that was taken back (USR-5). */
export const correctionKinds = ["due", "exempt", "reset", "complete", "date", "attempt"] as const;
/** How an attempt that somebody adds ended. */
export const addedResults = ["passed", "notPassed", "completed"] as const satisfies readonly Outcome[];
/** Scores are percent, with at most two places. */
const Score = z.number(words("Enter a score from 0 to 100.")).check(
  z.gte(0, words("Enter a score from 0 to 100.")),
  z.lte(100, words("Enter a score from 0 to 100.")),
  z.refine((value) => Math.round(value * 100) / 100 === value, words("Use at most two decimal places.")),
);
export const PersonCorrection = z.object({
  id: z.int(),
  kind: z.enum(correctionKinds),
  /** The new due date, date of completion, or date of the added attempt; null for none. */
  valueAt: z.nullable(z.string()),
  by: z.nullable(z.string()),
  at: z.string(),
  reason: z.string(),
  reversedAt: z.nullable(z.string()),
  reversedBy: z.nullable(z.string()),
  reverseReason: z.nullable(z.string()),
});
export type PersonCorrection = z.infer<typeof PersonCorrection>;

export const PersonEnrolment = z.object({
  enrolmentId: z.int(),
  courseId: z.int(),
  type: CourseType,
  title: z.string(),
  active: z.boolean(),
  due: Due,
  expiresAt: z.nullable(z.string()),
  /** Whether somebody exempted the person: nothing is due then. */
  exempt: z.boolean(),
  /** Of the newest attempt; null without one. */
  attempt: z.nullable(z.object({ id: z.int(), number: z.int(), percent: z.int(), outcome: Outcome, completedAt: z.nullable(z.string()) })),
  causes: z.array(PersonCause),
  corrections: z.array(PersonCorrection),
  /** Whether the person asking may decide about it: a role for some courses does in these only. */
  canChange: z.boolean(),
});
export type PersonEnrolment = z.infer<typeof PersonEnrolment>;

export const listPersonEnrolments = endpoint({
  method: "GET",
  path: "/rest/people/:userId/enrolments",
  summary: "A person's enrolments, those in force first, each with all its causes.",
  params: person,
  response: z.object({ rows: z.array(PersonEnrolment) }),
});

const reason = z
  .string(words("Say why, in a few words."))
  .check(z.trim(), z.minLength(1, words("Say why, in a few words.")), z.maxLength(500, words("Use at most {maximum} characters.")));
/** A day, meant in the portal's time zone, or an instant. A day as a deadline ends at 23:59:59 (INV-10). */
const aDay = z
  .string(words("Choose a date."))
  .check(z.regex(/^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])(?:T[\d:.]{5,15}(?:Z|[+-]\d\d:\d\d))?$/, words("Choose a date.")));
const inEnrolment = z.object({
  userId: z.coerce.number().check(z.int(), z.gte(1)),
  enrolmentId: z.coerce.number().check(z.int(), z.gte(1)),
});
const oneEnrolment = z.object({ row: PersonEnrolment });

export const enrolPerson = endpoint({
  method: "POST",
  path: "/rest/people/:userId/enrolments",
  summary:
    "Enrols a person in a published course, with the one who asks as its cause. Somebody who is enrolled already gets one more cause.",
  params: person,
  body: z.object({
    courseId: z.int(words("Choose a course.")).check(z.gte(1, words("Choose a course."))),
    dueAt: z.optional(z.nullable(aDay)),
    expiresAt: z.optional(z.nullable(aDay)),
  }),
  response: oneEnrolment,
});

export const endEnrolment = endpoint({
  method: "POST",
  path: "/rest/people/:userId/enrolments/:enrolmentId/end",
  summary: "Ends every cause of an enrolment, with a reason. Attempts, completions and history stay.",
  params: inEnrolment,
  body: z.object({ reason }),
  response: oneEnrolment,
});

export const correctEnrolment = endpoint({
  method: "POST",
  path: "/rest/people/:userId/enrolments/:enrolmentId/corrections",
  summary:
    "Decides about an enrolment or its result, with a reason: another due date, an exemption, the newest attempt set aside, complete by hand, another date of completion, an attempt made elsewhere.",
  params: inEnrolment,
  body: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("due"), at: z.nullable(aDay), reason }),
    z.object({ kind: z.literal("exempt"), reason }),
    z.object({ kind: z.literal("reset"), reason }),
    z.object({ kind: z.literal("complete"), at: z.optional(aDay), reason }),
    z.object({ kind: z.literal("date"), at: aDay, reason }),
    z.object({ kind: z.literal("attempt"), at: aDay, result: z.enum(addedResults), score: z.optional(z.nullable(Score)), reason }),
  ]),
  response: oneEnrolment,
});

export const reverseCorrection = endpoint({
  method: "POST",
  path: "/rest/people/:userId/corrections/:correctionId/reverse",
  summary: "Takes a decision back, with a reason. Both stay on record.",
  params: z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)), correctionId: z.coerce.number().check(z.int(), z.gte(1)) }),
  body: z.object({ reason }),
  response: oneEnrolment,
});

/**
 * What a person's story is made of. due: a due date, which lies in the past for what is overdue. letter: what they were told about their learning. moved: another
 * version of a course was published for them too.
 */
export const storyKinds = [
  "membership",
  "role",
  "group",
  "enrolled",
  "ended",
  "due",
  "letter",
  "decision",
  "takenBack",
  "started",
  "moved",
  "signOff",
  "completed",
  "signIn",
  "profile",
] as const;

export const StoryRow = z.object({
  /** Unique in the story. */
  id: z.string(),
  at: z.string(),
  kind: z.enum(storyKinds),
  /** What exactly: the kind of a cause or decision, a role, an action of the audit log. */
  what: z.string(),
  courseId: z.nullable(z.int()),
  course: z.nullable(z.string()),
  by: z.nullable(z.string()),
  /** A reason, or what caused it. Of a group its name, "" for one out of reach. */
  detail: z.string(),
  /** A date that belongs to it: until when, due when, out by mail when. */
  valueAt: z.nullable(z.string()),
});
export type StoryRow = z.infer<typeof StoryRow>;

/** q: words in the course's title or the detail. */
export const storyList = listOf({ sorts: ["-at", "at"], sort: "-at", filters: { kind: oneOf(storyKinds) }, pageSize: 50 });

export const listStory = endpoint({
  method: "GET",
  path: "/rest/people/:userId/timeline",
  // USR-2
  summary:
    "One time-ordered story of a person: memberships, roles, groups, enrolments, due dates, reminders, decisions, attempts, versions, sign-offs, completions, sign-ins.",
  params: person,
  query: listQuery(storyList),
  response: listPage(StoryRow),
});

export const setStatus = endpoint({
  method: "POST",
  path: "/rest/people/:userId/status",
  summary:
    "Deactivates a person in this portal, or brings them back. Everything of theirs is kept; it takes effect with their next request.",
  params: person,
  body: z.object({ status: z.enum(["active", "suspended"]), reason }),
  response: Person,
});

/** A person added by hand: "" for no external id. */
export const AddedPerson = z.extend(PersonProfile, {
  externalId: z.prefault(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(120, words("Use at most {maximum} characters.")),
        z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, words("This external ID holds characters that cannot be seen.")),
      ),
    "",
  ),
});

/** Somebody who was deactivated here and whom an email or external id belongs to. keepsIdentity: name and email stay, because they are theirs alone to change. */
const Leaver = z.object({ userId: z.int(), name: z.string(), email: z.string(), keepsIdentity: z.boolean() });
export type Leaver = z.infer<typeof Leaver>;

export const addPerson = endpoint({
  method: "POST",
  path: "/rest/people",
  summary:
    "Adds one person to the portal by email. Somebody who has an account already keeps their name and joins with it. Whoever was deactivated here is offered to be brought back, and nothing is written.",
  body: AddedPerson,
  response: z.union([z.object({ userId: z.int() }), z.object({ leaver: Leaver })]),
});

export const returnPerson = endpoint({
  method: "POST",
  path: "/rest/people/:userId/return",
  // USR-6
  summary:
    "Brings back somebody who was deactivated here, with this email, name and external id where they are not theirs alone to change.",
  params: person,
  body: AddedPerson,
  response: Person,
});
