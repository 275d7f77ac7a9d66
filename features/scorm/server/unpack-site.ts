import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Databases } from "#platform/db/connect.ts";
import type { FileStore } from "#platform/files/store.ts";
import type { Language } from "#platform/languages.ts";
import { importLimits, type ImportLimits } from "./import/limits.ts";
import { readPackage } from "./import/read-package.ts";
import { findingText } from "./import/report-text.ts";
import type { WorkerResult } from "./import/worker.ts";
import type { PackageStore, Staging, StagingNote } from "./package-store.ts";
import { packageIdOfKey } from "./queries.ts";

/** What a zip is refused for, in the language of who sent it. */
export interface RefusedZip {
  readonly refusal: string;
}

const refusalOf = ({ report }: WorkerResult, language: Language): RefusedZip => ({
  refusal: report.findings.map((one) => findingText(language, one)).join("\n"),
});

interface Zip {
  readonly databases: Databases;
  readonly files: FileStore;
  readonly packages: PackageStore;
  /** The key of the zip in the file store. */
  readonly key: string;
  readonly language: Language;
  readonly limits?: ImportLimits | undefined;
}

/** The connection to the database was lost during the commit: the next sweep finds out whether the pages were recorded. */
class Undecided extends Error {}

async function staged<T>({ files, packages, key }: Zip, note: StagingNote, work: (staging: Staging) => Promise<T>): Promise<T> {
  const staging = await packages.stage();
  let isLeft = false;
  try {
    await staging.note(note);
    await pipeline(await files.open(key), createWriteStream(staging.zipPath, { flags: "wx", mode: 0o600 }));
    return await work(staging);
  } catch (error) {
    isLeft = error instanceof Undecided;
    throw error;
  } finally {
    if (isLeft) staging.leave();
    else await staging.discard();
  }
}

/** The paths of what is in a zip, by its directory and with nothing unpacked; or why it is refused (security.md §3.4). */
export const namesInZip = (zip: Zip, note: StagingNote): Promise<readonly string[] | RefusedZip> =>
  staged(zip, note, async ({ zipPath, filesDir }) => {
    const result = await readPackage({ zipPath, dir: filesDir, limits: zip.limits ?? importLimits, wants: "names" });
    return result.names ?? refusalOf(result, zip.language);
  });

/** Web pages of a zip as they now lie in the package store. */
export interface UnpackedSite {
  readonly storageKey: string;
  /** The page with which they begin. */
  readonly entry: string;
  readonly entryCount: number;
  readonly bytes: number;
}

/**
 * Unpacks a zip of web pages with the limits and checks of SCORM packages, puts them into the package store and lets `record` write them down; all of it or
 * nothing. Or says why the zip is refused.
 */
export async function unpackSite<T>(
  zip: Zip,
  note: StagingNote,
  record: (site: UnpackedSite) => Promise<T>,
): Promise<{ recorded: T } | RefusedZip> {
  const { databases, packages, language } = zip;
  return staged(zip, note, async (staging) => {
    const result = await readPackage({
      zipPath: staging.zipPath,
      dir: staging.filesDir,
      limits: zip.limits ?? importLimits,
      wants: "site",
    });
    if (!result.site) return refusalOf(result, language);
    const storageKey = packages.newKey();
    await staging.note({ ...note, packageKey: storageKey });
    await packages.publish(staging, storageKey);
    try {
      return { recorded: await record({ ...result.site, storageKey }) };
    } catch (error) {
      // A commit without an answer may still have happened.
      const known = await databases
        .inPortal(note.portalId, (db) => packageIdOfKey(db, note.portalId, storageKey))
        .catch((cause: unknown) => {
          throw new Undecided("It is not known whether the pages were recorded.", { cause });
        });
      if (known === undefined) await packages.remove(storageKey);
      throw error;
    }
  });
}
