import { filesOfBlock, isPackagePart, plainBlock, wordsOfBlock } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { isOwner } from "#features/courses/policy.ts";
import { addMedia } from "#features/media/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import { readPage } from "#platform/list/server/page.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../reusable-contract.ts";
import { reusableList, ReusableRow, ReusableUse, usesList } from "../reusable-contract.ts";
import * as queries from "./reusable-queries.ts";
import { requireOnline, requireOwnFiles } from "./service.ts";

type Scope = Pick<Context, "db" | "actor" | "portal">;

/** The id of a block that is no course's. */
const ownId = "reusable";
/** How much of its text the search knows, in characters. */
const mostWords = 4000;

const contentOf = (block: Block): queries.StoredContent => ({
  block: { ...plainBlock(block), id: ownId },
  words: wordsOfBlock(block).join(" ").replace(/\s+/g, " ").trim().slice(0, mostWords),
  fileIds: [...new Set(filesOfBlock(block))],
});

/** A reusable block of the portal. Throws 404. */
async function requireReusable({ db, portal }: Scope, reusableId: number, { lock = false } = {}) {
  const key = { portalId: portal.id, reusableId };
  const found = await queries.findReusable(db, key, { lock });
  if (!found) throw notFound("reusable_block", "This reusable block could not be found.");
  return { key, found };
}
type Found = Awaited<ReturnType<typeof requireReusable>>["found"];

/** Ring two: whoever made a reusable block changes it, and admins. Throws 403. */
function requireMaker({ actor }: Scope, { creatorId }: Found) {
  if (!isOwner(actor, { createdBy: creatorId })) throw forbidden("not_maker", "Only its maker or an admin can change this reusable block.");
}

function requireOffered({ isArchived }: Found) {
  if (isArchived) throw conflict("reusable_archived", "This reusable block was archived. What uses it stays as it is.");
}

/** A page of the portal's reusable blocks. */
export async function listReusable(
  { db, actor, portal }: Scope,
  query: Parsed<typeof api.listReusable>["query"],
): Promise<Result<typeof api.listReusable>> {
  const sizes = { page: query.page, pageSize: reusableList.pageSize };
  const found = await readPage(db, ReusableRow, sizes, queries.reusableOf(portal.id, actor, query));
  return { ...found, rows: found.rows.map((row) => ({ ...row, updatedAt: instant(row.updatedAt) })) };
}

/** A reusable block with its content. */
export async function readReusable(context: Scope, reusableId: number): Promise<Result<typeof api.readReusable>> {
  const { found } = await requireReusable(context, reusableId);
  const { creatorId, fileIds: _, updatedAt, ...rest } = found;
  return { ...rest, updatedAt: instant(updatedAt), mayChange: isOwner(context.actor, { createdBy: creatorId }) };
}

/** The newest revisions of the reusable blocks that a page uses. */
export async function readRevisions({ db, portal }: Scope, ids: string): Promise<Result<typeof api.readRevisions>> {
  return { blocks: await queries.listRevisions(db, portal.id, [...new Set(ids.split(",").map(Number))]) };
}

/** Where a reusable block is used. */
export async function listUses(
  context: Scope,
  reusableId: number,
  query: Parsed<typeof api.listUses>["query"],
): Promise<Result<typeof api.listUses>> {
  const { key } = await requireReusable(context, reusableId);
  const sizes = { page: query.page, pageSize: usesList.pageSize };
  return readPage(context.db, ReusableUse, sizes, queries.usesOf(key, context.actor, query), queries.othersUsing);
}

/** What a course can give to others: its own files only, and no part of its package. */
async function requireReusableContent(context: Scope, courseId: number, block: Block) {
  const { key } = await requireOnline(context, courseId);
  if (isPackagePart(block)) throw invalid("block", "package_part", "A part of a package stays in its course. Other blocks can be reused.");
  await requireOwnFiles(context, key, { blocks: [block] });
  return contentOf(block);
}

/** Makes a block of a course reusable. */
export async function makeReusable(
  context: Context,
  courseId: number,
  { title, block }: Parsed<typeof api.makeReusable>["body"],
): Promise<Result<typeof api.makeReusable>> {
  const { db, actor, portal } = context;
  const content = await requireReusableContent(context, courseId, block);
  const made = await queries.insertReusable(db, { portalId: portal.id, userId: actor.userId, title, ...content });
  await note(context, {
    action: "reusable_block_made",
    object: { kind: "reusable_block", id: made.id },
    after: { title, kind: block.kind, courseId },
  });
  return made;
}

/** Gives a course what a reusable block needs, and its newest content. */
export async function takeReusable(context: Context, courseId: number, reusableId: number): Promise<Result<typeof api.takeReusable>> {
  const { key: course } = await requireOnline(context, courseId);
  const { found } = await requireReusable(context, reusableId);
  requireOffered(found);
  for (const fileId of found.fileIds) await addMedia(context.db, course, fileId);
  const { block, revision } = found;
  await note(context, {
    action: "reusable_block_taken",
    object: { kind: "course", id: courseId },
    after: { reusableId, revision, fileIds: found.fileIds },
  });
  return { block, revision };
}

/** Saves a course's block as the next revision of a reusable one, unless somebody else saved it since; theirs comes with the refusal. */
export async function saveReusable(
  context: Context,
  courseId: number,
  reusableId: number,
  { block, revision }: Parsed<typeof api.saveReusable>["body"],
): Promise<Result<typeof api.saveReusable>> {
  const content = await requireReusableContent(context, courseId, block);
  const { key, found } = await requireReusable(context, reusableId, { lock: true });
  requireMaker(context, found);
  requireOffered(found);
  if (found.block.kind !== block.kind)
    throw invalid("block", "other_kind", "A reusable block stays of its kind. Make another one of this block.");
  if (found.revision !== revision)
    throw conflict("reusable_changed", "Somebody else changed this reusable block meanwhile. Nothing of theirs was lost.").with({
      block: found.block,
      revision: found.revision,
    });
  await queries.updateContent(context.db, key, { userId: context.actor.userId, ...content });
  await note(context, {
    action: "reusable_block_saved",
    object: { kind: "reusable_block", id: reusableId },
    before: { revision },
    after: { revision: revision + 1, courseId },
  });
  return { revision: revision + 1 };
}

/** Renames a reusable block, archives it or offers it again. */
export async function changeReusable(
  context: Context,
  reusableId: number,
  change: Parsed<typeof api.changeReusable>["body"],
): Promise<Result<typeof api.changeReusable>> {
  const { key, found } = await requireReusable(context, reusableId, { lock: true });
  requireMaker(context, found);
  const { title, isArchived } = found;
  await queries.updateOffer(context.db, key, change);
  await note(context, {
    action: "reusable_block_changed",
    object: { kind: "reusable_block", id: reusableId },
    before: { title, isArchived },
    after: change,
  });
  return change;
}
