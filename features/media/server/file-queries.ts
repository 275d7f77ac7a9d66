import { sql } from "kysely";
import * as z from "zod/mini";
import type { Page } from "#features/courses/content.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";

export interface CourseKey {
  readonly portalId: number;
  readonly courseId: number;
}

const Listed = z.object({
  fileId: z.int(),
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  folder: z.string(),
  sentAt: z.string(),
  isPublished: z.boolean(),
  webFiles: z.nullable(z.int()),
  isLoose: z.boolean(),
});

/** What is offered of a course's files, and this person's web pages that belong to no course, newest first. */
export async function listCourseFiles(db: Db, { portalId, courseId, userId }: CourseKey & { userId: number }) {
  const { rows } = await typed(Listed)`
    select f.id as "fileId", f.name, f.media_type as mime, f.bytes, o.folder, to_json(o.at)#>>'{}' as "sentAt", o.loose as "isLoose", w.entry_count as "webFiles",
      exists (select from course_files c where c.portal_id = f.portal_id and c.course_id = ${courseId} and c.file_id = f.id) as "isPublished"
    from (
      select m.file_id, coalesce(m.folder, '') as folder, m.uploaded_at as at, false as loose from course_media m
        where m.portal_id = ${portalId} and m.course_id = ${courseId} and m.hidden_at is null
      union all select p.file_id, '', p.created_at, true from web_packages p
        where p.portal_id = ${portalId} and p.created_by = ${userId}
          and not exists (select from course_media m where m.portal_id = p.portal_id and m.file_id = p.file_id)) o
    join files f on f.portal_id = ${portalId} and f.id = o.file_id
    left join web_packages w on w.portal_id = f.portal_id and w.file_id = f.id
    order by o.at desc, f.id desc limit 2000`.execute(db);
  return rows;
}

const Shows = z.object({ fileId: z.int(), id: z.string(), title: z.string() });

/** Which pages of the draft show which files. */
export async function pagesWithFiles(db: Db, { portalId, courseId }: CourseKey) {
  const { rows } = await typed(Shows)`
    select distinct n.id::text::bigint as "fileId", p.page_id as id, p.page->>'title' as title from course_draft_pages p
    cross join lateral (
      select jsonb_path_query(p.page, '$.**.fileId ? (@.type() == "number")') as id
      union all select jsonb_path_query(p.page, '$.**.posterFileId ? (@.type() == "number")')) n
    where p.portal_id = ${portalId} and p.course_id = ${courseId} order by p.page_id`.execute(db);
  return rows;
}

/** Holds other changes of a course's files off until the end of the transaction. */
export const lockFiles = ({ db }: { readonly db: Db }, { portalId, courseId }: CourseKey) =>
  sql`select from courses where portal_id = ${portalId} and id = ${courseId} for no key update`.execute(db);

const Stored = z.object({
  fileId: z.int(),
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  folder: z.nullable(z.string()),
  isSite: z.boolean(),
});
const offered = sql`select f.id as "fileId", f.name, f.media_type as mime, f.bytes, m.folder,
    exists (select from web_packages w where w.portal_id = f.portal_id and w.file_id = f.id) as "isSite" from course_media m
  join files f on f.portal_id = m.portal_id and f.id = m.file_id`;

/** A file that a course offers; undefined for another one. */
export async function findOffered(db: Db, { portalId, courseId }: CourseKey, fileId: number) {
  const { rows } = await typed(Stored)`${offered}
    where m.portal_id = ${portalId} and m.course_id = ${courseId} and m.file_id = ${fileId} and m.hidden_at is null`.execute(db);
  return rows[0];
}

/** A file that a course offered and does not any more, as long as it is kept; undefined for another one. */
export async function findTakenOut(db: Db, { portalId, courseId }: CourseKey, fileId: number) {
  const { rows } = await typed(Stored)`${offered}
    where m.portal_id = ${portalId} and m.course_id = ${courseId} and m.file_id = ${fileId} and m.hidden_at is not null`.execute(db);
  return rows[0];
}

/** The file that stands in this folder under this title, whatever its type and the case of its letters. */
export async function findInPlace(db: Db, { portalId, courseId }: CourseKey, { folder, title }: { folder: string; title: string }) {
  const { rows } = await typed(Stored)`${offered}
    where m.portal_id = ${portalId} and m.course_id = ${courseId} and m.hidden_at is null and m.folder = ${folder}
      and lower(regexp_replace(f.name, '\.[^.]*$', '')) = lower(${title}) order by f.id desc limit 1`.execute(db);
  return rows[0];
}

/** Puts a file of a course into a folder of its list. */
export const placeMedia = (db: Db, { portalId, courseId }: CourseKey, fileId: number, folder: string) =>
  sql`update course_media set folder = ${folder} where portal_id = ${portalId} and course_id = ${courseId} and file_id = ${fileId}`.execute(
    db,
  );

/** Offers a file no longer; it goes when nothing names it any more. */
export const hideMedia = (db: Db, { portalId, courseId }: CourseKey, fileId: number) =>
  sql`update course_media set hidden_at = now() where portal_id = ${portalId} and course_id = ${courseId} and file_id = ${fileId}`.execute(
    db,
  );

/** Makes a file of the portal one of a course; offered again where it was taken out. */
export const addMedia = (db: Db, { portalId, courseId }: CourseKey, fileId: number) =>
  sql`insert into course_media as m (portal_id, course_id, file_id, folder) values (${portalId}, ${courseId}, ${fileId}, '')
    on conflict (portal_id, course_id, file_id) do update set hidden_at = null`.execute(db);

const PageRow = z.object({ page: jsonOf<Page>(), revision: z.int() });

/** The pages of a draft that name a number which may be the file's, locked. */
export async function lockPagesWith(db: Db, { portalId, courseId }: CourseKey, fileId: number) {
  const { rows } = await typed(PageRow)`select page, revision from course_draft_pages p
    where p.portal_id = ${portalId} and p.course_id = ${courseId}
      and jsonb_path_exists(p.page, '$.** ? (@ == $id)', jsonb_build_object('id', ${fileId}::bigint)) for update`.execute(db);
  return rows;
}

const Elsewhere = z.object({ fileId: z.int() });

/** A file of a course that this person may edit, or web pages of theirs: what they may give to another course of theirs. */
export async function findOwn(db: Db, portalId: number, { userId, isAdmin }: { userId: number; isAdmin: boolean }, fileId: number) {
  const { rows } = await typed(Elsewhere)`select f.id as "fileId" from files f where f.portal_id = ${portalId} and f.id = ${fileId} and (
    exists (select from course_media m join courses c on c.portal_id = m.portal_id and c.id = m.course_id
      where m.portal_id = f.portal_id and m.file_id = f.id and (c.created_by = ${userId} or ${isAdmin}))
    or exists (select from web_packages w where w.portal_id = f.portal_id and w.file_id = f.id and w.created_by = ${userId}))`.execute(db);
  return rows[0];
}
