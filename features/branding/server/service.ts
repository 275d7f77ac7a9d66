import type { Readable } from "node:stream";
import { sampleMail } from "#features/mail/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { note, type Doer } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import { pictureBytes } from "#platform/pictures.ts";
import { completeColors } from "#ui/portal-theme.ts";
import { brandOf, colorsOf, sameBrand, slotNames, type Brand, type BrandSlot } from "../brand.ts";
import { imagePath, type BrandImage, type Branding } from "../contract.ts";
import { drawImage, type Crop } from "./images.ts";
import * as queries from "./queries.ts";

/** Published looks that are listed; all of them are kept. */
export const versionsShown = 20;

export { brandOfGroup, showGroupLooks } from "./group-queries.ts";
export { findLogoFile } from "./queries.ts";

/** Who may change how a portal looks. */
export const brandsPortal = may("brand-portal");

/** The number of the image at an address; null for one that comes with the product. */
const fileIdOf = (address: string | null) => {
  const number = /^\/rest\/branding\/images\/(\d{1,15})\//.exec(address ?? "")?.[1];
  return number === undefined ? null : Number(number);
};

/** The name of the uploaded image at an address; null for any other address. */
export const uploadedName = (address: string): string | null =>
  /^\/rest\/branding\/images\/\d{1,15}\/([\w-]+\.\w+)$/.exec(address)?.[1] ?? null;

/** Whether an image comes with the product, so that every host has it at this address. */
export const isOfProduct = (address: string): boolean => /^\/v\/brand\/[\w-]+\.\w+$/.test(address);

const ofPortal = ({ id }: { readonly id: number }) => ({ portalId: id, groupId: null });

/** The images that looks name, as far as they were uploaded here. */
export async function imagesOf(db: Db, portalId: number, brands: readonly Brand[]): Promise<BrandImage[]> {
  const ids = brands.flatMap(({ images }) => slotNames.map((slot) => fileIdOf(images[slot]))).filter((id) => id !== null);
  const rows = await queries.findImages(db, portalId, [...new Set(ids)]);
  return rows.map(({ fileId, name, ...image }) => ({ address: imagePath(fileId, name), ...image }));
}

/** How the portal looks, and the look being worked on. */
export async function showBranding({ db, portal }: Pick<Context, "db" | "portal">): Promise<Branding> {
  const looks = await queries.findLooks(db, portal.id);
  const published = brandOf(looks.published);
  const versions = await queries.listVersions(db, ofPortal(portal), versionsShown);
  const images = await imagesOf(db, portal.id, [published, ...(looks.draft ? [looks.draft] : [])]);
  return { revision: looks.revision, published, draft: looks.draft, images, versions };
}

/** Somebody else saved first. */
export const changedMeanwhile = () =>
  conflict("look_changed", "Somebody else changed this look meanwhile. Load the page again to see it; your last change was not kept.");

/** Throws 400 for an image of another place or portal. What stands in one of the `others` stays allowed, wherever it came from. */
export async function checkImages(db: Db, portalId: number, brand: Brand, others: readonly Brand[]) {
  const known = await imagesOf(db, portalId, [brand]);
  for (const slot of slotNames) {
    const address = brand.images[slot];
    if (address === null || others.some(({ images }) => images[slot] === address)) continue;
    if (!known.some((image) => image.address === address && image.slot === slot))
      throw invalid(`images.${slot}`, "no_such_image", "Choose an image that was uploaded here.");
  }
}

/** Keeps the look being worked on; one like what is shown is none. Throws 400 for an image that is none of this portal's, 409 when it was changed meanwhile. */
export async function saveDraft(context: Context, { revision, brand }: { revision: number; brand: Brand }): Promise<Branding> {
  const { db, portal, actor } = context;
  const looks = await queries.findLooks(db, portal.id);
  const published = brandOf(looks.published);
  await checkImages(db, portal.id, brand, [published, ...(looks.draft ? [looks.draft] : [])]);
  return keepDraft(context, { revision, brand: sameBrand(brand, published) ? null : brand }, "look_drafted", actor.userId);
}

async function keepDraft(
  context: Context,
  { revision, brand }: { revision: number; brand: Brand | null },
  action: string,
  userId: number,
): Promise<Branding> {
  const { db, portal } = context;
  if (!(await queries.updateDraft(db, { portalId: portal.id, userId, revision, brand }))) throw changedMeanwhile();
  await note(context, { action, object: { kind: "portal", id: portal.id } });
  return showBranding(context);
}

