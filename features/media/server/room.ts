import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { refused } from "#platform/errors.ts";

/** What one portal may keep (PORTAL_GIGABYTES, PORTAL_FILES). */
export interface RoomLimits {
  readonly bytes: number;
  readonly files: number;
}

/** Each table that has stored bytes of a portal: its column of bytes, and how many files a row is. A package is unpacked beside its zip. */
const keepers = [
  { table: "files", bytes: "bytes", files: sql`count(*)` },
  { table: "picture_sizes", bytes: "bytes", files: sql`count(*)` },
  { table: "field_files", bytes: "bytes", files: sql`count(*)` },
  { table: "scorm_packages", bytes: "bytes", files: sql`sum(entry_count)` },
  { table: "web_packages", bytes: "bytes", files: sql`sum(entry_count)` },
] as const;

const Kept = z.object({ bytes: z.number(), files: z.number() });

/**
 * Checks that a portal has room for so many bytes more, in a file more, whichever door they come by (security.md #92). Throws 507. What several uploads bring at
 * the same moment is counted once they are kept.
 */
export const roomCheck =
  (limits: RoomLimits) =>
  async (db: Db, portalId: number, coming: number): Promise<void> => {
    const each = keepers.map(
      ({ table, bytes, files }) =>
        sql`select coalesce(sum(${sql.ref(bytes)}), 0)::float8 as bytes, coalesce(${files}, 0)::float8 as files from ${sql.table(table)} where portal_id = ${portalId}`,
    );
    const kept = oneRow(
      await typed(Kept)`select sum(bytes) as bytes, sum(files) as files from (${sql.join(each, sql` union all `)}) kept`.execute(db),
    );
    const gigabytes = Math.round(limits.bytes / 1024 ** 3);
    if (kept.bytes + coming > limits.bytes)
      throw refused(
        507,
        "storage_full",
        "This portal keeps {gigabytes, number} GB of files, as much as it may. Take out what is not needed, or ask whoever runs this server.",
        { gigabytes },
      );
    if (kept.files + 1 > limits.files)
      throw refused(
        507,
        "storage_files_full",
        "This portal keeps {files, number} files, as many as it may. Take out what is not needed, or ask whoever runs this server.",
        { files: limits.files },
      );
  };
