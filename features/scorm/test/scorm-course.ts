import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Content } from "#features/courses/content.ts";
import { becomesCurrent } from "#features/courses/server/current-version.ts";
import { noteCatalogChange } from "#features/courses/server/service.ts";
import type { Databases } from "#platform/db/connect.ts";
import { openFileStore } from "#platform/files/store.ts";
import { defaultPolicy, readsOf, type ScormPolicy } from "#features/courses/completion-policy.ts";
import { launchableItems } from "../manifest.ts";
import { importPackage } from "../server/import/import-package.ts";
import { importLimits } from "../server/import/limits.ts";
import { reportText } from "../server/import/report-text.ts";
import { openPackageStore } from "../server/package-store.ts";
import { newestPackage } from "../server/queries.ts";

export interface ScormCourseFields {
  readonly portalId: number;
  /** The author, who also owns the course. */
  readonly userId: number;
  readonly zip: Buffer;
  readonly title?: string;
  readonly policy?: Partial<ScormPolicy>;
  /** User ids to enrol at once. */
  readonly learners?: readonly number[];
  readonly newWindow?: boolean;
}

export interface ScormCourse {
  readonly id: number;
  readonly packageId: number;
  readonly versionId: number;
  readonly scoKeys: string[];
}

/** A published course with one package, really imported, and enrolled learners. */
export async function aScormCourse(
  { databases, dataDir }: { databases: Databases; dataDir: string },
  { portalId, userId, zip, title = "Tents", policy = {}, learners = [], newWindow }: ScormCourseFields,
): Promise<ScormCourse> {
  const course = await databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("courses")
      .values({ portal_id: portalId, type: "scorm", title, status: "published", published_at: new Date(), created_by: userId })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const zipPath = join(tmpdir(), `stoa-${randomBytes(6).toString("hex")}.zip`);
  writeFileSync(zipPath, zip);
  const deps = {
    databases,
    files: openFileStore(join(dataDir, "files")),
    packages: openPackageStore(join(dataDir, "packages")),
    limits: { ...importLimits, freeBytes: 0, freeShare: 0 },
  };
  try {
    const result = await importPackage(deps, { zipPath, name: `${title}.zip`, portalId, courseId: course.id, userId });
    if (!result.ok) throw new Error(reportText(result.report));
  } finally {
    rmSync(zipPath, { force: true });
  }
  return databases.inSystem("prepare a test", async (db) => {
    const found = await newestPackage(db, course.id);
    if (!found) throw new Error("no package");
    const items = launchableItems(found.manifest);
    const content: Content = {
      chapters: [
        {
          id: "package",
          title: found.manifest.organization.title,
          pages: items.map(({ scoKey, title: name }) => ({
            id: scoKey ?? "",
            title: name,
            minutes: 5,
            rule: { viewed: false, scorm: true },
            blocks: [{ id: `${scoKey}-b`, kind: "scorm", packageId: found.id, scoKey: scoKey ?? "", ...(newWindow && { newWindow }) }],
          })),
        },
      ],
    };
    const rules = { ...defaultPolicy, ...policy };
    const rule = { kind: "scorm" as const, policy: rules };
    const { decidesOn, resultsOn } = readsOf(rule);
    const version = await db
      .insertInto("course_versions")
      .values({
        portal_id: portalId,
        course_id: course.id,
        number: 1,
        content: JSON.stringify(content),
        completion_rule: JSON.stringify(rule),
        decides_on: decidesOn,
        results_on: resultsOn,
        item_count: items.length,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const scoKeys = items.map(({ scoKey }) => scoKey ?? "");
    await db
      .insertInto("course_version_items")
      .values(scoKeys.map((item_key, position) => ({ portal_id: portalId, version_id: version.id, item_key, position })))
      .execute();
    await db
      .updateTable("courses")
      .set(becomesCurrent(version.id, content))
      .where("portal_id", "=", portalId)
      .where("id", "=", course.id)
      .execute();
    await noteCatalogChange(db, portalId, course.id);
    for (const learner of learners) {
      const enrolment = await db
        .insertInto("enrolments")
        .values({ portal_id: portalId, course_id: course.id, user_id: learner })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.insertInto("enrolment_causes").values({ portal_id: portalId, enrolment_id: enrolment.id, kind: "person" }).execute();
    }
    return { id: course.id, packageId: found.id, versionId: version.id, scoKeys };
  });
}
