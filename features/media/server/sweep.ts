import { sql } from "kysely";
import * as z from "zod/mini";
import type { Databases } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { PackageStore } from "#features/scorm/server/package-store.ts";
import type { FileStore } from "#platform/files/store.ts";
import { deleteLoose } from "./queries.ts";

/** Days for which a file stays that nothing names any more: undo, a browser that was offline, and a version restored bring it back. */
const keptDays = 30;
const atOnce = 500;

const Left = z.object({ portalId: z.int(), courseId: z.int(), fileId: z.int() });
const Orphan = z.object({ portalId: z.int(), fileId: z.int(), key: z.string() });
const Site = z.object({ key: z.string() });
const Loose = z.object({ portalId: z.int(), key: z.string() });

interface Sweeping {
  readonly databases: Databases;
  readonly files: FileStore;
  readonly packages: Pick<PackageStore, "isKey" | "remove">;
}

/**
 * Removes files of courses that no draft, no version and no cover has named for thirty days, and what killed uploads left. For the worker; gives how many.
 * A draft names a file by any number in it that is the file's: so a kind of block needs no line here, and too much is kept rather than too little.
 */
export async function sweepMedia({ databases, files, packages }: Sweeping): Promise<number> {
  const isNamed = sql`(
    exists (select from course_files f where f.portal_id = m.portal_id and f.file_id = m.file_id)
    or exists (select from courses c where c.portal_id = m.portal_id and c.cover_file_id = m.file_id)
    or exists (select from course_draft_pages p where p.portal_id = m.portal_id and p.course_id = m.course_id
      and jsonb_path_exists(p.page, '$.** ? (@ == $id)', jsonb_build_object('id', m.file_id))))`;
  const folders: string[] = [];
  await databases.inSystemUntimed("find files of courses that nothing names", async (db) => {
    await sql`update course_media m set left_at = case when ${isNamed} then null else now() end
      where (m.left_at is null) <> ${isNamed}`.execute(db);
    const left = await typed(Left)`select m.portal_id as "portalId", m.course_id as "courseId", m.file_id as "fileId" from course_media m
      where m.left_at < now() - make_interval(days => ${keptDays}) and not ${isNamed} limit ${atOnce}`.execute(db);
    for (const { portalId, courseId, fileId } of left.rows)
      await sql`delete from course_media where portal_id = ${portalId} and course_id = ${courseId} and file_id = ${fileId}`.execute(db);
    // A file that was one of a course and is nobody's any more: the course went, or the lines above took it. Reusable blocks keep theirs without a course.
    const orphans = await typed(Orphan)`select f.portal_id as "portalId", f.id as "fileId", f.storage_key as key from files f
      where f.created_at < now() - make_interval(days => ${keptDays})
        and not exists (select from course_media m where m.portal_id = f.portal_id and m.file_id = f.id)
        and not exists (select from course_files c where c.portal_id = f.portal_id and c.file_id = f.id)
        and not exists (select from courses c where c.portal_id = f.portal_id and c.cover_file_id = f.id)
        and not exists (select from reusable_blocks r where r.portal_id = f.portal_id and f.id = any(r.file_ids))
        and not exists (select from scorm_packages g where g.portal_id = f.portal_id and g.source_file_id = f.id)
        and not exists (select from categories k where k.portal_id = f.portal_id and k.picture_file_id = f.id)
        and not exists (select from category_removals r where r.portal_id = f.portal_id and r.picture_file_id = f.id
          and r.removed_at > now() - make_interval(days => ${keptDays}))
        and not exists (select from brand_images i where i.portal_id = f.portal_id and i.file_id = f.id) limit ${atOnce}`.execute(db);
    for (const { portalId, fileId, key } of orphans.rows) {
      const sites = await typed(
        Site,
      )`delete from web_packages where portal_id = ${portalId} and file_id = ${fileId} returning storage_key as key`.execute(db);
      folders.push(...sites.rows.map((one) => one.key));
      await sql`with sizes as (delete from picture_sizes where portal_id = ${portalId} and file_id = ${fileId} returning storage_key)
        insert into loose_files (portal_id, storage_key, noted_at)
        select ${portalId}::bigint, key, now() - interval '2 days' from (select ${key}::text as key union all select storage_key from sizes) as gone`.execute(
        db,
      );
      await sql`delete from files where portal_id = ${portalId} and id = ${fileId}`.execute(db);
    }
  });
  for (const folder of folders) await packages.remove(folder);
  // No upload takes a day.
  const loose = await databases.inSystemUntimed(
    "find bytes that no file has",
    async (db) =>
      (
        await typed(Loose)`select portal_id as "portalId", storage_key as key from loose_files
          where noted_at < now() - interval '1 day' limit ${2 * atOnce}`.execute(db)
      ).rows,
  );
  for (const { portalId, key } of loose) {
    if (packages.isKey(key)) await packages.remove(key);
    else await files.remove(key);
    await databases.inSystemUntimed("forget bytes that no file has", (db) => deleteLoose(db, portalId, [key]));
  }
  return loose.length;
}
