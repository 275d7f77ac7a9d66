import { wordsOfBlock } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { pagesOf } from "#features/courses/content.ts";
import { reviewTold } from "#features/notifications/events/review_told/review-told.ts";
import { notify } from "#features/notifications/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import type { Context } from "#platform/serve.ts";
import { most } from "../policy.ts";
import type * as api from "../review-contract.ts";
import * as queries from "./comment-queries.ts";
import { findDocument } from "./documents.ts";
import type { Course, Key } from "./queries.ts";
import { requirePreview } from "./service.ts";

const said = ({ id, authorId, author, words, writtenAt, editedAt }: queries.CommentRow): api.Said => ({
  id,
  author: { id: authorId, name: author },
  words,
  writtenAt: instant(writtenAt),
  editedAt: instantOrNull(editedAt),
});

/** All comments on a course as threads, and who can be asked to deal with one. */
export async function showComments(context: Context, courseId: number): Promise<Result<typeof api.listComments>> {
  const { key } = await requirePreview(context, courseId);
  const rows = await queries.listComments(context.db, key);
  const replies = Map.groupBy(rows, ({ threadId }) => threadId);
  const threads = (replies.get(null) ?? []).map((row): api.Thread => ({
    ...said(row),
    pageId: row.pageId,
    pageTitle: row.pageTitle,
    blockId: row.blockId,
    about: row.about,
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assignee ?? "" },
    resolved: row.resolvedAt && { at: instant(row.resolvedAt), by: { id: row.resolvedById ?? 0, name: row.resolvedBy ?? "" } },
    replies: (replies.get(row.id) ?? []).map(said),
  }));
  return { threads, people: await queries.listPeople(context.db, key) };
}

/** The text by which a block is recognised when it is gone. */
const beginOf = (block: Block) => {
  const text = wordsOfBlock(block).join(" ").replace(/\s+/g, " ").trim();
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
};

/** Writes a comment on a page or a block of the draft, or a reply. */
export async function addComment(
  context: Context,
  courseId: number,
  body: Parsed<typeof api.addComment>["body"],
): Promise<Result<typeof api.addComment>> {
  const { db, actor } = context;
  const { key, course } = await requirePreview(context, courseId);
  if ((await queries.countComments(db, key)) >= most.comments)
    throw conflict("too_many_comments", "This course has {count} comments, and no more are taken. Delete some of yours first.", {
      count: most.comments,
    });
  const place = body.on === "page" ? await placeInDraft(context, key, course, body) : await placeOfThread(context, key, body.commentId);
  const id = await queries.insertComment(db, key, { ...place, authorId: actor.userId, words: body.words });
  await note(context, { action: "review_commented", object: { kind: "course", id: courseId }, after: { comment: id } });
  const threadId = place.threadId;
  const concerned = threadId === null ? [] : await queries.listWriters(db, key.portalId, threadId);
  const assignee = threadId === null ? null : ((await queries.findComment(db, key, threadId))?.assigneeId ?? null);
  await tell(context, course, threadId ?? id, threadId === null ? "comment" : "reply", `said:${id}`, [
    course.createdBy,
    assignee,
    ...concerned,
  ]);
  return { id };
}

async function placeInDraft(
  { db }: Context,
  key: Key,
  course: Course,
  { pageId, blockId }: Extract<Parsed<typeof api.addComment>["body"], { on: "page" }>,
) {
  const { content } = await findDocument(db, key, course, "draft");
  const page = pagesOf(content).find((one) => one.page.id === pageId)?.page;
  const block = blockId === null ? null : page?.blocks.find(({ id }) => id === blockId);
  if (!page || block === undefined)
    throw notFound("commented", "What you comment on was removed from the course meanwhile. Your text is kept here.");
  return { threadId: null, pageId, pageTitle: page.title.slice(0, 200), blockId, about: block ? beginOf(block) : "" };
}

async function placeOfThread({ db }: Context, key: Key, commentId: number) {
  const thread = await queries.findComment(db, key, commentId);
  if (!thread) throw notFound("comment", "This comment could not be found.");
  if (thread.threadId !== null) throw invalid("commentId", "reply", "Reply to the comment itself, not to a reply.");
  return { threadId: thread.id, pageId: thread.pageId, pageTitle: thread.pageTitle, blockId: thread.blockId, about: thread.about };
}

/** A comment of a course that the person may preview. Throws 404; where it must be theirs, 403 for somebody else's. */
async function requireComment(context: Context, courseId: number, commentId: number, { own = false } = {}) {
  const { key, course } = await requirePreview(context, courseId);
  const comment = await queries.findComment(context.db, key, commentId);
  if (!comment) throw notFound("comment", "This comment could not be found.");
  if (own && comment.authorId !== context.actor.userId)
    throw forbidden("not_the_writer", "Only the person who wrote a comment can change or delete it.");
  return { key, course, comment };
}

