import { join } from "node:path";
import { createReadStream } from "node:fs";
import { packageContent } from "#features/authoring/server/package-content.ts";
import { insertCourse, insertVersion, updateCategories, updateCourse } from "#features/authoring/server/queries.ts";
import { pagesOf } from "#features/courses/content.ts";
import { defaultPolicy } from "#features/courses/completion-policy.ts";
import { importLimits } from "#features/scorm/server/import/limits.ts";
import { readPackage } from "#features/scorm/server/import/read-package.ts";
import { reportText } from "#features/scorm/server/import/report-text.ts";
import type { Manifest } from "#features/scorm/manifest.ts";
import type { PackageStore } from "#features/scorm/server/package-store.ts";
import { insertPackage } from "#features/scorm/server/queries.ts";
import type { Db } from "#platform/db/connect.ts";
import type { FileStore } from "#platform/files/store.ts";
import type { SeededCourse } from "./insert-courses.ts";
import { momentsBefore } from "./moments.ts";
import { demoPackages } from "./packages.ts";
import type { Placement } from "./portals.ts";

/** The file and package stores, and the keys of what is stored so far. */
export interface Stores {
  readonly files: FileStore;
  readonly packages: PackageStore;
  readonly stored: { readonly files: string[]; readonly packages: string[] };
}

/** Imports a SCORM package as its author's upload would, and publishes a course from it. Runs inside the caller's transaction. */
export async function insertPackageCourse(
  db: Db,
  { portalId, authorId, now }: { portalId: number; authorId: number; now: Date },
  placement: Placement,
  stores: Stores,
): Promise<SeededCourse> {
  const course = demoPackages.find(({ slug }) => slug === placement.slug);
  if (!course) throw new Error(`The demo has no package ${placement.slug}.`);
  const { title, summary, outcomes, minutes } = course;
  const courseId = await insertCourse(db, { portalId, userId: authorId, type: "scorm", title, language: "en" });
  const { packageId, manifest } = await importPackage(db, { portalId, courseId, userId: authorId }, course.file, stores);
  const content = packageContent(manifest, packageId, { title, minutes, newWindow: false });
  const versionId = await insertVersion(db, {
    portalId,
    courseId,
    userId: authorId,
    content,
    rule: { kind: "scorm", policy: defaultPolicy },
    itemKeys: pagesOf(content).map(({ page }) => page.id),
    note: "",
  });
  await updateCourse(db, portalId, courseId, {
    fields: { summary, outcomes: [...outcomes], minutes, selfEnrol: placement.selfEnrol ?? true },
    status: "published",
    current: { versionId, content },
  });
  await placeInCatalog(db, portalId, courseId, placement.categories);
  await moveBack(db, { portalId, courseId, now, age: placement.age });
  // Nobody has started it, so nothing looks up a version.
  return { id: courseId, versions: [] };
}

/** Imports a package of the committed media for a course, as its author's upload would. */
export async function importPackage(
  db: Db,
  owner: { portalId: number; courseId: number; userId: number },
  zip: string,
  { files, packages, stored }: Stores,
): Promise<{ packageId: number; manifest: Manifest }> {
  const zipPath = join(import.meta.dirname, "media", zip);
  const staging = await packages.stage();
  try {
    // No disk space has to stay free: the demo must start on any disk that it fits on.
    const limits = { ...importLimits, freeBytes: 0, freeShare: 0 };
    const { manifest, needs, report } = await readPackage({ zipPath, dir: staging.filesDir, limits });
    if (!manifest) throw new Error(reportText(report));
    const file = await files.put(createReadStream(zipPath));
    stored.files.push(file.key);
    const storageKey = packages.newKey();
    stored.packages.push(storageKey);
    await packages.publish(staging, storageKey);
    const packageId = await insertPackage(db, { ...owner, storageKey, manifest, needs, report, file: { ...file, name: zip } });
    return { packageId, manifest };
  } finally {
    await staging.discard();
  }
}

async function placeInCatalog(db: Db, portalId: number, courseId: number, names: readonly string[]) {
  const found = await db.selectFrom("categories").select("id").where("portal_id", "=", portalId).where("name", "in", names).execute();
  await updateCategories(
    db,
    portalId,
    courseId,
    found.map(({ id }) => id),
  );
}

/** Dates the upload and the publication back by `age` days. */
async function moveBack(db: Db, { portalId, courseId, now, age }: { portalId: number; courseId: number; now: Date; age: number }) {
  const at = momentsBefore(now);
  const [created_at, published_at] = [at(age + 10), at(age)];
  await db
    .updateTable("courses")
    .set({ created_at, published_at, updated_at: published_at })
    .where("portal_id", "=", portalId)
    .where("id", "=", courseId)
    .execute();
  await db
    .updateTable("course_versions")
    .set({ published_at })
    .where("portal_id", "=", portalId)
    .where("course_id", "=", courseId)
    .execute();
  await db.updateTable("scorm_packages").set({ created_at }).where("portal_id", "=", portalId).where("course_id", "=", courseId).execute();
}
