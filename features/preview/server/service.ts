import type { Parsed, Result } from "#platform/contract.ts";
import { notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import { documents } from "../contract.ts";
import type * as api from "../contract.ts";
import { approves, makes, mayPreview, modes } from "../policy.ts";
import { findDocument, shownCourse, spokenIn, stateAfter } from "./documents.ts";
import * as queries from "./queries.ts";

/** Ring two: a course that the person makes or reviews. Throws the same 404 for any other as for none (security.md #26). */
export async function requirePreview({ db, actor, portal }: Context, courseId: number) {
  const course = await queries.findCourse(db, actor, courseId);
  if (!course || !mayPreview(actor, course)) throw notFound("course", "This course could not be found.");
  return { key: { portalId: portal.id, courseId }, course };
}

/** Ring two: a course that the person makes. Throws the same 404 for any other as for none. */
export async function requireMaker(context: Context, courseId: number) {
  const found = await requirePreview(context, courseId);
  if (!makes(context.actor, found.course)) throw notFound("course", "This course could not be found.");
  return found;
}

/** A course as its learners would see it. Reads only. */
export async function openPreview(
  context: Context,
  courseId: number,
  { shows = "draft", language = context.language }: Parsed<typeof api.openPreview>["query"] = {},
): Promise<Result<typeof api.openPreview>> {
  const { key, course } = await requirePreview(context, courseId);
  const has = documents.filter((one) => (one === "draft" ? course.hasDraft : course.hasCurrent));
  return {
    ...shownCourse(course, await findDocument(context.db, key, course, shows), language),
    has,
    makes: makes(context.actor, course),
    approves: approves(context.actor, course),
  };
}

/** What a block makes of a fact, with right answers. Reads only. */
export async function tryBlock(
  context: Context,
  courseId: number,
  { fact, shows, language = context.language }: Parsed<typeof api.tryBlock>["body"],
): Promise<Result<typeof api.tryBlock>> {
  const { key, course } = await requirePreview(context, courseId);
  const { content } = spokenIn(await findDocument(context.db, key, course, shows), language);
  return { state: stateAfter(content, fact, { reveals: modes.preview.showsAnswers }) };
}
