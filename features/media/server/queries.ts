import { sql } from "kysely";
import type { DraftOutline } from "#features/courses/draft.ts";
import * as z from "zod/mini";
import { coAuthors } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { StoredFile } from "#platform/files/store.ts";

const CourseRow = z.object({ type: z.string(), createdBy: z.nullable(z.int()), coAuthors: z.array(z.int()) });
const Id = z.object({ id: z.int() });

interface CourseKey {
  readonly portalId: number;
  readonly courseId: number;
}

/** What decides whether somebody may send files for a course. */
export async function findMediaCourse(db: Db, { portalId, courseId }: CourseKey) {
  const { rows } = await typed(CourseRow)`
    select c.type, c.created_by as "createdBy", ${coAuthors} as "coAuthors" from courses c where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(
    db,
  );
  return rows[0];
}

/** Notes keys before anything is stored under them, so that what a killed server leaves is found. */
export const insertLoose = (db: Db, portalId: number, keys: readonly string[]) =>
  sql`insert into loose_files (portal_id, storage_key) select ${portalId}, unnest(${keys}::text[])`.execute(db);

/** Forgets keys: of files that are recorded now, or whose bytes are removed. */
export const deleteLoose = (db: Db, portalId: number, keys: readonly string[]) =>
  sql`delete from loose_files where portal_id = ${portalId} and storage_key = any(${keys}::text[])`.execute(db);

/** A picture in a smaller size, in the store. */
export type StoredSize = StoredFile & { readonly width: number };

/** Records a stored file as one of a course, and the smaller sizes of a picture. Gives its id. */
export async function insertMedia(
  db: Db,
  { portalId, courseId }: CourseKey,
  { key, bytes, sha256, name, mediaType }: StoredFile & { readonly name: string; readonly mediaType: string },
  sizes: readonly StoredSize[] = [],
): Promise<number> {
  const { id } = oneRow(
    await typed(Id)`
      with made as (
        insert into files (portal_id, storage_key, name, media_type, bytes, sha256)
        values (${portalId}, ${key}, ${name}, ${mediaType}, ${bytes}, ${sha256}) returning id),
      added as (insert into course_media (portal_id, course_id, file_id) select ${portalId}, ${courseId}, id from made)
      select id from made`.execute(db),
  );
  for (const size of sizes)
    await sql`insert into picture_sizes (portal_id, file_id, width, storage_key, bytes, sha256)
      values (${portalId}, ${id}, ${size.width}, ${size.key}, ${size.bytes}, ${size.sha256})`.execute(db);
  await deleteLoose(db, portalId, [key, ...sizes.map((size) => size.key)]);
  return id;
}

const DraftRow = z.object({ outline: jsonOf<DraftOutline>() });

/** Locks the draft of a course and gives its outline; undefined where there is none. */
export async function lockOutline(db: Db, { portalId, courseId }: CourseKey): Promise<DraftOutline | undefined> {
  const { rows } = await typed(DraftRow)`
    select outline from course_drafts where portal_id = ${portalId} and course_id = ${courseId} for update`.execute(db);
  return rows[0]?.outline;
}
