import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { SentFile } from "#platform/files/send-file.ts";
import { instant } from "#platform/instant.ts";
import { colorsOf, slotNames, type Brand, type BrandSlot, type LookOfPortal } from "../brand.ts";
import type { MadeImage } from "./images.ts";

const Looks = z.object({
  revision: z.int(),
  name: z.string(),
  draft: z.unknown(),
  colors: z.record(z.string(), z.unknown()),
  logo: z.nullable(z.string()),
  mobileLogo: z.nullable(z.string()),
  favicon: z.nullable(z.string()),
  mailLogo: z.nullable(z.string()),
  certificateLogo: z.nullable(z.string()),
});

export interface Looks {
  /** 0 before anything was ever worked on. */
  readonly revision: number;
  /** The portal's. */
  readonly name: string;
  readonly draft: Brand | null;
  readonly published: LookOfPortal;
}

/** What a portal shows, and what is being worked on. */
export async function findLooks(db: Db, portalId: number): Promise<Looks> {
  const { rows } = await typed(Looks)`
    select coalesce(d.revision, 0) as revision, p.name, d.brand as draft, p.colors, p.logo_file as logo, p.mobile_logo_file as "mobileLogo",
      p.favicon_file as favicon, p.mail_logo_file as "mailLogo", p.certificate_logo_file as "certificateLogo"
    from portals p left join brand_drafts d on d.portal_id = p.id where p.id = ${portalId}`.execute(db);
  const { revision, name, draft, colors, ...images } = rows[0] as z.infer<typeof Looks>;
  return { revision, name, draft: draft as Brand | null, published: { colors, images } };
}

/** Keeps the look being worked on, null for none, when its revision is still the one named; false otherwise. */
export async function updateDraft(
  db: Db,
  { portalId, userId, revision, brand }: { portalId: number; userId: number; revision: number; brand: Brand | null },
): Promise<boolean> {
  const kept = brand === null ? null : JSON.stringify(brand);
  const { numAffectedRows } = await (
    revision === 0
      ? sql`insert into brand_drafts (portal_id, brand, changed_by) values (${portalId}, ${kept}, ${userId}) on conflict (portal_id) do nothing`
      : sql`update brand_drafts set brand = ${kept}, revision = revision + 1, changed_by = ${userId}, changed_at = now()
        where portal_id = ${portalId} and revision = ${revision}`
  ).execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** A portal, or a group of it: whose look it is. */
export interface Whose {
  readonly portalId: number;
  readonly groupId: number | null;
}

/** The looks published before, the newest first; no more than `most`. */
export async function listVersions(db: Db, { portalId, groupId }: Whose, most: number) {
  const rows = await db
    .selectFrom("brand_versions as v")
    .leftJoin("users as u", "u.id", "v.published_by")
    .select(["v.id", "v.published_at", "u.given_name", "u.family_name"])
    .where("v.portal_id", "=", portalId)
    .where("v.group_id", "is not distinct from", groupId)
    .orderBy("v.id", "desc")
    .limit(most)
    .execute();
  return rows.map(({ id, published_at, given_name, family_name }) => ({
    id,
    publishedAt: instant(published_at),
    by: given_name === null ? null : `${given_name} ${family_name}`.trim(),
  }));
}

export const findVersion = (db: Db, { portalId, groupId }: Whose, id: number) =>
  db
    .selectFrom("brand_versions")
    .select("brand")
    .where("portal_id", "=", portalId)
    .where("group_id", "is not distinct from", groupId)
    .where("id", "=", id)
    .executeTakeFirst();

export const insertVersion = (db: Db, { portalId, groupId, brand, userId }: Whose & { brand: Brand; userId: number | null }) =>
  db
    .insertInto("brand_versions")
    .values({ portal_id: portalId, group_id: groupId, brand: JSON.stringify(brand), published_by: userId })
    .executeTakeFirstOrThrow();

/** Shows a look in a portal; as stoa_people, which may change this of its own portal. */
export const publishLook = (db: Db, portalId: number, brand: Brand) =>
  db
    .updateTable("portals")
    .set({
      colors: JSON.stringify(colorsOf(brand)),
      logo_file: brand.images.logo,
      mobile_logo_file: brand.images.mobileLogo,
      favicon_file: brand.images.favicon,
      mail_logo_file: brand.images.mailLogo,
      certificate_logo_file: brand.images.certificateLogo,
    })
    .where("id", "=", portalId)
    .executeTakeFirstOrThrow();

const Image = z.object({ fileId: z.int(), name: z.string(), slot: z.enum(slotNames), width: z.int(), height: z.int(), tone: z.string() });

/** The images with these numbers. */
export const findImages = async (db: Db, portalId: number, fileIds: readonly number[]) =>
  (
    await typed(Image)`select i.file_id as "fileId", f.name, i.slot, i.width, i.height, i.tone
      from brand_images i join files f on f.portal_id = i.portal_id and f.id = i.file_id
      where i.portal_id = ${portalId} and i.file_id = any(${fileIds}::bigint[])`.execute(db)
  ).rows;

const Sent = z.object({ key: z.string(), name: z.string(), mediaType: z.string(), bytes: z.number(), sha256: z.string() });

/** The bytes of an image by its number and its name, which nobody guesses. */
export const findImageFile = async (db: Db, portalId: number, fileId: number, name: string): Promise<SentFile | undefined> =>
  (
    await typed(Sent)`select f.storage_key as key, f.name, f.media_type as "mediaType", f.bytes, f.sha256
      from brand_images i join files f on f.portal_id = i.portal_id and f.id = i.file_id
      where i.portal_id = ${portalId} and i.file_id = ${fileId} and f.name = ${name}`.execute(db)
  ).rows[0];

/** The bytes of the logo that a portal shows now, the one for desks or the one for phones, by its name. As the system role, which sees every portal. */
export const findLogoFile = async (db: Db, portalId: number, name: string): Promise<SentFile | undefined> =>
  (
    await typed(Sent)`select f.storage_key as key, f.name, f.media_type as "mediaType", f.bytes, f.sha256
      from portals p
      join files f on f.portal_id = p.id and f.name = ${name}
      join brand_images i on i.portal_id = f.portal_id and i.file_id = f.id
      where p.id = ${portalId} and '/rest/branding/images/' || i.file_id || '/' || f.name in (p.logo_file, p.mobile_logo_file)`.execute(db)
  ).rows[0];

interface NewImage {
  readonly portalId: number;
  readonly userId: number;
  readonly slot: BrandSlot;
  readonly image: MadeImage;
  readonly stored: { readonly key: string; readonly bytes: number; readonly sha256: string };
  readonly name: string;
}

/** Records an image whose bytes are stored; gives its number. */
export async function insertImage(db: Db, { portalId, userId, slot, image, stored, name }: NewImage): Promise<number> {
  const { id } = await db
    .insertInto("files")
    .values({ portal_id: portalId, storage_key: stored.key, name, media_type: image.mediaType, bytes: stored.bytes, sha256: stored.sha256 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("brand_images")
    .values({ portal_id: portalId, file_id: id, slot, width: image.width, height: image.height, tone: image.tone, made_by: userId })
    .execute();
  return id;
}
