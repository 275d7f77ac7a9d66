import type { Readable } from "node:stream";
import { noteCatalogChange } from "#features/courses/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { drawCard, pictureBytes } from "#platform/pictures.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import { mostCategories, mostLevels, type CategoryTerms, type Place, type Removal } from "../contract.ts";
import type * as api from "../contract.ts";
import { arrangesCategories, sharesCategories } from "../policy.ts";
import * as queries from "./queries.ts";
import type { Node } from "./queries.ts";
import { freeSlug, slugOf } from "./slug.ts";

/** The categories of the portal with their counts, those removed lately, and what it may take on. */
export const showCategories = async ({
  db,
  portal,
  actor,
}: Pick<Context, "db" | "portal" | "actor">): Promise<Result<typeof api.listCategories>> => ({
  ...(await queries.readView(db, portal.id)),
  canShare: sharesCategories.allows(actor),
});

/** Where older links lead: numbers and words, separated by commas. */
export const followCategories = ({ db, portal }: Pick<Context, "db" | "portal">, names: string) =>
  queries.followNames(db, portal.id, names.split(",").filter(Boolean).slice(0, 20));

/** Who changes categories, and where. */
export type Asking = Pick<Context, "db" | "actor" | "http"> & { readonly portal: { readonly id: number } };

/** The tree of a portal, while nobody else changes it. */
export interface Tree {
  readonly nodes: readonly Node[];
  find(id: number): Node;
  /** The ids below a parent, in order. */
  below(parentId: number | null): number[];
  /** True for the category itself and all above it. */
  isAtOrAbove(id: number, below: number | null): boolean;
  /** How many levels a category and what is below it take. */
  levels(id: number): number;
}

export const gone = () => notFound("category", "This category could not be found.");

export async function lockedTree({ db, portal }: Asking): Promise<Tree> {
  await queries.lockCategories(db, portal.id);
  const nodes = await queries.listNodes(db, portal.id);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const find = (id: number) => {
    const found = byId.get(id);
    if (!found) throw gone();
    return found;
  };
  const isAtOrAbove = (id: number, below: number | null): boolean =>
    below !== null && (below === id || isAtOrAbove(id, byId.get(below)?.parentId ?? null));
  return {
    nodes,
    find,
    below: (parentId) => nodes.filter((node) => node.parentId === parentId).map(({ id }) => id),
    isAtOrAbove,
    levels: (id) => Math.max(...nodes.filter((node) => isAtOrAbove(id, node.id)).map(({ depth }) => depth)) - find(id).depth + 1,
  };
}

/** Whether a category of the portal is one that portals share. */
export const isShared = async (db: Db, portalId: number, id: number): Promise<boolean> =>
  (await queries.listNodes(db, portalId)).some((one) => one.id === id && one.sharedId !== null);

/** Throws 409 where that many levels do not fit below a parent. */
function requireLevels(tree: Tree, parentId: number | null, levels: number) {
  if ((parentId === null ? 0 : tree.find(parentId).depth + 1) + levels > mostLevels)
    throw conflict("too_deep", "Categories go {most} levels deep at most.", { most: mostLevels });
}

/** Throws 400 where another category of the same level has this name. */
function requireName({ nodes }: Tree, name: string, parentId: number | null, own: number | null) {
  if (nodes.some((one) => one.parentId === parentId && one.id !== own && one.name.toLowerCase() === name.toLowerCase()))
    throw invalid("name", "name_taken", "There is a category with this name at this place already.");
}

/** Gives a category the word of its address; older ones go on leading to it. */
export async function giveSlug({ db, portal }: Asking, id: number, name: string) {
  const slug = slugOf(name);
  const taken = await queries.listTakenSlugs(db, portal.id, slug, id);
  await queries.insertSlug(db, portal.id, id, freeSlug(slug, new Set(taken)));
}

/** After every change of the tree. */
export async function settle({ db, portal }: Asking) {
  await queries.settleShown(db, portal.id);
  await noteCatalogChange(db, portal.id, null);
}

/** Adds a category behind the others of its level. */
export async function createCategory(
  context: Asking,
  { parentId, ...terms }: Parsed<typeof api.createCategory>["body"],
): Promise<Result<typeof api.createCategory>> {
  const { db, portal } = context;
  const tree = await lockedTree(context);
  if (tree.nodes.length >= mostCategories)
    throw conflict("too_many_categories", "A portal has {most} categories at most.", { most: mostCategories });
  if (parentId !== null) tree.find(parentId);
  requireLevels(tree, parentId, 1);
  requireName(tree, terms.name, parentId, null);
  const id = await queries.insertCategory(db, portal.id, { ...terms, parentId });
  await giveSlug(context, id, terms.name);
  await settle(context);
  await note(context, { action: "category_made", object: { kind: "category", id }, after: { name: terms.name, parentId } });
  return { id };
}

