import { sql } from "kysely";
import * as z from "zod/mini";
import type { Databases } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { FileStore } from "#platform/files/store.ts";

/** Days for which an import stays with its file and rows, counted from its end, or from its upload where it was never carried out. It can be undone for seven. */
const keptDays = 30;

const Old = z.object({ portalId: z.int(), id: z.int(), fileKey: z.nullable(z.string()) });

/**
 * Removes old imports with their files and rows, which hold personal data; what was done to whom stays in the audit log. One that a job works on stays. For the
 * worker; gives how many.
 */
export async function sweepImports({ databases, files }: { databases: Databases; files: FileStore }): Promise<number> {
  const isOld = sql`coalesce(i.ended_at, i.created_at) < now() - make_interval(days => ${keptDays})
    and not exists (select from jobs j where j.portal_id = i.portal_id and j.id in (i.job_id, i.run_job_id)
      and (j.state in ('queued', 'running') or j.ended_at > now() - make_interval(days => ${keptDays})))`;
  const old = await databases.inSystemUntimed(
    "find old imports",
    async (db) =>
      (await typed(Old)`select portal_id as "portalId", id, file_key as "fileKey" from imports i where ${isOld} limit 1000`.execute(db))
        .rows,
  );
  // Files first: a row without its file is found again, a file without its row never.
  for (const { fileKey } of old) if (fileKey !== null) await files.remove(fileKey);
  for (const { portalId, id } of old)
    await databases.inSystemUntimed("forget an old import", (db) =>
      sql`delete from imports i where i.portal_id = ${portalId} and i.id = ${id} and ${isOld}`.execute(db),
    );
  return old.length;
}
