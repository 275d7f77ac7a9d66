import { sql } from "kysely";
import { untitled } from "#features/courses/policy.ts";
import { deleteCourse } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import type { ImportReport, Manifest } from "../manifest.ts";

/** A course's newest package; undefined when it has none. The portal is that of the handle. */
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
      "uploaded_by as uploadedBy",
      "created_at as createdAt",
    ]);

/** The two documents were written by insertPackage and by nobody else. */
const read = <R extends { manifest: unknown; report: unknown }>(row: R) => ({
  ...row,
  manifest: row.manifest as Manifest,
  report: row.report as ImportReport,
});

/** What the upload needs to know of a course; undefined when the portal has none of that id. */
export function findUploadCourse(db: Db, portalId: number, courseId: number) {
  return db
    .selectFrom("courses")
    .select(["id", "type", "created_by as createdBy", "status"])
    .where("portal_id", "=", portalId)
    .where("id", "=", courseId)
    .executeTakeFirst();
}

/** How many learners are working through a course that has a package already. */
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
  readonly file: { readonly key: string; readonly name: string; readonly bytes: number; readonly sha256: string };
}

/** Records a package and its original archive; gives the package's id. */
export async function insertPackage(
  db: Db,
  { portalId, courseId, userId, storageKey, manifest, report, file }: NewPackage,
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
      uploaded_by: userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await nameCourse(db, portalId, courseId, manifest.title);
  return made.id;
}

/** A course that nobody has named yet takes the name of its package. */
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

/** The id of the package recorded under a key of the store; undefined when none is. */
export async function packageIdOfKey(db: Db, portalId: number, storageKey: string): Promise<number | undefined> {
  const found = await db
    .selectFrom("scorm_packages")
    .select("id")
    .where("portal_id", "=", portalId)
    .where("storage_key", "=", storageKey)
    .executeTakeFirst();
  return found?.id;
}

/**
 * Removes a course that was made for an upload that then failed: an own draft that nobody has changed since, without a package, a version or an
 * enrolment (SCORM part of specification §4). Leaves every other course alone.
 */
export async function removeEmptyDraft(
  db: Db,
  { portalId, courseId, userId }: { portalId: number; courseId: number; userId: number },
): Promise<boolean> {
  const draft = await db
    .selectFrom("courses as c")
    .select("c.id")
    .where("c.portal_id", "=", portalId)
    .where("c.id", "=", courseId)
    .where("c.type", "=", "scorm")
    .where("c.status", "=", "draft")
    .where("c.created_by", "=", userId)
    .where("c.revision", "=", 1)
    .where("c.title", "=", untitled)
    .where("c.current_version_id", "is", null)
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(
          exists(
            selectFrom("scorm_packages as p")
              .select("p.id")
              .whereRef("p.portal_id", "=", "c.portal_id")
              .whereRef("p.course_id", "=", "c.id"),
          ),
        ),
        not(
          exists(
            selectFrom("course_versions as v")
              .select("v.id")
              .whereRef("v.portal_id", "=", "c.portal_id")
              .whereRef("v.course_id", "=", "c.id"),
          ),
        ),
        not(
          exists(
            selectFrom("course_files as f")
              .select("f.file_id")
              .whereRef("f.portal_id", "=", "c.portal_id")
              .whereRef("f.course_id", "=", "c.id"),
          ),
        ),
        not(
          exists(
            selectFrom("course_draft_pages as d")
              .select("d.page_id")
              .whereRef("d.portal_id", "=", "c.portal_id")
              .whereRef("d.course_id", "=", "c.id"),
          ),
        ),
        not(
          exists(
            selectFrom("enrolments as e").select("e.id").whereRef("e.portal_id", "=", "c.portal_id").whereRef("e.course_id", "=", "c.id"),
          ),
        ),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!draft) return false;
  await deleteCourse(db, { portalId, courseId });
  return true;
}
