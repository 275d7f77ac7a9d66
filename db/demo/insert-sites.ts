import { join } from "node:path";
import { insertSite } from "#features/media/server/site-queries.ts";
import { importLimits } from "#features/scorm/server/import/limits.ts";
import { readPackage } from "#features/scorm/server/import/read-package.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Stores } from "./insert-package.ts";

/** Unpacks the zips of web pages among a portal's files, as their author's upload would. */
export async function insertSites(
  db: Db,
  { portalId, userId }: { portalId: number; userId: number },
  { packages, stored }: Pick<Stores, "packages" | "stored">,
): Promise<void> {
  const zips = await db
    .selectFrom("files as f")
    .leftJoin("scorm_packages as p", (join_) => join_.onRef("p.portal_id", "=", "f.portal_id").onRef("p.source_file_id", "=", "f.id"))
    .select(["f.id", "f.name"])
    .where("f.portal_id", "=", portalId)
    .where("f.media_type", "=", "application/zip")
    .where("p.id", "is", null)
    .execute();
  for (const { id, name } of zips) {
    const staging = await packages.stage();
    try {
      const limits = { ...importLimits, freeBytes: 0, freeShare: 0 };
      const { site } = await readPackage({
        zipPath: join(import.meta.dirname, "media", name),
        dir: staging.filesDir,
        limits,
        wants: "site",
      });
      if (!site) throw new Error(`The demo's ${name} is no zip of web pages.`);
      const storageKey = packages.newKey();
      stored.packages.push(storageKey);
      await packages.publish(staging, storageKey);
      await insertSite(db, { ...site, portalId, fileId: Number(id), storageKey, title: name.replace(/\.zip$/, ""), userId });
    } finally {
      await staging.discard();
    }
  }
}
