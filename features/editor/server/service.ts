import { lockPrerequisites, saveFields } from "#features/authoring/server/service.ts";
import { filesOfBlock, isPackagePart } from "#features/blocks/block.ts";
import type { Page } from "#features/courses/content.ts";
import { mayEdit } from "#features/courses/policy.ts";
import { localTimeIn } from "#features/fields/date_time/instant-in.ts";
import { filesOfOthers, saveDraftOutline, saveDraftPage, updateDraft } from "#features/courses/server/service.ts";
import { launchableItems } from "#features/scorm/contract.ts";
import { listPackages, partsOfOthers } from "#features/scorm/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import { languageOf } from "#platform/languages.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { most } from "../policy.ts";
import type { Scheduled } from "../scheduled.ts";
import * as queries from "./queries.ts";
import { tellPresent } from "./tell-present.ts";
import { findCourse } from "./translation-queries.ts";

type Who = Pick<Context, "db" | "actor" | "portal">;

/**
 * Ring two: the course is an online or SCORM course of this portal and the person may edit it. Throws 404 outside the portal and for another author's course,
 * 409 for a course of another type. Makes the draft of a course that has none.
 */
export async function requireEditable({ db, actor, portal }: Who, courseId: number, { lock = false } = {}) {
  const key = { portalId: portal.id, courseId, userId: actor.userId };
  const course = await queries.findOwned(db, key, { lock });
  // Another author's course may be a draft, whose existence is nobody else's business (security.md #26).
  if (!course || !mayEdit(actor, course)) throw notFound("course", "This course could not be found.");
  const { type } = course;
  if (type === "classroom") throw conflict("not_editable", "Classroom courses cannot be edited here.");
  if (!course.hasDraft) await (type === "scorm" ? updateDraft(db, key, type, {}) : queries.makeDraft(db, key));
  return { key: { ...key, type }, course: { ...course, type } };
}

/** The same, for an online course, whose pages its authors write; 409 for a SCORM course. */
export async function requireOnline(who: Who, courseId: number, options: { readonly lock?: boolean } = {}) {
  const found = await requireEditable(who, courseId, options);
  if (found.key.type !== "online")
    throw conflict("not_online", "The pages of this course are those of its package, and cannot be edited here.");
  return found;
}

/** A publication that waits for its time, in the form of the contract. */
export const scheduledFrom = ({ publishAt, inProgress, completed, retakeBy, ...rest }: queries.StoredSchedule): Scheduled => ({
  ...rest,
  publishAt: instant(publishAt),
  at: localTimeIn(rest.timeZone, instant(publishAt)),
  move: inProgress && completed && { inProgress, completed, retakeBy },
});

/** A page with its blocks. Throws 404 for a page that the draft does not have. */
export async function readPage(context: Context, courseId: number, pageId: string): Promise<Result<typeof api.readPage>> {
  const { key } = await requireOnline(context, courseId);
  const found = await queries.findPage(context.db, key, pageId);
  if (!found) throw notFound("draft_page", "This page could not be found.");
  return found;
}

/** Saves a page unless somebody else saved it since; their page comes with the refusal, so that both can be merged. */
export async function savePage(
  context: Context,
  courseId: number,
  pageId: string,
  { page, revision }: Parsed<typeof api.savePage>["body"],
): Promise<Result<typeof api.savePage>> {
  const { db } = context;
  const { key } = await requireOnline(context, courseId);
  if (page.id !== pageId) throw invalid("page.id", "other", "The page has another id than its address.");
  await requireOwnFiles(context, key, page);
  await requireOwnPackages(context, key, page);
  const next = await saveDraftPage(db, key, page, revision);
  if (next === null)
    throw conflict("page_changed", "Somebody else changed this page while you were working on it. Nothing of theirs was lost.").with(
      (await queries.findPage(db, key, pageId)) ?? { page: null, revision: 0 },
    );
  await tellSaved(context, key);
  return { revision: next };
}

