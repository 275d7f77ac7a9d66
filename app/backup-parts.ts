// What a backup of Stoa keeps of the database and of the data folder.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { KeptFolder } from "#platform/backup/write-backup.ts";
import { StartError } from "#platform/lifecycle-error.ts";

/** Rows that a backup leaves out: whoever was signed in signs in again, links that were used meanwhile work no more, and counters start anew. */
export const leftOut: readonly string[] = [
  "email_changes",
  "ended_sessions",
  "handover_tokens",
  // Bytes on their way in or out, which no file has.
  "loose_files",
  "passkey_challenges",
  "password_links",
  // One that was revoked since would open a course again.
  "preview_links",
  "preview_passes",
  "sign_in_links",
  "rate_limits",
  "sessions",
  "sign_in_steps",
];

/** The columns that name a stored file, and those that name a folder of an unpacked package. backup.test.ts compares them with the schema. */
export const fileColumns: readonly string[] = [
  "field_files.storage_key",
  "files.storage_key",
  "imports.file_key",
  "jobs.file_key",
  "picture_sizes.storage_key",
];
export const packageColumns: readonly string[] = ["scorm_packages.storage_key", "web_packages.storage_key"];

const keysIn = (columns: readonly string[], path: string) => (has: (table: string) => boolean) =>
  columns
    .map((one) => one.split("."))
    .filter(([table]) => has(table ?? ""))
    .map(([table, column]) => `select distinct ${path.replaceAll("key", column ?? "")} as path from ${table} where ${column} is not null`)
    .join(" union ");

/** The folders of stored files. `removed` says where a file is that was removed since the backup began. */
export const keptFolders = (dataDir: string, removed: (place: string) => string): KeptFolder[] => [
  {
    name: "files",
    folder: join(dataDir, "files"),
    named: keysIn(fileColumns, "left(key, 2) || '/' || substr(key, 3, 2) || '/' || key"),
    removed,
  },
  { name: "packages", folder: join(dataDir, "packages"), named: keysIn(packageColumns, "key") },
];

/** The queue of the workers is made anew: jobs that it had are handed to it again, and those under way are taken up when their lease is over. */
export const afterwards: readonly string[] = ["update jobs set handed_at = null where state = 'queued'"];

/** While it exists, a restore into the data folder is under way or was broken off. */
export const restoreSign = (dataDir: string) => join(dataDir, "restoring");

/** Throws a StartError where a restore was broken off: the folder then holds files without their database, or the other way round. */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(restoreSign(dataDir)))
    throw new StartError(`A restore into ${dataDir} was broken off or is under way. Run \`npm run restore\` again; it begins anew.`);
}
