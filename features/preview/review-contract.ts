import * as z from "zod/mini";
import { Id } from "#features/blocks/block-kind.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { ofCourse, root } from "./contract.ts";
import { most } from "./policy.ts";

const commentNumber = "A comment is named by its number.";
const ofComment = z.extend(ofCourse, {
  commentId: z.coerce.number(commentNumber).check(z.int(commentNumber), z.gte(1, commentNumber), z.lte(2 ** 52, commentNumber)),
});

const Person = z.object({ id: z.int(), name: z.string() });
export type Person = z.infer<typeof Person>;

const Said = z.object({
  id: z.int(),
  author: Person,
  /** Empty once its author's records were erased. */
  words: z.string(),
  writtenAt: z.string(),
  editedAt: z.nullable(z.string()),
});
export type Said = z.infer<typeof Said>;

/** A comment with its replies. pageId and blockId may be gone from the draft meanwhile; pageTitle and about are how they were. */
export const Thread = z.extend(Said, {
  pageId: z.string(),
  pageTitle: z.string(),
  blockId: z.nullable(z.string()),
  /** How the block began when the comment was written. */
  about: z.string(),
  assignee: z.nullable(Person),
  resolved: z.nullable(z.object({ at: z.string(), by: Person })),
  replies: z.array(Said),
});
export type Thread = z.infer<typeof Thread>;

export const listComments = endpoint({
  method: "GET",
  path: `${root}/comments`,
  summary: "All comments on a course's draft, oldest first, and who can be asked to deal with one.",
  params: ofCourse,
  response: z.object({ threads: z.array(Thread), people: z.array(Person) }),
});

const CommentWords = z
  .string()
  .check(z.trim(), z.minLength(1, words("Write your comment.")), z.maxLength(most.words, words("Use at most {maximum} characters.")));

export const addComment = endpoint({
  method: "POST",
  path: `${root}/comments`,
  summary: "Comments on a page or a block of the draft, or replies to a comment.",
  params: ofCourse,
  body: z.discriminatedUnion("on", [
    z.object({ on: z.literal("page"), pageId: Id, blockId: z.nullable(Id), words: CommentWords }),
    z.object({ on: z.literal("comment"), commentId: z.int(), words: CommentWords }),
  ]),
  response: z.object({ id: z.int() }),
});

export const editComment = endpoint({
  method: "PUT",
  path: `${root}/comments/:commentId`,
  summary: "Changes the words of one's own comment.",
  params: ofComment,
  body: z.object({ words: CommentWords }),
  response: z.object({ id: z.int() }),
});

export const deleteComment = endpoint({
  method: "DELETE",
  path: `${root}/comments/:commentId`,
  summary: "Deletes one's own comment. 409 answered where others have replied to it.",
  params: ofComment,
  response: z.object({ id: z.int() }),
});

export const resolveComment = endpoint({
  method: "POST",
  path: `${root}/comments/:commentId/resolved`,
  summary: "Resolves a comment, or opens it again. Harmless when repeated.",
  params: ofComment,
  body: z.object({ resolved: z.boolean() }),
  response: z.object({ id: z.int(), resolved: z.boolean() }),
});

export const assignComment = endpoint({
  method: "POST",
  path: `${root}/comments/:commentId/assignee`,
  summary: "Asks somebody to deal with a comment, or nobody any more.",
  params: ofComment,
  body: z.object({ userId: z.nullable(z.int()) }),
  response: z.object({ id: z.int() }),
});
