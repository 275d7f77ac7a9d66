import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestApp } from "#app/test/app.ts";
import { openFileStore } from "#platform/files/store.ts";
import { importPackage, type ImportDeps, type ImportResult } from "../server/import/import-package.ts";
import { importLimits } from "../server/import/limits.ts";
import { reportText } from "../server/import/report-text.ts";
import { openPackageStore } from "../server/package-store.ts";
import { newestPackage } from "../server/queries.ts";

export type Importer = Awaited<ReturnType<typeof openImporter>>;

/** A server with a draft of a SCORM course and stores of its own in a new folder: imports packages into the course and tells what is stored. */
export async function openImporter() {
  const root = mkdtempSync(join(tmpdir(), "stoa-import-"));
  const packagesDir = join(root, "packages");
  const filesDir = join(root, "files");
  const app = await startTestApp();
  const files = openFileStore(filesDir);
  const packages = openPackageStore(packagesDir);
  const deps: ImportDeps = { databases: app.databases, files, packages, limits: { ...importLimits, freeBytes: 0, freeShare: 0 } };
  const portalId = app.portal("a").id;
  const userId = app.person("author", "a").id;
  const courseId = (await app.aCourse("a", { type: "scorm", status: "draft" })).id;

  const stored = () => ({
    packages: readdirSync(packagesDir).filter((name) => name !== ".staging"),
    staged: readdirSync(join(packagesDir, ".staging")),
    files: readdirSync(filesDir, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ name }) => name),
  });
  const rows = () =>
    app.databases.inPortal(portalId, async (db) => ({
      packages: (await db.selectFrom("scorm_packages").select("id").execute()).length,
      files: (await db.selectFrom("files").select("id").execute()).length,
      courseFiles: (await db.selectFrom("course_files").select("file_id").execute()).length,
    }));
  async function importZip(zip: Buffer, more: Partial<ImportDeps> = {}): Promise<ImportResult> {
    const zipPath = join(root, `${randomBytes(6).toString("hex")}.zip`);
    writeFileSync(zipPath, zip);
    try {
      return await importPackage({ ...deps, ...more }, { zipPath, name: "Tents.zip", portalId, courseId, userId });
    } finally {
      rmSync(zipPath);
    }
  }
  return {
    app,
    files,
    packages,
    deps,
    portalId,
    courseId,
    userId,
    root,
    packagesDir,
    filesDir,
    stored,
    rows,
    importZip,
    everything: async () => ({ ...stored(), rows: await rows() }),
    /** Imports an archive that has to be taken: its row, and the codes of what the report finds. */
    async imported(zip: Buffer) {
      const result = await importZip(zip);
      if (!result.ok) throw new Error(reportText(result.report));
      const found = await app.databases.inPortal(portalId, (db) => newestPackage(db, courseId));
      if (!found) throw new Error("no package");
      return { ...found, codes: result.report.findings.map(({ code }) => code) };
    },
    async close() {
      await app.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Why a package was refused. */
export const refusalOf = ({ report: { findings } }: ImportResult) => findings.find(({ level }) => level === "error");
