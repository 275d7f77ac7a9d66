import { sql } from "kysely";
import * as z from "zod/mini";
import { typed } from "#platform/db/typed.ts";
import type { Db } from "#platform/db/connect.ts";
import type { SentFile } from "#platform/files/send-file.ts";

/** The person who asks for a file, with the rights that matter: author, admin, system admin. */
export interface FileReader {
  readonly portalId: number;
  readonly userId: number;
  readonly isAuthor: boolean;
  readonly readsEveryFile: boolean;
}

const Sent = z.object({ key: z.string(), name: z.string(), mediaType: z.string(), bytes: z.number(), sha256: z.string() });

/**
 * A file of the portal that this person may load: the cover of a published course; a file of a course they are or were enrolled in
 * (to review it); for an author, a file of a course of theirs, also one that no version names yet. Undefined otherwise, so that others do not learn that it exists.
 */
export async function findReadableFile(
  db: Db,
  { portalId, userId, isAuthor, readsEveryFile }: FileReader,
  fileId: number,
): Promise<SentFile | undefined> {
  const isOwn = isAuthor ? sql`c.created_by = ${userId}` : sql`false`;
  const { rows } = await typed(Sent)`
    select f.storage_key as key, f.name, f.media_type as "mediaType", f.bytes, f.sha256
    from files f
    where f.portal_id = ${portalId} and f.id = ${fileId} and (${readsEveryFile}
      or exists (select from courses c
        where c.portal_id = f.portal_id and c.cover_file_id = f.id and (c.status = 'published' or ${isOwn}))
      or exists (select from course_files cf join courses c on c.portal_id = cf.portal_id and c.id = cf.course_id
        where cf.portal_id = f.portal_id and cf.file_id = f.id and (${isOwn} or exists (
          select from enrolments e where e.portal_id = c.portal_id and e.course_id = c.id and e.user_id = ${userId})))
      or exists (select from course_media m join courses c on c.portal_id = m.portal_id and c.id = m.course_id
        where m.portal_id = f.portal_id and m.file_id = f.id and ${isOwn})
      or exists (select from scorm_packages g join courses c on c.portal_id = g.portal_id and c.id = g.course_id
        where g.portal_id = f.portal_id and g.source_file_id = f.id and ${isOwn}))`.execute(db);
  return rows[0];
}
