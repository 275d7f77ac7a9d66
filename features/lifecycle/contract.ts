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
  summary: "Begins to put one's own data in this portal into a ZIP file (X-5), unless that is under way already.",
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