/** Changes name, description and whether it is hidden. Throws 409 when it was changed since the revision named, and for the words of a shared one. isSpread: they come to all portals. */
export async function saveCategory(
  context: Asking,
  id: number,
  { revision, ...next }: CategoryTerms & { isHidden: boolean; revision: number },
  isSpread = false,
): Promise<Result<typeof api.saveCategory>> {
  const { db, portal } = context;
  const tree = await lockedTree(context);
  const before = await queries.findForUpdate(db, portal.id, id);
  if (!before) throw gone();
  if (before.revision !== revision) throw conflict("category_changed", "Somebody else changed this category meanwhile. Load it again.");
  if (tree.find(id).sharedId !== null && !isSpread && (next.name !== before.name || next.description !== before.description))
    throw conflict("category_shared", "System admins change the name and description of a shared category, for all portals at once.");
  if (next.name !== before.name) requireName(tree, next.name, tree.find(id).parentId, id);
  await queries.updateCategory(db, portal.id, id, next);
  if (next.name !== before.name) await giveSlug(context, id, next.name);
  await settle(context);
  const { revision: _, pictureFileId: __, ...was } = before;
  await note(context, { action: "category_changed", object: { kind: "category", id }, before: was, after: next });
  return { id };
}

/** Where a category stands: below what, and before what. */
function placeOf(tree: Tree, id: number): Place {
  const { parentId } = tree.find(id);
  const siblings = tree.below(parentId);
  return { parentId, beforeId: siblings[siblings.indexOf(id) + 1] ?? null };
}

/**
 * Moves a category with all below it. A neighbour that is not there any more counts as the end, so of two moves at the same time none is lost.
 * Throws 409 for a place in itself or too deep.
 */
export async function moveCategory(context: Asking, id: number, { parentId, beforeId }: Place): Promise<Result<typeof api.moveCategory>> {
  const { db, portal } = context;
  const tree = await lockedTree(context);
  const was = placeOf(tree, id);
  if (parentId !== null) tree.find(parentId);
  const { sharedId, isSharedTop } = tree.find(id);
  if (sharedId !== null && !isSharedTop && parentId !== was.parentId)
    throw conflict("shared_place", "A shared category stays in the one that it is shared with. Move that one.");
  if (tree.isAtOrAbove(id, parentId)) throw conflict("circle", "A category cannot be moved into itself or into one below it.");
  if (parentId !== was.parentId) requireLevels(tree, parentId, tree.levels(id));
  const siblings = tree.below(parentId).filter((one) => one !== id);
  const at = beforeId === null ? -1 : siblings.indexOf(beforeId);
  await queries.placeCategories(db, portal.id, parentId, siblings.toSpliced(at < 0 ? siblings.length : at, 0, id));
  await settle(context);
  await note(context, {
    action: "category_moved",
    object: { kind: "category", id },
    before: { ...was },
    after: { parentId, beforeId: at < 0 ? null : beforeId },
  });
  return { id, was };
}

/** Throws where a category cannot go into the other one. */
function requireTarget(tree: Tree, id: number, into: number | null) {
  tree.find(id);
  if (into === null) return;
  if (!tree.nodes.some((one) => one.id === into))
    throw invalid("into", "gone", "This category does not exist any more. Choose another one.");
  if (tree.isAtOrAbove(id, into)) throw invalid("into", "circle", "Choose a category that is neither this one nor below it.");
}

/** What removing a category would move. */
export async function previewRemoval(context: Pick<Context, "db" | "portal">, id: number, into: number | null): Promise<Removal> {
  const { db, portal } = context;
  if (!(await queries.listNodes(db, portal.id)).some((one) => one.id === id)) throw gone();
  return queries.countRemoval(db, portal.id, id, into);
}

/** Deletes an empty category, or merges one into another. Throws 409 when it is not empty, or not any more what the preview said. */
export async function removeCategory(
  context: Asking,
  id: number,
  { into, seen }: Parsed<typeof api.removeCategory>["body"],
): Promise<Result<typeof api.removeCategory>> {
  const { db, portal } = context;
  const tree = await lockedTree(context);
  requireTarget(tree, id, into);
  if (tree.find(id).sharedId !== null)
    throw conflict(
      "shared_stays",
      "This category is shared with other portals. Leave the shared categories first; then it is the portal's own.",
    );
  const before = await queries.findForUpdate(db, portal.id, id);
  const catalogue = await queries.findCatalogueWith(db, portal.id, id);
  if (catalogue)
    throw conflict("category_in_catalogue", "The catalog {name} has this category. Take it out there first.", { name: catalogue.name });
  const removal = await queries.countRemoval(db, portal.id, id, into);
  if (into === null && (removal.courses > 0 || removal.children > 0))
    throw conflict("category_not_empty", "This category is not empty. Choose where its courses and the categories in it go.");
  if (seen.courses !== removal.courses || seen.children !== removal.children)
    throw conflict("removal_changed", "The courses or categories in it have changed meanwhile. Look at the numbers again.");
  const children = tree.below(id);
  if (into !== null && children.length > 0) {
    requireLevels(tree, into, Math.max(...children.map(tree.levels)));
    await queries.placeCategories(db, portal.id, into, [...tree.below(into).filter((one) => one !== id), ...children]);
  }
  await queries.deleteCategory(db, portal.id, id, into, children);
  await settle(context);
  await note(context, {
    action: into === null ? "category_deleted" : "category_merged",
    object: { kind: "category", id },
    before: { name: before?.name },
    after: { into, ...removal },
  });
  return { id, removal };
}

