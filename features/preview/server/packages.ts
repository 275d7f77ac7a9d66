import { isPackagePart } from "#features/blocks/block.ts";
import { pagesOf } from "#features/courses/content.ts";
import { findCourseFile } from "#features/courses/server/service.ts";
import { noSite, openSiteFor } from "#features/media/server/service.ts";
import { guestId } from "#features/portal/contract.ts";
import { may } from "#features/portal/permissions.ts";
import { actorOf } from "#features/jobs/server/service.ts";
import { canTestPackage } from "#features/scorm/policy.ts";
import {
  findPackageToTest,
  openToLook,
  type ContentOrigins,
  type Looker,
  type StillLooks,
  type Tokens,
} from "#features/scorm/server/service.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, notFound } from "#platform/errors.ts";
import type { Context, Http, OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import { mayPreview } from "../policy.ts";
import { blockIn, findDocument } from "./documents.ts";
import { requirePass, type ExternalDeps } from "./external.ts";
import { usePass, type Pass } from "./link-queries.ts";
import * as queries from "./queries.ts";
import { requirePreview } from "./service.ts";

// SCORM packages in previews, reviews and behind preview links: played as learners see them, with a token that writes nothing.

export interface PackageDeps {
  readonly tokens: Tokens;
  /** Where the packages of a course play for a person. */
  readonly originOf: ContentOrigins;
}

interface Asked extends api.WhichPackage {
  readonly shows: api.ShownDocument;
}

/** The package that is asked for. Throws 404 for a block that shows none, 409 for a SCORM course without one. */
async function findPackage(
  db: Db,
  key: queries.Key,
  course: Pick<queries.Course, "type" | "hasDraft" | "hasCurrent">,
  { shows, blockId }: Asked,
) {
  if (course.type === "scorm" && (shows === "draft" || !course.hasCurrent)) {
    const { packageId, newWindow = false } = (await findPackageToTest(db, key.portalId, key.courseId)) ?? { packageId: null };
    if (packageId === null) throw conflict("no_package", "This course has no package yet.");
    return { packageId, scoKey: null, newWindow };
  }
  const { content } = await findDocument(db, key, course, shows);
  const isWhole = course.type === "scorm";
  const block = isWhole ? pagesOf(content)[0]?.page.blocks.find(isPackagePart) : blockIn(content, blockId ?? "");
  if (!block || !isPackagePart(block) || block.packageId === null) throw notFound("package", "This package could not be found.");
  return { packageId: block.packageId, scoKey: isWhole ? null : block.scoKey, newWindow: block.newWindow === true };
}

/** Opens a package of a course that the person makes or reviews. */
export async function playPackage(
  deps: PackageDeps,
  context: Context,
  courseId: number,
  asked: Parsed<typeof api.playPackage>["body"],
): Promise<Result<typeof api.playPackage>> {
  const { key, course } = await requirePreview(context, courseId);
  const { db, actor, http } = context;
  const found = await findPackage(db, key, course, asked);
  return openToLook(db, whereOf(deps, http), { ...actor, passId: 0 }, { courseId, ...found });
}

/** Opens a package of the course of a link that the browser has opened. */
export async function playExternal(
  deps: PackageDeps & ExternalDeps,
  { databases, http }: OpenContext,
  courseId: number,
  { blockId }: Parsed<typeof api.playExternal>["body"],
): Promise<Result<typeof api.playExternal>> {
  const pass = await requirePass(deps, http, courseId);
  const key = { portalId: http.portal?.id ?? 0, courseId };
  return databases.inPortal(key.portalId, async (db) => {
    const found = await findPackage(db, key, pass, { shows: pass.shows, ...(blockId !== undefined && { blockId }) });
    return openToLook(db, whereOf(deps, http), guestBy(pass, key.portalId), { courseId, ...found });
  });
}

/** Opens web pages of the course of a link that the browser has opened. */
export async function openExternalSite(
  deps: PackageDeps & ExternalDeps,
  { databases, http }: OpenContext,
  courseId: number,
  { fileId }: Parsed<typeof api.openExternalSite>["body"],
): Promise<Result<typeof api.openExternalSite>> {
  const pass = await requirePass(deps, http, courseId);
  const key = { portalId: http.portal?.id ?? 0, courseId };
  return databases.inPortal(key.portalId, async (db) => {
    if (!(await findCourseFile(db, key, fileId))) throw noSite();
    return openSiteFor(db, whereOf(deps, http), guestBy(pass, key.portalId), { courseId, fileId });
  });
}

const whereOf = ({ tokens, originOf }: PackageDeps, { origin }: Http) => ({ tokens, originOf, origin });

/** Whoever looks by the pass of a link, with an account or without: the preview guest. */
const guestBy = (pass: Pick<Pass, "id">, portalId: number): Looker => ({
  portalId,
  userId: guestId,
  sessionId: 0,
  passId: pass.id,
  givenName: "Preview guest",
  familyName: "",
});

/** Whether whoever holds the token of a package that is looked at still may: what ended since, ends it with the next page (security.md #24). */
export const stillLooks: StillLooks = async (db, { portalId, userId, courseId, passId }) => {
  if (passId > 0) return (await usePass(db, portalId, { id: passId }))?.courseId === courseId;
  const actor = await actorOf(db, { portalId, userId });
  const course = actor && (await queries.findCourse(db, actor, courseId));
  if (!course) return false;
  const test = may("test-packages");
  return mayPreview(actor, course) || (test.allows(actor) && canTestPackage(test.as?.(actor) ?? actor, course));
};
