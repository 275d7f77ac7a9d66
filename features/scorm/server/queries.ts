import { sql } from "kysely";
import * as z from "zod/mini";
import { firstCompletion } from "#features/courses/draft.ts";
import { untitled } from "#features/courses/policy.ts";
import { coAuthors, deleteCourse } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ImportReport, Manifest } from "../manifest.ts";
import type { Needs } from "../needs.ts";

/** The package of a course's draft: that of the version that was restored, else the newest. c: the course, in the statement around it. */
export const draftPackage = sql`(
  select x.* from scorm_packages x left join course_drafts y on y.portal_id = x.portal_id and y.course_id = x.course_id
  where x.portal_id = c.portal_id and x.course_id = c.id
  order by coalesce(x.id = (y.presentation->>'packageId')::bigint, false) desc, x.id desc limit 1)`;

/** A course's newest package in the handle's portal; undefined when it has none. */
export async function newestPackage(db: Db, courseId: number) {
  const found = await packages(db).where("course_id", "=", courseId).orderBy("id", "desc").limit(1).executeTakeFirst();
  return found && read(found);
}

const packages = (db: Db) =>
  db
    .selectFrom("scorm_packages")
    .select([
      "id",
      "course_id as courseId",
      "standard",
      "edition",
      "title",
      "storage_key as storageKey",
      "entry_count as entryCount",
      "bytes",
      "source_file_id as sourceFileId",
      "manifest",
      "report",
      "needs",
      "uploaded_by as uploadedBy",
      "created_at as createdAt",
    ]);

/** Types the JSON documents, which only insertPackage writes. */
const read = <R extends { manifest: unknown; report: unknown; needs: unknown }>(row: R) => ({
  ...row,
  manifest: row.manifest as Manifest,
  report: row.report as ImportReport,
  needs: row.needs as Needs,
});

const UploadCourse = z.object({ type: z.string(), createdBy: z.nullable(z.int()), coAuthors: z.array(z.int()) });

