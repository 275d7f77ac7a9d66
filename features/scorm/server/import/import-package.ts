import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Databases, Db } from "#platform/db/connect.ts";
import { AppError } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import type { ImportReport } from "../../manifest.ts";
import type { PackageStore, Staging } from "../package-store.ts";
import { insertPackage, packageIdOfKey } from "../queries.ts";
import { roomLeft } from "./free-room.ts";
import { importLimits, type ImportLimits } from "./limits.ts";
import { readPackage } from "./read-package.ts";
import { Refusal, refuse, shown, tellOperator } from "./refusal.ts";

export interface ImportDeps {
  readonly databases: Databases;
  readonly files: FileStore;
  readonly packages: PackageStore;
  readonly limits?: ImportLimits;
}

export interface ImportRequest {
  readonly zipPath: string;
  /** The archive's file name; the path's last name by default. */
  readonly name?: string;
  readonly portalId: number;
  readonly courseId: number;
  readonly userId: number;
  /** Called in the transaction that records the package. */
  readonly recorded?: (db: Db, packageId: number) => Promise<void>;
}

export type ImportResult =
  | { readonly ok: true; readonly packageId: number; readonly report: ImportReport }
  | { readonly ok: false; readonly report: ImportReport };

/**
 * Imports an archive on disk as a package of a course: unpacked and checked in a process of its own, and published completely or not at all
 * (security.md §3.4). For a package that is refused, resolves with the reasons; rejects only when the server is at fault. The caller
 * has checked that this person may do it, and keeps or removes the archive.
 */
export async function importPackage(deps: ImportDeps, request: ImportRequest): Promise<ImportResult> {
  const limits = deps.limits ?? importLimits;
  let staging: Staging | undefined;
  let undecided = false;
  try {
    staging = await deps.packages.stage();
    const { portalId, courseId, userId } = request;
    await staging.note({ portalId, courseId, userId });
    const { manifest, needs, report } = await readPackage({ zipPath: request.zipPath, dir: staging.filesDir, limits });
    if (!manifest) return { ok: false, report };
    const packageId = await publish(deps, staging, limits, { ...request, manifest, needs, report });
    return { ok: true, report, packageId };
  } catch (error) {
    undecided = error instanceof Undecided;
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return { ok: false, report: { findings: [refusal.finding], entryCount: 0, bytes: 0, standard: null, edition: null, scoCount: 0 } };
  } finally {
    if (undecided) staging?.leave();
    else await staging?.discard();
  }
}

/** The connection to the database was lost during the commit: the next sweep finds out whether the package was recorded. */
class Undecided extends Error {}

type Checked = ImportRequest & Pick<Parameters<typeof insertPackage>[1], "manifest" | "needs" | "report">;

/** Stores the archive, moves the files into place and records both; a failure is undone. */
async function publish({ databases, files, packages }: ImportDeps, staging: Staging, limits: ImportLimits, checked: Checked) {
  const { portalId, courseId, userId, zipPath, manifest, needs, report, recorded } = checked;
  roomLeft(await packages.room(), (await stat(zipPath)).size, limits);
  const [storageKey, fileKey] = [packages.newKey(), files.newKey()];
  try {
    // From here on, the note lets a sweep undo or keep what a killed process leaves (sweep-imports.ts).
    await staging.note({ portalId, courseId, userId, packageKey: storageKey, fileKey });
    const stored = await files.put(createReadStream(zipPath), { key: fileKey });
    await packages.publish(staging, storageKey);
    const name = fileName(checked.name ?? basename(zipPath));
    return await databases.inPortal(portalId, async (db) => {
      const file = { ...stored, name };
      const packageId = await insertPackage(db, { portalId, courseId, userId, storageKey, manifest, needs, report, file });
      await recorded?.(db, packageId);
      return packageId;
    });
  } catch (error) {
    // A commit without an answer may still have happened.
    const known = await databases
      .inPortal(portalId, (db) => packageIdOfKey(db, portalId, storageKey))
      .catch((cause: unknown) => {
        throw new Undecided("It is not known whether the package was recorded.", { cause });
      });
    if (known !== undefined) return known;
    await packages.remove(storageKey);
    await files.remove(fileKey);
    throw error;
  }
}

/** The archive's file name without a path, cut to the length of the database column. */
const fileName = (name: string) => shown(name.replace(/^.*[/\\]/s, "")).slice(-200) || "package.zip";

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const full =
    error instanceof AppError ? error.code === "disk_full" : ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "");
  return full ? refuse("disk_full", "There is no room left on the server for this package.", tellOperator) : undefined;
}
