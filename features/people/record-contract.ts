import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { FieldSheet, personFieldsPath, SheetChange } from "#features/fields/sheet-contract.ts";
import { historyCauses, ownCauses } from "#features/groups/contract.ts";
import { historyList, HistoryRow, Outcome } from "#features/history/contract.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { listOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

// What is kept of one person beside their profile and enrolments; each is a tab of User Details.

const person = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) });

export const getPersonFields = endpoint({
  method: "GET",
  path: personFieldsPath(":userId"),
  summary: "The custom fields of a person that the one who asks sees, with their values.",
  params: person,
  response: FieldSheet,
});

export const savePersonFields = endpoint({
  method: "PUT",
  path: personFieldsPath(":userId"),
  summary: "Changes values of a person in custom fields that the one who asks may edit. What is left out stays.",
  params: person,
  body: SheetChange,
  response: FieldSheet,
});

/** One try at a course, with what became of it. isSetAside: it was reset, came by hand and was taken back, or was added by hand and is earlier than what was done here. */
export const PersonAttempt = z.object({
  attemptId: z.int(),
  courseId: z.int(),
  type: CourseType,
  title: z.string(),
  number: z.int(),
  version: z.int(),
  startedAt: z.string(),
  /** The last thing done in it; null where nothing was yet. */
  activeAt: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  percent: z.int(),
  scorePercent: z.nullable(z.number()),
  outcome: Outcome,
  accessEnded: z.boolean(),
  isSetAside: z.boolean(),
  /** Who entered it by hand; null for what the person did here. */
  enteredBy: z.nullable(z.string()),
  /** Whether its package was heard from, so that there is a log to read. */
  hasLog: z.boolean(),
});
export type PersonAttempt = z.infer<typeof PersonAttempt>;

/** More than anybody has. */
export const mostAttempts = 1000;

export const listPersonAttempts = endpoint({
  method: "GET",
  path: "/rest/people/:userId/attempts",
  summary: "Every attempt of a person, those set aside too, newest first.",
  params: person,
  response: z.object({ rows: z.array(PersonAttempt) }),
});

export const listTranscript = endpoint({
  method: "GET",
  path: "/rest/people/:userId/transcript",
  summary: "A person's history, as they see it themselves.",
  params: person,
  query: listQuery(historyList),
  response: listPage(HistoryRow, { years: z.array(z.int()) }),
});

/** What a person agreed to (X-5, the consent log). via: while registering or at a sign-in, null where that is not known any more; "" for an address or browser that was not kept. */
export const Consent = z.object({
  version: z.int(),
  at: z.string(),
  via: z.nullable(z.enum(["registration", "sign_in"])),
  ip: z.string(),
  device: z.string(),
  /** The text in this version. */
  terms: z.string(),
  /** Whether this version is the one in force. */
  isInForce: z.boolean(),
});
export type Consent = z.infer<typeof Consent>;

/** q: words of the text. The texts come with the rows, so a page is short. */
export const consentsList = listOf({ sorts: ["-at", "at"], sort: "-at", filters: {}, pageSize: 10 });

export const listConsents = endpoint({
  method: "GET",
  path: "/rest/people/:userId/consents",
  summary: "What a person agreed to in this portal: the terms in each version with their text, when and from where.",
  params: person,
  query: listQuery(consentsList),
  response: listPage(Consent),
});

export const PersonGroup = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(["manual", "dynamic", "synced"]),
  /** Null for somebody who is in it through other groups only. */
  cause: z.nullable(z.enum(ownCauses)),
  /** The groups in it through which they are in it. */
  via: z.array(z.string()),
  addedBy: z.nullable(z.string()),
  joinedAt: z.string(),
  /** Whether the person asking reaches the group itself. */
  isReached: z.boolean(),
  /** Whether they may take the person out of it: who was put in by hand, by an import or by a code, by somebody who fills groups. */
  canLeave: z.boolean(),
});
export type PersonGroup = z.infer<typeof PersonGroup>;

/** Joining or leaving a group. */
export const GroupChange = z.object({
  id: z.int(),
  group: z.string(),
  at: z.string(),
  change: z.enum(["joined", "left"]),
  cause: z.enum(historyCauses),
  by: z.nullable(z.string()),
});
export type GroupChange = z.infer<typeof GroupChange>;

/** history: newest first, the last hundred. */
export const PersonGroups = z.object({
  groups: z.array(PersonGroup),
  history: z.array(GroupChange),
  /** Whether the person asking may put them into groups. */
  canFill: z.boolean(),
});
export type PersonGroups = z.infer<typeof PersonGroups>;

export const listPersonGroups = endpoint({
  method: "GET",
  path: "/rest/people/:userId/groups",
  summary: "The groups that a person is in and why, and when they joined and left groups.",
  params: person,
  response: PersonGroups,
});

export const signInKinds = ["signed_in", "portal_switched", "signed_out", "sign_in_failed", "sessions_ended"] as const;

export const PersonSignIns = z.object({
  /** Where the person is signed in to this portal now. */
  sessions: z.array(z.object({ id: z.int(), userAgent: z.string(), ip: z.string(), createdAt: z.string(), lastSeenAt: z.string() })),
  /** The last hundred. device: browser and system, where they were kept. */
  rows: z.array(z.object({ id: z.int(), at: z.string(), kind: z.enum(signInKinds), ip: z.string(), device: z.nullable(z.string()) })),
});
export type PersonSignIns = z.infer<typeof PersonSignIns>;

export const listPersonSignIns = endpoint({
  method: "GET",
  path: "/rest/people/:userId/signIns",
  summary: "When and from where a person signed in to this portal, and where they are signed in now.",
  params: person,
  response: PersonSignIns,
});

export const endPersonSessions = endpoint({
  method: "POST",
  path: "/rest/people/:userId/sessions/end",
  summary: "Signs a person out in one browser or in all of them, in this portal. It works from their next request on.",
  params: person,
  body: z.union([z.strictObject({ sessionId: z.int() }), z.strictObject({ all: z.literal(true) })]),
  response: z.object({ ended: z.int() }),
});

/** How long a link works: while somebody waits for it, until tomorrow, or as long as a letter or an invitation needs. */
export const linkLives = { minutes: 30, day: 24 * 60, week: 7 * 24 * 60 } as const;
export type LinkLife = keyof typeof linkLives;

export const makePasswordLink = endpoint({
  method: "POST",
  path: "/rest/people/:userId/passwordLink",
  summary: "Makes a link with which a person sets their password, once. It takes the place of an older one, and is told this one time.",
  params: person,
  body: z.object({ life: z.enum(["minutes", "day", "week"], words("Choose how long the link works.")) }),
  response: z.object({ url: z.string(), expiresAt: z.string() }),
});