/** What an upload needs to know about a course; undefined when the portal has none with this id. */
export async function findUploadCourse(db: Db, portalId: number, courseId: number) {
  const { rows } = await typed(UploadCourse)`select c.type, c.created_by as "createdBy", ${coAuthors} as "coAuthors" from courses c
    where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db);
  return rows[0];
}

/** How many learners are in progress in a course that already has a package. */
export async function countLearnersInProgress(db: Db, portalId: number, courseId: number): Promise<number> {
  const found = await db
    .selectFrom("attempt_progress")
    .select(({ fn }) => fn.count<number>("user_id").distinct().as("count"))
    .where("portal_id", "=", portalId)
    .where("course_id", "=", courseId)
    .where("completion_id", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("scorm_packages as p").select("p.id").where("p.portal_id", "=", portalId).where("p.course_id", "=", courseId)),
    )
    .executeTakeFirstOrThrow();
  return Number(found.count);
}

export interface NewPackage {
  readonly portalId: number;
  readonly courseId: number;
  readonly userId: number;
  readonly storageKey: string;
  readonly manifest: Manifest;
  readonly report: ImportReport;
  readonly needs: Needs;
  readonly file: { readonly key: string; readonly name: string; readonly bytes: number; readonly sha256: string };
}

/** Records a package and its original archive. Returns the package's id. */
export async function insertPackage(
  db: Db,
  { portalId, courseId, userId, storageKey, manifest, report, needs, file }: NewPackage,
): Promise<number> {
  const stored = await db
    .insertInto("files")
    .values({
      portal_id: portalId,
      storage_key: file.key,
      name: file.name,
      media_type: "application/zip",
      bytes: file.bytes,
      sha256: file.sha256,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const made = await db
    .insertInto("scorm_packages")
    .values({
      portal_id: portalId,
      course_id: courseId,
      standard: manifest.standard,
      edition: manifest.edition,
      title: manifest.title,
      storage_key: storageKey,
      entry_count: report.entryCount,
      bytes: report.bytes,
      source_file_id: stored.id,
      manifest: JSON.stringify(manifest),
      report: JSON.stringify(report),
      needs: JSON.stringify(needs),
      uploaded_by: userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const course = await findUploadCourse(db, portalId, courseId);
  // In an online course a package is for a block, which has its own setting.
  if (course?.type !== "scorm") return made.id;
  await nameCourse(db, portalId, courseId, manifest.title);
  // The newest is the draft's again. It opens as its author chose, unless it needs a window; a version that learners have is not changed by this.
  await sql`insert into course_drafts as d (portal_id, course_id, completion, presentation, updated_by)
    select c.portal_id, c.id, ${JSON.stringify(firstCompletion("scorm"))}::jsonb, ${JSON.stringify(needs.window ? { newWindow: true } : {})}::jsonb, ${userId}::bigint
    from courses c where c.portal_id = ${portalId} and c.id = ${courseId} and c.type = 'scorm'
    on conflict (portal_id, course_id) do update set presentation = d.presentation - 'packageId' || excluded.presentation,
      revision = d.revision + 1, updated_at = now(), updated_by = excluded.updated_by`.execute(db);
  return made.id;
}

/** Names a course after its package unless somebody has named it. */
async function nameCourse(db: Db, portalId: number, courseId: number, packageTitle: string) {
  const title = [...packageTitle.replace(/\s+/g, " ").trim()].slice(0, 200).join("");
  if (title === "") return;
  await db
    .updateTable("courses")
    .set({ title, revision: sql`revision + 1` })
    .where("portal_id", "=", portalId)
    .where("id", "=", courseId)
    .where("title", "=", untitled)
    .execute();
}

const CoursePackage = z.object({
  packageId: z.int(),
  title: z.string(),
  fileName: z.string(),
  uploadedAt: z.date(),
  manifest: jsonOf<Manifest>(),
  needs: jsonOf<Needs>(),
});

/** The packages of a course, newest first, for whoever chooses one for a block. */
export async function listPackages(db: Db, { portalId, courseId }: CourseKey) {
  const { rows } = await typed(CoursePackage)`
    select p.id as "packageId", p.title, f.name as "fileName", p.created_at as "uploadedAt", p.manifest, p.needs
    from scorm_packages p join files f on f.portal_id = p.portal_id and f.id = p.source_file_id
    where p.portal_id = ${portalId} and p.course_id = ${courseId} order by p.id desc`.execute(db);
  return rows;
}

interface CourseKey {
  readonly portalId: number;
  readonly courseId: number;
}
interface PartName {
  readonly packageId: number;
  readonly scoKey: string;
}

const ForeignPart = z.object({ packageId: z.int() });

/** Which of these parts are of no package of this course: an author plays no package of another one by its number (security.md #26). */
export async function partsOfOthers(db: Db, { portalId, courseId }: CourseKey, parts: readonly PartName[]): Promise<number[]> {
  if (parts.length === 0) return [];
  const [ids, keys] = [parts.map(({ packageId }) => packageId), parts.map(({ scoKey }) => scoKey)];
  const { rows } = await typed(ForeignPart)`
    select n.id as "packageId" from unnest(${ids}::bigint[], ${keys}::text[]) as n (id, key) where not exists (
      select from scorm_packages p where p.portal_id = ${portalId} and p.course_id = ${courseId} and p.id = n.id
        and jsonb_path_exists(p.manifest, '$.organization.**.scoKey ? (@ == $key)', jsonb_build_object('key', n.key)))`.execute(db);
  return rows.map(({ packageId }) => packageId);
}

const PackageId = z.object({ id: z.int() });

/** The id of the package recorded under a store key; undefined when there is none. */
export async function packageIdOfKey(db: Db, portalId: number, storageKey: string): Promise<number | undefined> {
  const { rows } = await typed(PackageId)`
    select id from scorm_packages where portal_id = ${portalId} and storage_key = ${storageKey}
    union all select file_id from web_packages where portal_id = ${portalId} and storage_key = ${storageKey}`.execute(db);
  return rows[0]?.id;
}

/**
 * Removes a draft without any package, version, file, page or enrolment. With `untouchedBy`, only one that this person created and nobody has changed
 * or named since: a course created for an upload that then failed (SCORM part of specification §4). True when it was removed.
 */
export async function removeEmptyDraft(
  db: Db,
  { portalId, courseId, untouchedBy }: { portalId: number; courseId: number; untouchedBy?: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from courses c
    where c.portal_id = ${portalId} and c.id = ${courseId} and c.type = 'scorm' and c.status = 'draft' and c.current_version_id is null
      ${untouchedBy === undefined ? sql`` : sql`and c.created_by = ${untouchedBy} and c.revision = 1 and c.title = ${untitled}`}
      ${sql.join(
        ["scorm_packages", "course_versions", "course_files", "course_draft_pages", "enrolments"].map(
          (table) => sql`and not exists (select from ${sql.table(table)} x where x.portal_id = c.portal_id and x.course_id = c.id)`,
        ),
        sql` `,
      )}
    for update`.execute(db);
  if (rows.length === 0) return false;
  await deleteCourse(db, { portalId, courseId });
  return true;
}
