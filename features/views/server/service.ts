import type { Actor, Rule } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import { requireActor, type Context } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import * as queries from "./queries.ts";
import type { ViewRow } from "./queries.ts";

export { viewsNamingGroup } from "./naming-group.ts";
export { viewsStatement } from "./queries.ts";

/** A list of which views can be kept: an entry of app/viewed-lists.ts. */
export interface ViewedList {
  /** Who may see the list. */
  readonly rule: Rule;
  /** Whether the list knows this query. */
  readonly knows: (query: Readonly<Record<string, string>>) => boolean;
  /** Whether somebody may see what the query is about; a shared view that they may not is not shown to them. */
  readonly mayRead: (db: Db, actor: Actor, query: Readonly<Record<string, string>>) => Promise<boolean>;
}
export interface ViewedLists {
  /** By the name that their screens send. */
  readonly of: Readonly<Record<string, ViewedList>>;
  /** Whether somebody reaches everybody in the portal: who does shares views. */
  readonly reachesAll: (db: Db, actor: Actor) => Promise<boolean>;
}

/** The most views that somebody keeps of one list. */
const mostViews = 50;
const noView = () => notFound("view", "This view could not be found.");
const valuesOf = (query: string) => Object.fromEntries(new URLSearchParams(query));

/** The list by its name, and the person as they see it. Throws 400 for no list and 403 for whoever may not see it. */
function listFor(lists: ViewedLists, name: string, asker: Actor) {
  const list = Object.hasOwn(lists.of, name) ? lists.of[name] : undefined;
  if (!list) throw invalid("list", "no_such_list", "Views cannot be kept of this list.");
  return { list, actor: requireActor(asker, list.rule) };
}

/** Whoever made a view changes it; once they share no views any more, one that they shared is changed by admins only. */
const mayChange = (actor: Actor, { ownerId, isShared }: ViewRow, shares: boolean) =>
  isShared ? actor.isAdmin || actor.isSystemAdmin || (ownerId === actor.userId && shares) : ownerId === actor.userId;

const shownOf = (actor: Actor, row: ViewRow, shares: boolean): api.View => {
  const { id, name, query, isShared, isPinned, by } = row;
  return { id, name, query, isShared, isPinned, by, mayChange: mayChange(actor, row, shares) };
};

/** The views of a list. reachesAll: whether the person asking reaches everybody in the portal, where that is known already. */
export async function showViews(
  lists: ViewedLists,
  { db, actor: asker }: Pick<Context, "db" | "actor">,
  name: string,
  reachesAll?: boolean,
): Promise<Result<typeof api.listViews>> {
  const { list, actor } = listFor(lists, name, asker);
  const rows: api.View[] = [];
  const shares = reachesAll ?? (await lists.reachesAll(db, actor));
  for (const row of await queries.listViews(db, actor, name))
    if (row.ownerId === actor.userId || (await list.mayRead(db, actor, valuesOf(row.query)))) rows.push(shownOf(actor, row, shares));
  return { rows, mayShare: shares };
}

/** A view that somebody may change. Throws 404 for one that is not theirs to see, 403 for a shared one of somebody else. */
async function changeable(lists: ViewedLists, { db, actor: asker }: Context, id: number) {
  const row = await queries.findView(db, asker, id);
  if (!row) throw noView();
  const { list, actor } = listFor(lists, row.list, asker);
  if (!mayChange(actor, row, await lists.reachesAll(db, actor))) {
    if (row.ownerId === actor.userId) throw noSharing();
    if (!(await list.mayRead(db, actor, valuesOf(row.query)))) throw noView();
    throw forbidden("not_your_view", "Only the person who shares this view, or an admin, can change it.");
  }
  return { row, list, actor };
}

const noSharing = () => forbidden("no_sharing", "Views are shared by admins and by managers of the whole portal.");
async function requireShareable(lists: ViewedLists, db: Db, actor: Actor) {
  if (!(await lists.reachesAll(db, actor))) throw noSharing();
}

function requireKnown(list: ViewedList, query: string) {
  if (!list.knows(valuesOf(query))) throw invalid("query", "unknown_query", "This list does not have these filters.");
}

const shown = async (lists: ViewedLists, db: Db, actor: Actor, id: number) => {
  const row = await queries.findView(db, actor, id);
  if (!row) throw noView();
  return shownOf(actor, row, await lists.reachesAll(db, actor));
};

export async function createView(lists: ViewedLists, context: Context, body: Parsed<typeof api.createView>["body"]): Promise<api.View> {
  const { db, portal, http } = context;
  const { list, actor } = listFor(lists, body.list, context.actor);
  requireKnown(list, body.query);
  if (body.isShared) await requireShareable(lists, db, actor);
  if ((await queries.countViews(db, actor, body.list)) >= mostViews)
    throw conflict("too_many_views", "You keep {most} views of this list already. Delete one first.", { most: mostViews });
  const id = await queries.insertView(db, actor, body);
  await queries.pin(db, actor, id, true);
  await note(
    { db, portal, actor, http },
    { action: "view_created", object: { kind: "view", id }, after: { list: body.list, isShared: body.isShared } },
  );
  return shown(lists, db, actor, id);
}

export async function saveView(
  lists: ViewedLists,
  context: Context,
  { params: { viewId }, body: { name, query, isShared } }: Parsed<typeof api.saveView>,
): Promise<api.View> {
  const { db, portal, http } = context;
  const { row, list, actor } = await changeable(lists, context, viewId);
  if (row.isDeleted) throw noView();
  requireKnown(list, query);
  if (isShared && !row.isShared) await requireShareable(lists, db, actor);
  await queries.updateView(db, portal.id, viewId, { name, query, is_shared: isShared });
  await note(
    { db, portal, actor, http },
    { action: "view_changed", object: { kind: "view", id: viewId }, before: { isShared: row.isShared }, after: { isShared } },
  );
  return shown(lists, db, actor, viewId);
}

export async function pinView(
  lists: ViewedLists,
  { db, actor: asker }: Context,
  { params: { viewId }, body: { isPinned } }: Parsed<typeof api.pinView>,
): Promise<api.View> {
  const row = await queries.findView(db, asker, viewId);
  if (!row || row.isDeleted) throw noView();
  const { list, actor } = listFor(lists, row.list, asker);
  if (row.ownerId !== actor.userId && !(await list.mayRead(db, actor, valuesOf(row.query)))) throw noView();
  await queries.pin(db, actor, viewId, isPinned);
  return shown(lists, db, actor, viewId);
}

export async function deleteView(lists: ViewedLists, context: Context, viewId: number): Promise<{ id: number }> {
  const { db, portal, http } = context;
  const { actor } = await changeable(lists, context, viewId);
  await queries.updateView(db, portal.id, viewId, { deleted_at: new Date() });
  await note({ db, portal, actor, http }, { action: "view_deleted", object: { kind: "view", id: viewId } });
  return { id: viewId };
}

export async function restoreView(lists: ViewedLists, context: Context, viewId: number): Promise<api.View> {
  const { db, portal, http } = context;
  const { actor } = await changeable(lists, context, viewId);
  await queries.updateView(db, portal.id, viewId, { deleted_at: null });
  await note({ db, portal, actor, http }, { action: "view_restored", object: { kind: "view", id: viewId } });
  return shown(lists, db, actor, viewId);
}
