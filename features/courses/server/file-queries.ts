import { sql } from "kysely";
import * as z from "zod/mini";
import { typed } from "#platform/db/typed.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { may } from "#features/portal/permissions.ts";
import { isOneOfferedTo, isOwnOf } from "./course-sql.ts";
import type { SentFile } from "#platform/files/send-file.ts";

/** The person who asks for a file, with the rights that matter: author, admin, system admin. */
export interface FileReader {
  readonly portalId: number;
  readonly userId: number;
  readonly isAuthor: boolean;
  readonly readsEveryFile: boolean;
  /** Whether they approve courses, and so read those that were asked about. */
  readonly approves: boolean;
}

/** Somebody as a reader of files. */
export const readerOf = (actor: Actor): FileReader => ({
  portalId: actor.portalId,
  userId: actor.userId,
  isAuthor: actor.isAuthor,
  readsEveryFile: actor.isManager || actor.isAdmin || actor.isSystemAdmin,
  approves: may("approve-courses").allows(actor),
});
/** The files of courses, those that no version names yet too: with portal_id, course_id and file_id. */
const filesOfCourses = sql`select portal_id, course_id, file_id from course_files union all select portal_id, course_id, file_id from course_media`;

/** What is sent of the file f: itself, or of a picture the smallest size that is at least that wide. width: null for the file itself. */
const sentAt = (width: number | null) => ({
  columns: sql`coalesce(s.storage_key, f.storage_key) as key, f.name, f.media_type as "mediaType", coalesce(s.bytes, f.bytes) as bytes,
    coalesce(s.sha256, f.sha256) as sha256`,
  from: sql`files f left join lateral (select storage_key, bytes, sha256 from picture_sizes
    where portal_id = f.portal_id and file_id = f.id and width >= ${width}::int order by width limit 1) s on true`,
});

const Sent = z.object({ key: z.string(), name: z.string(), mediaType: z.string(), bytes: z.number(), sha256: z.string() });

/**
 * A file of the portal that this person may load: the picture of a category that the catalog shows, for managers and admins of a hidden one too; the cover of a published course that they are offered, or of one that they are or were enrolled in; a file of a course they
 * are or were enrolled in (to review it); for an author and for its reviewers, a file of a course of theirs, also one that no version names yet. Undefined otherwise, so that
 * others do not learn that it exists.
 */
export async function findReadableFile(
  db: Db,
  { portalId, userId, isAuthor, readsEveryFile, approves }: FileReader,
  fileId: number,
  width: number | null = null,
): Promise<SentFile | undefined> {
  const sent = sentAt(width);
  const isOwn = isAuthor ? isOwnOf(portalId, userId) : sql`false`;
  const { rows } = await typed(Sent)`
    select ${sent.columns} from ${sent.from}
    where f.portal_id = ${portalId} and f.id = ${fileId} and (${readsEveryFile}
      or exists (select from courses c
        where c.portal_id = f.portal_id and c.cover_file_id = f.id and ((c.status = 'published' and ${isOneOfferedTo({ portalId, userId })}) or ${isOwn} or exists (
          select from enrolments e where e.portal_id = c.portal_id and e.course_id = c.id and e.user_id = ${userId})))
      or exists (select from categories k where k.portal_id = f.portal_id and k.picture_file_id = f.id and k.is_shown)
      or exists (select from course_files cf join courses c on c.portal_id = cf.portal_id and c.id = cf.course_id
        where cf.portal_id = f.portal_id and cf.file_id = f.id and (${isOwn} or exists (
          select from enrolments e where e.portal_id = c.portal_id and e.course_id = c.id and e.user_id = ${userId})))
      or exists (select from course_media m join courses c on c.portal_id = m.portal_id and c.id = m.course_id
        where m.portal_id = f.portal_id and m.file_id = f.id and ${isOwn})
      or exists (select from course_reviewers r join (${filesOfCourses}) o on o.portal_id = r.portal_id and o.course_id = r.course_id
        where r.portal_id = f.portal_id and r.user_id = ${userId} and o.file_id = f.id)
      or (${approves} and exists (select from (${filesOfCourses}) o join courses c on c.portal_id = o.portal_id and c.id = o.course_id
        where o.portal_id = f.portal_id and o.file_id = f.id and c.review is not null))
      or exists (select from scorm_packages g join courses c on c.portal_id = g.portal_id and c.id = g.course_id
        where g.portal_id = f.portal_id and g.source_file_id = f.id and ${isOwn}))`.execute(db);
  return rows[0];
}

/** The picture of a course that visitors see (db/functions/courses_for_visitors.sql); undefined where they do not, or it has none. */
export async function findPublicCover(
  db: Db,
  { portalId, courseId }: { readonly portalId: number; readonly courseId: number },
  width: number | null,
): Promise<SentFile | undefined> {
  const sent = sentAt(width);
  const { rows } = await typed(Sent)`
    select ${sent.columns} from ${sent.from}
    where f.portal_id = ${portalId} and f.media_type like 'image/%' and f.id = (select c.cover_file_id from courses c
      where c.portal_id = ${portalId} and c.id = ${courseId} and c.id in (select courses_for_visitors(${portalId}, ${courseId})))`.execute(
    db,
  );
  return rows[0];
}

/** A file of one course, for whoever may see that course alone. */
export async function findCourseFile(
  db: Db,
  { portalId, courseId }: { readonly portalId: number; readonly courseId: number },
  fileId: number,
  width: number | null = null,
): Promise<SentFile | undefined> {
  const sent = sentAt(width);
  const { rows } = await typed(Sent)`
    select ${sent.columns} from ${sent.from}
    where f.portal_id = ${portalId} and f.id = ${fileId}
      and exists (select from (${filesOfCourses}) o where o.portal_id = f.portal_id and o.course_id = ${courseId} and o.file_id = f.id)`.execute(
    db,
  );
  return rows[0];
}