/** Throws 400 where a page shows a file that is not of this course. */
export async function requireOwnFiles({ db }: Pick<Context, "db">, key: queries.Key, page: Pick<Page, "blocks">) {
  const foreign = await filesOfOthers(db, key, [...new Set(page.blocks.flatMap(filesOfBlock))]);
  if (foreign.length > 0)
    throw invalid("page.blocks", "foreign_file", "This page shows a file that does not belong to this course. Upload it here first.");
}

/** Throws 400 where a page plays a part of a package that is not of this course. */
async function requireOwnPackages({ db }: Pick<Context, "db">, key: queries.Key, page: Pick<Page, "blocks">) {
  const parts = page.blocks.filter(isPackagePart).flatMap(({ packageId, scoKey }) => (packageId === null ? [] : [{ packageId, scoKey }]));
  if ((await partsOfOthers(db, key, parts)).length > 0)
    throw invalid(
      "page.blocks",
      "foreign_package",
      "This page plays a part of a SCORM package that does not belong to this course. Upload the package here first.",
    );
}

/** The packages of the course with the parts that a block can play. */
export async function readPackages(context: Context, courseId: number): Promise<Result<typeof api.readPackages>> {
  const { key } = await requireOnline(context, courseId);
  const packages = await listPackages(context.db, key);
  return {
    packages: packages.map(({ manifest, needs, uploadedAt, ...one }) => ({
      ...one,
      uploadedAt: instant(uploadedAt),
      needsWindow: needs.window ?? false,
      parts: launchableItems(manifest).flatMap(({ scoKey, title, identifier }) =>
        scoKey === null ? [] : [{ scoKey, title: title || identifier }],
      ),
    })),
  };
}

/** Saves the outline and the completion rule unless somebody else did since; theirs come with the refusal. */
export async function saveOutline(
  context: Context,
  courseId: number,
  { outline, completion, revision }: Parsed<typeof api.saveOutline>["body"],
): Promise<Result<typeof api.saveOutline>> {
  const { db } = context;
  const { key } = await requireOnline(context, courseId);
  const pageIds = outline.chapters.flatMap((chapter) => chapter.pageIds);
  if ((await queries.missingPages(db, key, pageIds)).length > 0)
    throw invalid("outline", "missing_page", "The outline names a page that was never saved or has been removed. Save the page first.");
  const next = await saveDraftOutline(db, key, { outline, completion }, revision);
  if (next === null)
    throw conflict("outline_changed", "Somebody else changed the outline while you were working on it. Nothing of theirs was lost.").with(
      await queries.findOutline(db, key),
    );
  await tellSaved(context, key);
  return { revision: next };
}

/** Saves the course's own fields, which take effect at once, for learners too. */
export async function saveDetails(
  context: Context,
  courseId: number,
  { revision, ...fields }: Parsed<typeof api.saveDetails>["body"],
): Promise<Result<typeof api.saveDetails>> {
  await lockPrerequisites(context.db, { portalId: context.portal.id, courseId }, fields);
  const { course } = await requireEditable(context, courseId, { lock: true });
  requireRevision(course, revision);
  const { languages } = await findCourse(context.db, { portalId: context.portal.id, courseId });
  if (languages.some(({ language }) => language === languageOf(fields.language)))
    throw invalid("language", "translated_into", "This course is translated into that language. Remove it from its languages first.");
  await saveFields(context, courseId, fields);
  return { revision: revision + 1 };
}

/** Throws 409 when the course's fields have changed since that revision. */
export function requireRevision(course: { readonly revision: number }, revision: number) {
  if (revision !== course.revision)
    throw conflict(
      "changed",
      "Somebody else changed this course while you were working on it. Nothing of yours was saved yet, and nothing of theirs was lost.",
    );
}

/**
 * What follows a saved part of the draft: the others who have it open are told, and the audit log has one entry for half an hour of a person's work, not
 * one for each autosave, because what was written stands in the versions.
 */
export async function tellSaved(context: Context, key: queries.Key & { userId: number }) {
  await tellPresent(context.db, key);
  if (await queries.beginsWork(context.db, key))
    await note(context, { action: "course_edited", object: { kind: "course", id: key.courseId } });
}

/** The largest body of a saved page or outline in bytes: the page itself and what is around it. */
export const mostBytes = most.pageBytes + 1024;
