import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { mostCategories, mostLevels, type CategoryTerms } from "../contract.ts";
import type { saveCategory as saveEndpoint } from "../contract.ts";
import type * as api from "../shared-contract.ts";
import * as queries from "./queries.ts";
import { gone, giveSlug, lockedTree, saveCategory, settle, type Asking } from "./service.ts";
import * as sharedQueries from "./shared-queries.ts";
import type { Shared } from "./shared-queries.ts";

/** Puts another portal in place of the one in which somebody works. */
const inPortal = (doer: Asking, id: number): Asking => ({ ...doer, portal: { id } });

/** Offers a category, keeps it among those who use it, or ends its sharing. As stoa_system. Throws 404, and 409 where there is nothing to keep or to end. */
export async function shareCategory(
  doer: Asking,
  id: number,
  { sharing }: Parsed<typeof api.shareCategory>["body"],
): Promise<Result<typeof api.shareCategory>> {
  const { db, portal } = doer;
  await sharedQueries.lockShared(db);
  const tree = await lockedTree(doer);
  const { sharedId, isSharedTop, name } = tree.find(id);
  if (sharing === "offered" && sharedId === null) return offer(doer, id);
  if (sharedId === null) throw conflict("category_not_shared", "This category is not shared with other portals.");
  if (sharing === "ended") return end(doer, id, sharedId);
  if (!isSharedTop) throw conflict("shared_with_top", "What is below a shared category is offered with the topmost one.");
  await sharedQueries.updateOffered(db, sharedId, sharing === "offered");
  const action = sharing === "offered" ? "category_offered" : "category_not_offered";
  await note({ ...doer, portal }, { action, object: { kind: "category", id }, after: { name } });
  return { id };
}

/** Shares a portal's own category with all below it: as a tree of its own, or, below a shared one, with whoever uses that. */
async function offer(doer: Asking, id: number) {
  const { db, portal } = doer;
  const tree = await lockedTree(doer);
  const { parentId, name } = tree.find(id);
  const above = parentId === null ? null : tree.find(parentId).sharedId;
  const inside = tree.nodes.filter((one) => tree.isAtOrAbove(id, one.id));
  const inner = inside.find((one) => one.sharedId !== null);
  if (inner)
    throw conflict("shared_inside", "{name} in it is shared already. Move it to another place, or end its sharing first.", {
      name: inner.name,
    });
  const made = new Map<number, number>();
  for (const node of inside)
    made.set(
      node.id,
      await sharedQueries.insertShared(db, portal.id, node.id, node.id === id ? above : (made.get(node.parentId ?? 0) ?? null)),
    );
  await note(doer, { action: "category_offered", object: { kind: "category", id }, after: { name } });
  const sharedId = made.get(id);
  if (above === null || sharedId === undefined) return { id };
  const branch = await sharedQueries.listBranch(db, sharedId);
  for (const { portalId, portal: portalName, id: into } of await sharedQueries.listFollowers(db, above, portal.id)) {
    const other = inPortal(doer, portalId);
    const first = await takeBranch(other, branch, into, portalName);
    await note(other, { action: "shared_category_taken", object: { kind: "category", id: first }, after: { name } });
  }
  return { id };
}

/** Gives every portal its rows of a definition and of all below it as its own. */
async function end(doer: Asking, id: number, sharedId: number) {
  const { db } = doer;
  const [top] = await sharedQueries.listBranch(db, sharedId);
  const left = await sharedQueries.leave(db, sharedId, null);
  await sharedQueries.deleteShared(db, sharedId);
  for (const portalId of new Set(left.map((one) => one.portalId)))
    await note(inPortal(doer, portalId), {
      action: "category_sharing_ended",
      object: { kind: "category", id: portalId === doer.portal.id ? id : (left.find((one) => one.portalId === portalId)?.id ?? id) },
      after: { name: top?.name ?? "" },
    });
  return { id };
}

/** Takes shared categories on below one of the portal's, or at the top. Throws 404, and 409 where they are here already, go too deep or are too many. */
export async function takeCategory(
  doer: Asking,
  sharedId: number,
  { parentId }: Parsed<typeof api.takeCategory>["body"],
): Promise<Result<typeof api.takeCategory>> {
  const { db } = doer;
  await sharedQueries.lockShared(db);
  const branch = await sharedQueries.listBranch(db, sharedId);
  const [top] = branch;
  if (!top?.isOffered || top.parentId !== null) throw notFound("shared_category", "These shared categories could not be found.");
  const id = await takeBranch(doer, branch, parentId, null);
  await note(doer, { action: "shared_category_taken", object: { kind: "category", id }, after: { name: top.name, parentId } });
  return { id };
}

/**
 * Brings definitions, parents first, to a portal that has none of them yet: the topmost one below a parent. A category of the portal's own with the same name at the same place
 * becomes the shared one, with its courses. portalName: another portal than that in which somebody works, which refusals name.
 */
