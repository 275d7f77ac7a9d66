import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

const person = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) });

/** The newest export of one's own data; null where there is none, or it is gone. */
export const getDataExport = endpoint({
  method: "GET",
  path: "/rest/lifecycle/export",
  summary: "The job that made the newest export of one's own data in this portal.",
  response: z.object({ jobId: z.nullable(z.int()) }),
});

export const startDataExport = endpoint({
  method: "POST",
  path: "/rest/lifecycle/export",
  //
  summary: "Begins to put one's own data in this portal into a ZIP file, unless that is under way already.",
  response: z.object({ jobId: z.int() }),
});

export const exportPerson = endpoint({
  method: "POST",
  path: "/rest/lifecycle/people/:userId/export",
  summary: "The same for a person of the portal, asked for by an admin, who gets the file.",
  params: person,
  response: z.object({ jobId: z.int() }),
});

/** What an erasure empties, and what stays as numbers that name nobody. */
export const erasedKinds = ["fields", "files", "groups", "roles", "sessions", "answers", "packages", "entries"] as const;
export const keptKinds = ["enrolments", "attempts", "completions", "results"] as const;
export type ErasedKind = (typeof erasedKinds)[number];
export type KeptKind = (typeof keptKinds)[number];
/** Why somebody cannot be erased, or merged into another person. */
export const recordHindrances = ["self", "admin", "systemAdmin"] as const;
export type RecordHindrance = (typeof recordHindrances)[number];

const reason = z
  .string(words("Say why, in a few words."))
  .check(z.trim(), z.minLength(1, words("Say why, in a few words.")), z.maxLength(500, words("Use at most {maximum} characters.")));

/** An erasure that was asked for and waits. */
const PendingErasure = z.object({ dueAt: z.string(), askedAt: z.string(), askedBy: z.nullable(z.string()), reason: z.string() });

export const ErasurePreview = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  hindrance: z.nullable(z.enum(recordHindrances)),
  /** The account itself stays, because it is used elsewhere too; what this portal knows goes all the same. */
  accountStays: z.boolean(),
  erased: z.array(z.object({ kind: z.enum(erasedKinds), count: z.int() })),
  kept: z.array(z.object({ kind: z.enum(keptKinds), count: z.int() })),
  /** How many days an erasure waits, in which it can be cancelled. */
  waitingDays: z.int(),
  pending: z.nullable(PendingErasure),
});
export type ErasurePreview = z.infer<typeof ErasurePreview>;

export const previewErasure = endpoint({
  method: "GET",
  path: "/rest/lifecycle/people/:userId/erasure",
  summary: "What erasing a person would empty, what would stay without a name, and an erasure of theirs that waits.",
  params: person,
  response: ErasurePreview,
});

export const askErasure = endpoint({
  method: "POST",
  path: "/rest/lifecycle/people/:userId/erasure",
  summary:
    "Asks for a person to be erased: after some days, in which they are deactivated and it can be cancelled, or at once, which needs their email typed.",
  params: person,
  body: z.discriminatedUnion("when", [
    z.object({ when: z.literal("later"), reason }),
    z.object({ when: z.literal("now"), reason, email: z.string(words("Type the email of this person.")).check(z.trim(), z.toLowerCase()) }),
  ]),
  response: z.object({ jobId: z.nullable(z.int()), dueAt: z.string() }),
});

export const cancelErasure = endpoint({
  method: "POST",
  path: "/rest/lifecycle/people/:userId/erasure/cancel",
  summary: "Cancels an erasure that waits. The person may enter again, if they could before.",
  params: person,
  response: ErasurePreview,
});

const two = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)), otherId: z.coerce.number().check(z.int(), z.gte(1)) });

/** What a merge moves to the person who is kept. */
export const movedKinds = ["enrolments", "attempts", "completions", "results", "causes", "decisions", "groups", "roles"] as const;
export type MovedKind = (typeof movedKinds)[number];
/** Why two people cannot be merged this way round. elsewhere: another portal uses the account that would go. */
export const mergeHindrances = [...recordHindrances, "elsewhere", "erasure"] as const;
export type MergeHindrance = (typeof mergeHindrances)[number];

const Party = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  status: z.enum(["active", "suspended"]),
  joinedAt: z.string(),
  lastSignInAt: z.nullable(z.string()),
});

export const MergePreview = z.object({
  kept: Party,
  gone: Party,
  hindrance: z.nullable(z.enum(mergeHindrances)),
  moves: z.array(z.object({ kind: z.enum(movedKinds), count: z.int() })),
  /** Values that the one who goes has: of custom fields, and the external id, whose id is null. kept: null where the other has none, who then gets it. */
  fields: z.array(z.object({ id: z.nullable(z.int()), name: z.string(), kept: z.nullable(z.string()), gone: z.string() })),
  /** Courses in which both have an attempt: which one counts as the newest has to be chosen. */
  courses: z.array(
    z.object({
      courseId: z.int(),
      title: z.string(),
      kept: z.object({ percent: z.int(), isComplete: z.boolean(), startedAt: z.string() }),
      gone: z.object({ percent: z.int(), isComplete: z.boolean(), startedAt: z.string() }),
    }),
  ),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const previewMerge = endpoint({
  method: "GET",
  path: "/rest/lifecycle/people/:userId/merge/:otherId",
  summary: "What merging another person into this one moves, and what has to be chosen. Nothing is changed.",
  params: two,
  response: MergePreview,
});

export const mergePeople = endpoint({
  method: "POST",
  path: "/rest/lifecycle/people/:userId/merge/:otherId",
  summary: "Merges another person into this one, as a job that can be undone for seven days.",
  params: two,
  body: z.object({
    /** Fields whose value is taken from the one who goes, although the other has one. */
    fields: z.array(z.int()).check(z.maxLength(500)),
    externalId: z.boolean(),
    /** Courses in which the attempts of the one who goes count as the newest. */
    courses: z.array(z.int()).check(z.maxLength(5000)),
  }),
  response: z.object({ jobId: z.int() }),
});

/** Why two people may be one. */
export const likenesses = ["name", "email", "field"] as const;
export type Likeness = (typeof likenesses)[number];

export const listLike = endpoint({
  method: "GET",
  path: "/rest/lifecycle/people/:userId/like",
  summary:
    "People of the portal who may be the same person: twenty at most, those with the most in common first; or those whom a search finds.",
  params: person,
  query: z.object({ q: z.prefault(z.string().check(z.trim(), z.maxLength(200, words("Search for {maximum} characters or fewer."))), "") }),
  response: z.object({
    rows: z.array(z.extend(z.pick(Party, { userId: true, name: true, email: true, status: true }), { like: z.array(z.enum(likenesses)) })),
  }),
});

/** Two people who may be one. */
const Duplicate = z.object({
  one: z.pick(Party, { userId: true, name: true, email: true }),
  other: z.pick(Party, { userId: true, name: true, email: true }),
  like: z.array(z.enum(likenesses)),
});
export type Duplicate = z.infer<typeof Duplicate>;

export const listDuplicates = endpoint({
  method: "GET",
  path: "/rest/lifecycle/duplicates",
  summary: "Pairs of people of the portal with the same name and another thing in common: fifty at most.",
  response: z.object({ rows: z.array(Duplicate) }),
});

export const findMerged = endpoint({
  method: "GET",
  path: "/rest/lifecycle/people/:userId/merged",
  summary: "Into whom a person was merged, for those who reach that one: old addresses lead there.",
  params: person,
  response: z.object({ userId: z.int() }),
});
