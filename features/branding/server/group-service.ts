import { note, type Doer } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { invalid, notFound } from "#platform/errors.ts";
import type { Result } from "#platform/contract.ts";
import type { Context } from "#platform/serve.ts";
import { brandOf, groupSlots, plainBrand, sameBrand, slotNames, type Brand } from "../brand.ts";
import type * as api from "../contract.ts";
import type { GroupBranding } from "../contract.ts";
import * as groups from "./group-queries.ts";
import * as queries from "./queries.ts";
import { changedMeanwhile, checkImages, differences, imagesOf, versionsShown } from "./service.ts";

/** The groups with a look, those that are found by `q`, and how many people are between different looks. */
export async function showGroupBrands({ db, portal }: Context, q: string): Promise<Result<typeof api.listGroupBrands>> {
  return {
    rows: await groups.listBranded(db, portal.id),
    found: await groups.findGroups(db, portal.id, q),
    between: await groups.countBetween(db, portal.id),
  };
}

async function looksOf(db: Db, of: groups.OfGroup) {
  const looks = await groups.findGroupLooks(db, of);
  if (!looks) throw notFound("group", "This group could not be found.");
  return { ...looks, shown: brandOf(looks.published) };
}

type Where = { readonly db: Db; readonly portal: { readonly id: number } };
const ofGroup = ({ portal }: Where, groupId: number) => ({ portalId: portal.id, groupId });

/** How a group looks, the look being worked on, and whom the looks of other groups concern. Throws 404 for a group that is none of this portal's. */
export async function showGroupBranding(where: Where, groupId: number): Promise<GroupBranding> {
  const { db } = where;
  const of = ofGroup(where, groupId);
  const { name, isArchived, revision, draft, shown } = await looksOf(db, of);
  const portal = brandOf((await queries.findLooks(db, of.portalId)).published);
  const brand = draft ?? shown;
  return {
    revision,
    published: shown,
    draft,
    images: await imagesOf(db, of.portalId, [shown, brand, portal]),
    versions: await queries.listVersions(db, of, versionsShown),
    group: { id: groupId, name, isArchived },
    portal,
    elsewhere: sameBrand(brand, plainBrand) || isArchived ? { people: 0, groups: [] } : await groups.findElsewhere(db, of, brand),
  };
}

async function keepDraft(
  context: Context,
  groupId: number,
  { revision, brand }: { revision: number; brand: Brand | null },
  action: string,
): Promise<GroupBranding> {
  const { db, actor } = context;
  const of = ofGroup(context, groupId);
  if (!(await groups.updateGroupDraft(db, { ...of, userId: actor.userId, revision, brand }))) throw changedMeanwhile();
  await note(context, { action, object: { kind: "group", id: groupId } });
  return showGroupBranding(context, groupId);
}

/** Keeps the look of a group being worked on; one like what is shown is none. Throws 400 for an image that is none of this portal's, or of a place that groups have not; 409 when it was changed meanwhile. */
export async function saveGroupDraft(
  context: Context,
  groupId: number,
  { revision, brand }: { revision: number; brand: Brand },
): Promise<GroupBranding> {
  const { db, portal } = context;
  const { shown, draft } = await looksOf(db, ofGroup(context, groupId));
  for (const slot of slotNames)
    if (brand.images[slot] !== null && !groupSlots.some((one) => one === slot))
      throw invalid(`images.${slot}`, "portal_only", "Mail and certificates have the picture of the portal.");
  await checkImages(db, portal.id, brand, [shown, ...(draft ? [draft] : [])]);
  return keepDraft(context, groupId, { revision, brand: sameBrand(brand, shown) ? null : brand }, "look_drafted");
}

/** Gives up the look of a group being worked on. */
export async function discardGroupDraft(context: Context, groupId: number, revision: number): Promise<GroupBranding> {
  await looksOf(context.db, ofGroup(context, groupId));
  return keepDraft(context, groupId, { revision, brand: null }, "look_discarded");
}

/** Works on a look of a group again that was published before. Throws 404 for one that is not this group's. */
export async function restoreGroupVersion(context: Context, groupId: number, versionId: number, revision: number): Promise<GroupBranding> {
  const of = ofGroup(context, groupId);
  await looksOf(context.db, of);
  const version = await queries.findVersion(context.db, of, versionId);
  if (!version) throw notFound("version", "This look could not be found.");
  return keepDraft(context, groupId, { revision, brand: version.brand as unknown as Brand }, "look_restored");
}

/** Shows the look being worked on to the people of a group. As stoa_people. Throws 409 when it was changed meanwhile, or there is none. */
export async function publishGroupBrand(
  doer: Doer & { readonly actor: { readonly userId: number } },
  groupId: number,
  revision: number,
): Promise<GroupBranding> {
  const { db, portal, actor } = doer;
  const of = { portalId: portal.id, groupId };
  const { draft, shown, revision: now } = await looksOf(db, of);
  if (draft === null || now !== revision) throw changedMeanwhile();
  if ((await queries.listVersions(db, of, 1)).length === 0) await queries.insertVersion(db, { ...of, brand: shown, userId: null });
  if (!(await groups.updateGroupDraft(db, { ...of, userId: actor.userId, revision, brand: null }))) throw changedMeanwhile();
  await groups.publishGroupLook(db, of, draft);
  await queries.insertVersion(db, { ...of, brand: draft, userId: actor.userId });
  await note(doer, { action: "look_published", object: { kind: "group", id: groupId }, ...differences(shown, draft) });
  return showGroupBranding({ db, portal }, groupId);
}