/** Gives up the look being worked on. */
export const discardDraft = (context: Context, revision: number): Promise<Branding> =>
  keepDraft(context, { revision, brand: null }, "look_discarded", context.actor.userId);

/** Works on a look again that was published before. Throws 404 for one that is not this portal's. */
export async function restoreVersion(context: Context, versionId: number, revision: number): Promise<Branding> {
  const { db, portal, actor } = context;
  const version = await queries.findVersion(db, ofPortal(portal), versionId);
  if (!version) throw notFound("version", "This look could not be found.");
  return keepDraft(context, { revision, brand: version.brand as unknown as Brand }, "look_restored", actor.userId);
}

/** What differs between two looks, for the audit log. */
export function differences(before: Brand, after: Brand) {
  const flat = ({ colors, images, ...rest }: Brand): Record<string, string | null> => ({ ...rest, ...colors, ...images });
  const [old, now] = [flat(before), flat(after)];
  const changed = Object.keys(now).filter((key) => old[key] !== now[key]);
  const pick = (from: Record<string, string | null>) => Object.fromEntries(changed.map((key) => [key, from[key] ?? null]));
  return { before: pick(old), after: pick(now) };
}

/** Shows the look being worked on to everybody. As stoa_people. Throws 409 when it was changed meanwhile, or there is none. */
export async function publish(doer: Doer & { readonly actor: { readonly userId: number } }, revision: number): Promise<Branding> {
  const { db, portal, actor } = doer;
  const looks = await queries.findLooks(db, portal.id);
  const { draft } = looks;
  if (draft === null || looks.revision !== revision) throw changedMeanwhile();
  const before = brandOf(looks.published);
  if ((await queries.listVersions(db, ofPortal(portal), 1)).length === 0)
    await queries.insertVersion(db, { ...ofPortal(portal), brand: before, userId: null });
  if (!(await queries.updateDraft(db, { portalId: portal.id, userId: actor.userId, revision, brand: null }))) throw changedMeanwhile();
  await queries.publishLook(db, portal.id, draft);
  await queries.insertVersion(db, { ...ofPortal(portal), brand: draft, userId: actor.userId });
  await note(doer, { action: "look_published", object: { kind: "portal", id: portal.id }, ...differences(before, draft) });
  return showBranding({ db, portal: portal as Context["portal"] });
}

const numbersIn = (text: unknown) =>
  typeof text === "string" && /^\d{1,6}(?:,\d{1,6}){3}$/.test(text) ? text.split(",").map(Number) : null;

/** The part named in a query as x,y,width,height; null for all of the picture. Throws 400 for anything else. */
export function cropIn(text: unknown): Crop | null {
  if (text === undefined) return null;
  const [x, y, width, height] = numbersIn(text) ?? [];
  if (x === undefined || y === undefined || !width || !height)
    throw invalid("crop", "bad_crop", "What is cut out is named by four numbers: x, y, width and height.");
  return { x, y, width, height };
}

/** Draws an upload anew for its place and keeps that. Nobody sees it before a look with it is published. */
export async function takeImage(
  { open, databases, http }: OpenContext,
  files: FileStore,
  { slot, crop, data }: { readonly slot: BrandSlot; readonly crop: Crop | null; readonly data: Readable },
): Promise<BrandImage> {
  const { actor, portal } = await open(async ({ actor: asker, portal: of }) => ({ actor: requireActor(asker, brandsPortal), portal: of }));
  const image = await drawImage(await pictureBytes(data), slot, crop);
  const stored = await files.put(image.data);
  const name = `${stored.sha256.slice(0, 24)}.${image.mediaType === "image/png" ? "png" : "webp"}`;
  try {
    const fileId = await databases.inPortal(portal.id, async (db) => {
      const id = await queries.insertImage(db, { portalId: portal.id, userId: actor.userId, slot, image, stored, name });
      await note(
        { db, portal, actor, http },
        { action: "look_image_uploaded", object: { kind: "portal", id: portal.id }, after: { slot } },
      );
      return id;
    });
    const { width, height, tone } = image;
    return { address: imagePath(fileId, name), slot, width, height, tone };
  } catch (error) {
    await files.remove(stored.key);
    throw error;
  }
}

/** A mail in the look being worked on, or in what is shown where there is none. */
export async function mailIn({ db, portal, say, language }: Context, isDark: boolean): Promise<string> {
  const looks = await queries.findLooks(db, portal.id);
  const brand = looks.draft ?? brandOf(looks.published);
  return sampleMail(say, {
    portalName: looks.name,
    colors: completeColors(colorsOf(brand)),
    logo: brand.images.mailLogo,
    language,
    isDark,
  });
}