/** Brings a removed category back where it was, with its courses and the categories that were in it and are still where they went. */
export async function restoreCategory(context: Asking, id: number): Promise<Result<typeof api.restoreCategory>> {
  const { db, portal } = context;
  const tree = await lockedTree(context);
  const removed = await queries.findRemoved(db, portal.id, id);
  // Somebody else has brought it back already.
  if (!removed && tree.nodes.some((one) => one.id === id)) return { id };
  if (!removed) throw gone();
  const exists = (one: number | null) => tree.nodes.some((node) => node.id === one);
  const isHeld = (one: number) => tree.find(one).sharedId !== null && !tree.find(one).isSharedTop;
  // What has been shared with the category that it went into stays in that.
  const children = removed.childIds.filter((one) => exists(one) && tree.find(one).parentId === removed.into && !isHeld(one));
  const levels = children.length > 0 ? 1 + Math.max(...children.map(tree.levels)) : 1;
  const parent = removed.parentId !== null && exists(removed.parentId) ? tree.find(removed.parentId) : null;
  // What was above it may have been moved below what was in it.
  const isInChildren = parent !== null && children.some((one) => tree.isAtOrAbove(one, parent.id));
  const parentId = parent === null || isInChildren || parent.depth + 1 + levels > mostLevels ? null : parent.id;
  const siblings = tree.below(parentId).filter((one) => !children.includes(one));
  const at = siblings.findIndex((one) => tree.find(one).position >= removed.position);
  await queries.insertRemoved(db, portal.id, id, parentId);
  await queries.placeCategories(db, portal.id, parentId, siblings.toSpliced(at < 0 ? siblings.length : at, 0, id));
  await queries.placeCategories(db, portal.id, id, children);
  await settle(context);
  await note(context, { action: "category_restored", object: { kind: "category", id }, after: { name: removed.name, parentId } });
  return { id };
}

/** Takes a picture for a category, cut to the shape of cards and drawn anew. Throws 404 for a category that is not there, 400 and 413 for what is no such picture. */
export async function takePicture(
  { open, databases, http }: OpenContext,
  files: FileStore,
  id: number,
  body: Readable,
): Promise<Result<typeof api.removePicture>> {
  const asking = await open(async ({ db, actor, portal }) => {
    const found = (await queries.listNodes(db, portal.id)).some((one) => one.id === id);
    if (!found) throw gone();
    return { actor: requireActor(actor, arrangesCategories), portal };
  });
  const { data, mediaType } = await drawCard(await pictureBytes(body));
  const stored = await files.put(data);
  try {
    return await databases.inPortal(asking.portal.id, async (db) => {
      const context = { ...asking, db, http };
      const before = await lockedPicture(context, id);
      const fileId = await queries.insertFile(db, asking.portal.id, { name: "category.webp", mediaType, stored });
      return setPicture(context, id, before, fileId);
    });
  } catch (error) {
    await files.remove(stored.key);
    throw error;
  }
}

/** Takes the picture of a category away. */
export async function removePicture(context: Asking, id: number): Promise<Result<typeof api.removePicture>> {
  const before = await lockedPicture(context, id);
  return before === null ? { id } : setPicture(context, id, before, null);
}

async function lockedPicture(context: Asking, id: number): Promise<number | null> {
  await queries.lockCategories(context.db, context.portal.id);
  const found = await queries.findForUpdate(context.db, context.portal.id, id);
  if (!found) throw gone();
  return found.pictureFileId;
}

async function setPicture(context: Asking, id: number, before: number | null, after: number | null) {
  const { db, portal } = context;
  await queries.updatePicture(db, portal.id, id, after);
  await noteCatalogChange(db, portal.id, null);
  await note(context, {
    action: after === null ? "category_picture_removed" : "category_picture_set",
    object: { kind: "category", id },
    before: { picture: before },
    after: { picture: after },
  });
  return { id };
}
