import { saveDraftPage } from "#features/courses/server/service.ts";
import { note } from "#platform/audit.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import type * as z from "zod/mini";
import type { CourseFile, putBack, StoredMedia } from "../contract.ts";
import { shapeIn, swapFile, type Successor } from "../swap-file.ts";
import { inCourse } from "./changing-course.ts";
import * as queries from "./file-queries.ts";

type Asker = Pick<Context, "db" | "actor" | "portal" | "http">;

/** The files that a course offers, and where its draft shows them. */
export async function listFiles(context: Asker, courseId: number): Promise<{ files: CourseFile[] }> {
  const key = await inCourse(context, courseId);
  const [listed, shown] = [
    await queries.listCourseFiles(context.db, { ...key, userId: context.actor.userId }),
    await queries.pagesWithFiles(context.db, key),
  ];
  const pages = Map.groupBy(shown, ({ fileId }) => fileId);
  return {
    files: listed.map((file) => ({ ...file, pages: (pages.get(file.fileId) ?? []).map(({ id, title }) => ({ id, title })) })),
  };
}

/** Gives a course a file of another one; the bytes are the same. Throws 404 for one that this person may not have. */
export async function takeFile(context: Asker, courseId: number, fileId: number): Promise<Record<string, never>> {
  const key = await inCourse(context, courseId);
  const { db, actor, portal } = context;
  if (!(await queries.findOwn(db, portal.id, actor, fileId))) throw notFound("file", "This file could not be found.");
  await queries.addMedia(db, key, fileId);
  await note(context, { action: "course_file_added", object: { kind: "course", id: courseId }, after: { fileId } });
  return {};
}

/** Takes a file out of the list of a course. Throws 409 while its draft shows the file. */
export async function removeFile(context: Asker, courseId: number, fileId: number): Promise<Record<string, never>> {
  const key = await inCourse(context, courseId);
  const { db } = context;
  await queries.lockFiles(context, key);
  const file = await queries.findOffered(db, key, fileId);
  if (!file) throw notFound("file", "This file could not be found.");
  const pages = (await queries.pagesWithFiles(db, key)).filter((page) => page.fileId === fileId);
  if (pages.length > 0)
    throw conflict(
      "file_in_use",
      'This file is on {count, plural, one {a page} other {# pages}} of the course, such as "{title}". Take it out there first.',
      { count: pages.length, title: pages[0]?.title ?? "" },
    );
  await queries.hideMedia(db, key, fileId);
  await note(context, { action: "course_file_removed", object: { kind: "course", id: courseId }, before: { fileId, name: file.name } });
  return {};
}

interface Kind {
  readonly mime: string;
  readonly isSite: boolean;
}
const classOf = ({ mime, isSite }: Kind) =>
  isSite ? "site" : /^(?:image|video|audio)\//.test(mime) ? mime.split("/")[0] : mime === "text/vtt" ? mime : "document";

/** Whether one file may come in another's place: where a picture stands, nothing else can be shown. Throws 400. */
export function checkSuccessor(from: Kind, to: Kind): void {
  if (classOf(from) !== classOf(to))
    throw invalid("file", "other_kind", "Replace a file by one of the same kind: a picture by a picture, a video by a video.");
}

/** Puts a file in another's place: the draft shows it from now on, versions keep the one before. Returns the one before, as `putBackFile` needs it. */
export async function replaceFile(
  { db, actor }: Pick<Context, "db" | "actor">,
  key: queries.CourseKey,
  { fileId, name, mime, bytes }: StoredMedia,
  to: Successor,
): Promise<Successor> {
  const from = { fileId, name, mime, bytes };
  await queries.hideMedia(db, key, fileId);
  const pages = await queries.lockPagesWith(db, key, fileId);
  for (const { page, revision } of pages) {
    const next = swapFile(page, from, to);
    if (JSON.stringify(next) !== JSON.stringify(page)) await saveDraftPage(db, { ...key, userId: actor.userId }, next, revision);
  }
  return { ...from, ...shapeIn(pages, fileId) };
}

/** Puts a file back in the place of the one that replaced it. Throws 404 where it is gone, 409 where its successor is not there any more. */
export async function putBackFile(
  context: Asker,
  courseId: number,
  fileId: number,
  { insteadOf, ...shape }: z.output<typeof putBack.body>,
): Promise<Record<string, never>> {
  const key = await inCourse(context, courseId);
  const { db } = context;
  await queries.lockFiles(context, key);
  const before = await queries.findTakenOut(db, key, fileId);
  if (!before) throw notFound("file", "This file could not be found.");
  const successor = await queries.findOffered(db, key, insteadOf);
  if (!successor) throw conflict("file_changed", "The file has been replaced or taken out since. Reload the list.");
  checkSuccessor(successor, before);
  await queries.addMedia(db, key, fileId);
  await replaceFile(context, key, successor, { ...before, ...shape });
  await note(context, {
    action: "course_file_replaced",
    object: { kind: "course", id: courseId },
    before: { fileId: successor.fileId, name: successor.name },
    after: { fileId, name: before.name },
  });
  return {};
}