/** Resolving and assigning are about a thread, not a reply. */
async function requireThread(context: Context, courseId: number, commentId: number) {
  const found = await requireComment(context, courseId, commentId);
  if (found.comment.threadId !== null) throw invalid("commentId", "reply", "This is a reply. Choose the comment that it answers.");
  return found;
}

/** Changes the words of one's own comment. */
export async function editComment(
  context: Context,
  { courseId, commentId }: Parsed<typeof api.editComment>["params"],
  words: string,
): Promise<Result<typeof api.editComment>> {
  const { key } = await requireComment(context, courseId, commentId, { own: true });
  await queries.updateWords(context.db, key.portalId, commentId, words);
  await note(context, { action: "review_comment_edited", object: { kind: "course", id: courseId }, after: { comment: commentId } });
  return { id: commentId };
}

/** Deletes one's own comment. */
export async function deleteComment(
  context: Context,
  { courseId, commentId }: Parsed<typeof api.deleteComment>["params"],
): Promise<Result<typeof api.deleteComment>> {
  const { key } = await requireComment(context, courseId, commentId, { own: true });
  const writers = await queries.listWriters(context.db, key.portalId, commentId);
  if (writers.some((id) => id !== context.actor.userId))
    throw conflict("answered", "Others have replied to this comment, so it stays. You can change its words or resolve it.");
  await queries.deleteComment(context.db, key.portalId, commentId);
  await note(context, { action: "review_comment_deleted", object: { kind: "course", id: courseId }, before: { comment: commentId } });
  return { id: commentId };
}

/** Resolves a thread or opens it again. */
export async function resolveComment(
  context: Context,
  { courseId, commentId }: Parsed<typeof api.resolveComment>["params"],
  resolved: boolean,
): Promise<Result<typeof api.resolveComment>> {
  const { key, course, comment } = await requireThread(context, courseId, commentId);
  const { db, actor } = context;
  if (!(await queries.updateResolved(db, key.portalId, commentId, resolved ? actor.userId : null))) return { id: commentId, resolved };
  await note(context, {
    action: resolved ? "review_comment_resolved" : "review_comment_reopened",
    object: { kind: "course", id: courseId },
    after: { comment: commentId },
  });
  if (resolved) await tell(context, course, commentId, "resolved", `resolved:${Date.now()}`, [comment.authorId]);
  return { id: commentId, resolved };
}

/** Asks somebody to deal with a thread. Throws 400 for a person who does not see it. */
export async function assignComment(
  context: Context,
  { courseId, commentId }: Parsed<typeof api.assignComment>["params"],
  userId: number | null,
): Promise<Result<typeof api.assignComment>> {
  const { key, course, comment } = await requireThread(context, courseId, commentId);
  const { db, actor } = context;
  if (userId !== null && userId !== actor.userId && !(await queries.listPeople(db, key)).some(({ id }) => id === userId))
    throw invalid("userId", "not_concerned", "Choose the course's author, a reviewer, or somebody who has commented.");
  if (comment.assigneeId === userId) return { id: commentId };
  await queries.updateAssignee(db, key.portalId, commentId, userId);
  await note(context, {
    action: "review_comment_assigned",
    object: { kind: "course", id: courseId },
    before: { assignee: comment.assigneeId },
    after: { comment: commentId, assignee: userId },
  });
  await tell(context, course, commentId, "assigned", `assigned:${Date.now()}`, [userId]);
  return { id: commentId };
}

const nameOfActor = ({ givenName, familyName, email }: Actor) => `${givenName} ${familyName}`.trim() || email;

/** Tells those whom it concerns, except who did it. Whoever left the portal is told nothing. */
async function tell(
  { db, actor, portal }: Context,
  course: Course,
  commentId: number,
  what: "comment" | "reply" | "assigned" | "resolved",
  occurrence: string,
  concerned: readonly (number | null)[],
) {
  const ids = [...new Set(concerned)].filter((id): id is number => id !== null && id !== actor.userId);
  if (ids.length === 0) return;
  const variables = { courseId: course.id, course: course.title, commentId, what, by: nameOfActor(actor), byId: actor.userId };
  const told = (await queries.activeOf(db, portal.id, ids)).map((userId) => ({
    subject: `review_comment:${commentId}`,
    userId,
    occurrence,
    variables,
  }));
  await notify(db, portal.id, reviewTold, told);
}
