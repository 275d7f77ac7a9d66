import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { UnpackedSite } from "#features/scorm/server/unpack-site.ts";

interface SiteRow extends UnpackedSite {
  readonly portalId: number;
  readonly fileId: number;
  readonly title: string;
  readonly userId: number;
}

/** Writes down web pages that lie in the package store. */
export const insertSite = (db: Db, { portalId, fileId, storageKey, title, entry, entryCount, bytes, userId }: SiteRow) =>
  sql`insert into web_packages (portal_id, file_id, storage_key, title, entry, entry_count, bytes, created_by)
    values (${portalId}, ${fileId}, ${storageKey}, ${title}, ${entry}, ${entryCount}, ${bytes}, ${userId})`.execute(db);

const Site = z.object({ storageKey: z.string(), title: z.string(), entry: z.string() });

/** Where the web pages of a zip lie; null where the portal has none. */
export async function findSite(db: Db, portalId: number, fileId: number) {
  const { rows } = await typed(Site)`select storage_key as "storageKey", title, entry from web_packages
    where portal_id = ${portalId} and file_id = ${fileId}`.execute(db);
  return rows[0] ?? null;
}

const Own = z.object({ fileId: z.int(), name: z.string() });

/** This person's web pages of that title that belong to no course. */
export async function findLooseSite(db: Db, portalId: number, userId: number, title: string) {
  const { rows } = await typed(Own)`select w.file_id as "fileId", f.name from web_packages w
    join files f on f.portal_id = w.portal_id and f.id = w.file_id
    where w.portal_id = ${portalId} and w.created_by = ${userId} and lower(w.title) = lower(${title})
      and not exists (select from course_media m where m.portal_id = w.portal_id and m.file_id = w.file_id)
    order by w.file_id desc limit 1`.execute(db);
  return rows[0];
}

const Stored = z.object({ fileId: z.int() });
/** Records the zip of web pages as a file of the portal. */
export async function insertZip(
  db: Db,
  portalId: number,
  zip: { key: string; name: string; bytes: number; sha256: string },
): Promise<number> {
  const { rows } = await typed(Stored)`insert into files (portal_id, storage_key, name, media_type, bytes, sha256)
    values (${portalId}, ${zip.key}, ${zip.name}, 'application/zip', ${zip.bytes}, ${zip.sha256}) returning id as "fileId"`.execute(db);
  return rows[0]?.fileId ?? 0;
}