async function takeBranch(doer: Asking, branch: readonly Shared[], into: number | null, portalName: string | null): Promise<number> {
  const { db, portal } = doer;
  const tree = await lockedTree(doer);
  if (into !== null) tree.find(into);
  if (tree.nodes.some(({ sharedId }) => sharedId === branch[0]?.id))
    throw conflict("category_taken", "The portal uses these shared categories already.");
  const own = new Map<number, { readonly id: number; readonly depth: number }>();
  const depthIn = into === null ? 0 : tree.find(into).depth + 1;
  let total = tree.nodes.length;
  for (const { id: sharedId, parentId: above, name, description } of branch) {
    const parent = above === null ? undefined : own.get(above);
    const parentId = parent?.id ?? into;
    const depth = parent ? parent.depth + 1 : depthIn;
    const twin = tree.nodes.find((one) => one.parentId === parentId && one.name.toLowerCase() === name.toLowerCase());
    if (twin && twin.sharedId !== null) throw taken(portalName);
    if (!twin && (total += 1) > mostCategories) throw tooMany(portalName);
    if (depth >= mostLevels) throw tooDeep(portalName);
    const id = twin?.id ?? (await queries.insertCategory(db, portal.id, { name, description, parentId }));
    await sharedQueries.follow(db, portal.id, id, sharedId);
    if (!twin) await giveSlug(doer, id, name);
    own.set(sharedId, { id, depth });
  }
  await settle(doer);
  const [first] = own.values();
  if (!first) throw gone();
  return first.id;
}

const taken = (portal: string | null) =>
  portal === null
    ? invalid("name", "name_taken", "There is a category with this name at this place already.")
    : invalid("name", "name_taken_elsewhere", "In {portal}, another category has this name at this place.", { portal });
const tooMany = (portal: string | null) =>
  portal === null
    ? conflict("too_many_categories", "A portal has {most} categories at most.", { most: mostCategories })
    : conflict("too_many_elsewhere", "{portal} would have more than {most} categories.", { portal, most: mostCategories });
const tooDeep = (portal: string | null) =>
  portal === null
    ? conflict("too_deep", "Categories go {most} levels deep at most.", { most: mostLevels })
    : conflict("too_deep_elsewhere", "In {portal}, categories would go deeper than {most} levels.", { portal, most: mostLevels });

/** Makes shared categories, all of a topmost one, the portal's own. Harmless when repeated. Throws 404, and 409 for one below it. */
export async function leaveCategory(doer: Asking, id: number): Promise<Result<typeof api.leaveCategory>> {
  const { db, portal } = doer;
  await sharedQueries.lockShared(db);
  const tree = await lockedTree(doer);
  const { sharedId, isSharedTop, name } = tree.find(id);
  if (sharedId === null) return { id };
  if (!isSharedTop) throw conflict("shared_below", "Leave the topmost shared category; those in it come along.");
  await sharedQueries.leave(db, sharedId, portal.id);
  await note(doer, { action: "shared_category_left", object: { kind: "category", id }, after: { name } });
  return { id };
}

/**
 * Changes a shared category as saveCategory does, and brings its name and description to its definition and to every other portal, each with an entry in its own audit log. As stoa_system.
 * Throws 400 with the portal in which another category has the name: then nothing is changed.
 */
export async function saveEverywhere(
  doer: Asking,
  id: number,
  body: CategoryTerms & { isHidden: boolean; revision: number },
): Promise<Result<typeof saveEndpoint>> {
  const { db, portal } = doer;
  await sharedQueries.lockShared(db);
  const done = await saveCategory(doer, id, body, true);
  const { sharedId } = (await lockedTree(doer)).find(id);
  const [shared] = sharedId === null ? [] : await sharedQueries.listBranch(db, sharedId);
  // What is hidden is this portal's own: nothing comes to the others by it.
  if (sharedId === null || (shared?.name === body.name && shared.description === body.description)) return done;
  await sharedQueries.updateShared(db, portal.id, id);
  for (const follower of await sharedQueries.listFollowers(db, sharedId, portal.id)) {
    const other = inPortal(doer, follower.portalId);
    const tree = await lockedTree(other);
    const { name, parentId } = tree.find(follower.id);
    const isTwin = (one: { readonly id: number; readonly parentId: number | null; readonly name: string }) =>
      one.id !== follower.id && one.parentId === parentId && one.name.toLowerCase() === body.name.toLowerCase();
    if (tree.nodes.some(isTwin)) throw taken(follower.portal);
    await sharedQueries.follow(db, follower.portalId, follower.id, sharedId);
    if (name !== body.name) await giveSlug(other, follower.id, body.name);
    await settle(other);
    await note(other, {
      action: "shared_category_changed",
      object: { kind: "category", id: follower.id },
      before: { name },
      after: { name: body.name, description: body.description },
    });
  }
  return done;
}
