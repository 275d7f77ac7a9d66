import * as z from "zod/mini";
import { Id } from "#features/blocks/block-kind.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** Something that an assessor signs for a person, in their newest attempt at a course (EDT-14). */
export const SignOff = z.object({
  attemptId: z.int(),
  course: z.string(),
  page: z.string(),
  blockId: z.string(),
  task: z.string(),
  /** Whether the person asking may sign it: a role for some courses signs in these only. */
  canSign: z.boolean(),
  criteria: z.array(z.object({ id: z.string(), text: z.string() })),
  /** Since when the person waits for it; null while they did not ask. */
  readyAt: z.nullable(z.string()),
  /** The last decision. by: null for somebody who is gone. */
  decision: z.nullable(
    z.object({ at: z.string(), isMet: z.boolean(), met: z.array(z.string()), note: z.string(), by: z.nullable(z.string()) }),
  ),
});
export type SignOff = z.infer<typeof SignOff>;

/** canSign: whether the person asking may sign for this person at all. */
export const SignOffs = z.object({ rows: z.array(SignOff), canSign: z.boolean() });
export type SignOffs = z.infer<typeof SignOffs>;

const person = z.object({ userId: z.coerce.number().check(z.int(), z.gte(1)) });

export const listSignOffs = endpoint({
  method: "GET",
  path: "/rest/people/:userId/signOffs",
  summary: "What an assessor signs for a person in their courses: those that they asked for first.",
  params: person,
  response: SignOffs,
});

export const mostNote = 1_000;

export const decideSignOff = endpoint({
  method: "POST",
  path: "/rest/people/:userId/signOffs",
  summary: "Signs something off for a person, or says what is missing. What is signed stays signed; the person is told.",
  params: person,
  body: z.strictObject({
    attemptId: z.int(),
    blockId: Id,
    isMet: z.boolean(),
    met: z.array(Id).check(z.maxLength(50)),
    note: z.string().check(z.trim(), z.maxLength(mostNote, words("Use at most {maximum} characters."))),
  }),
  response: SignOffs,
});
