import { sql } from "kysely";
import * as z from "zod/mini";
import type { Databases } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { FileStore } from "#platform/files/store.ts";

const Unused = z.object({ portalId: z.int(), fileId: z.int(), key: z.string() });

/** Removes images that were uploaded and left: a day old, and in no look that is shown, worked on or was published. For the worker; gives how many. */
export async function sweepBrandImages({ databases, files }: { databases: Databases; files: FileStore }): Promise<number> {
  const address = sql`'/rest/branding/images/' || i.file_id || '/'`;
  const isUnused = sql`i.made_at < now() - interval '1 day'
    and not exists (select from brand_versions v where v.portal_id = i.portal_id and position(${address} in v.brand::text) > 0)
    and not exists (select from group_brands g where g.portal_id = i.portal_id and position(${address} in coalesce(g.draft::text, '')) > 0)
    and not exists (select from brand_drafts d where d.portal_id = i.portal_id and position(${address} in coalesce(d.brand::text, '')) > 0)`;
  const unused = await databases.inSystemUntimed(
    "find images that no look has",
    async (db) =>
      (
        await typed(Unused)`select i.portal_id as "portalId", i.file_id as "fileId", f.storage_key as key
          from brand_images i join files f on f.portal_id = i.portal_id and f.id = i.file_id where ${isUnused} limit 1000`.execute(db)
      ).rows,
  );
  for (const { portalId, fileId, key } of unused) {
    const isGone = await databases.inSystemUntimed("remove an image that no look has", async (db) => {
      const gone = await sql`delete from brand_images i where i.portal_id = ${portalId} and i.file_id = ${fileId} and ${isUnused}`.execute(
        db,
      );
      if ((gone.numAffectedRows ?? 0n) > 0n) await sql`delete from files where portal_id = ${portalId} and id = ${fileId}`.execute(db);
      return (gone.numAffectedRows ?? 0n) > 0n;
    });
    if (isGone) await files.remove(key);
  }
  return unused.length;
}
