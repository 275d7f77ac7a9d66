import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";

// Categories that portals share (docs/decisions/041-shared-categories.md). Writing them, and reaching other portals, works as stoa_system only.

/** Who takes categories on while they are changed waits, and gets them as they are then. Taken before any portal's own lock. */
export const lockShared = (db: Db) => sql`select pg_advisory_xact_lock(hashtextextended('shared categories', 0))`.execute(db);

/** A definition and all below it, parents first: id, parent_id, name, description, path. */
const branch = (sharedId: number) => sql`branch as (
  select s.id, s.parent_id, s.name, s.description, array[s.id] as path from shared_categories s where s.id = ${sharedId}
  union all
  select s.id, s.parent_id, s.name, s.description, b.path || s.id from shared_categories s join branch b on s.parent_id = b.id)`;

/** As JSON, the topmost categories that are offered and that the portal does not use (OfferedCategory). */
export const offeredTo = (portalId: number) => sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'description', o.description, 'names', b.names, 'below', b.below) order by lower(o.name), o.id), '[]')
  from shared_categories o cross join lateral (
    with recursive below as (
      select s.id, s.name, array[s.id] as path from shared_categories s where s.parent_id = o.id
      union all
      select s.id, s.name, b.path || s.id from shared_categories s join below b on s.parent_id = b.id)
    select (select coalesce(json_agg(f.name), '[]') from (select name from below order by path limit 20) f) as names, (select count(*)::int from below) as below
  ) b
  where o.parent_id is null and o.is_offered and not exists (select from categories c where c.portal_id = ${portalId} and c.shared_id = o.id))`;

const Used = z.object({ id: z.int(), portals: z.int(), isOffered: z.boolean() });
/** In how many portals each shared category of this one is, and whether it is offered. As stoa_system. */
export const countPortals = async (db: Db, portalId: number) =>
  (
    await typed(
      Used,
    )`select c.id, (select count(*)::int from categories o where o.shared_id = c.shared_id) as portals, s.is_offered as "isOffered"
      from categories c join shared_categories s on s.id = c.shared_id where c.portal_id = ${portalId}`.execute(db)
  ).rows;

const Shared = z.object({ id: z.int(), parentId: z.nullable(z.int()), name: z.string(), description: z.string(), isOffered: z.boolean() });
export type Shared = z.infer<typeof Shared>;
/** A definition with all below it, parents first; none where there is no such definition. */
export const listBranch = async (db: Db, sharedId: number): Promise<Shared[]> =>
  (
    await typed(Shared)`with recursive ${branch(sharedId)}
      select b.id, b.parent_id as "parentId", b.name, b.description, s.is_offered as "isOffered" from branch b join shared_categories s on s.id = b.id order by b.path`.execute(
      db,
    )
  ).rows;

const Id = z.object({ id: z.int() });
/** Makes a definition of a portal's category, which follows it from now on. Returns its id. */
export async function insertShared(db: Db, portalId: number, categoryId: number, parentId: number | null): Promise<number> {
  const { id } = oneRow(
    await typed(Id)`insert into shared_categories (parent_id, name, description)
      select ${parentId}::bigint, name, description from categories where portal_id = ${portalId} and id = ${categoryId} returning id`.execute(
      db,
    ),
  );
  await follow(db, portalId, categoryId, id);
  return id;
}

/** Lets a portal's category follow a definition, whose name and description it gets. */
export const follow = (db: Db, portalId: number, categoryId: number, sharedId: number) =>
  sql`update categories c set shared_id = s.id, name = s.name, description = s.description, revision = c.revision + 1
    from shared_categories s where s.id = ${sharedId} and c.portal_id = ${portalId} and c.id = ${categoryId}`.execute(db);

/** Makes the categories of a definition and of all below it a portal's own; of every portal for null, which is for stoa_system. Returns them. */
export const leave = async (db: Db, sharedId: number, portalId: number | null) =>
  (
    await typed(Follower)`with recursive ${branch(sharedId)}
      update categories c set shared_id = null, revision = c.revision + 1 from branch b, portals p
      where c.shared_id = b.id and p.id = c.portal_id and (${portalId}::bigint is null or c.portal_id = ${portalId})
      returning c.portal_id as "portalId", p.name as portal, c.id`.execute(db)
  ).rows;

/** Deletes a definition with all below it, which nobody follows any more. */
export const deleteShared = (db: Db, sharedId: number) =>
  sql`with recursive ${branch(sharedId)} delete from shared_categories where id in (select id from branch)`.execute(db);

export const updateOffered = (db: Db, sharedId: number, isOffered: boolean) =>
  sql`update shared_categories set is_offered = ${isOffered} where id = ${sharedId}`.execute(db);

/** Writes a portal's name and description of a category into the definition that it follows. */
export const updateShared = (db: Db, portalId: number, categoryId: number) =>
  sql`update shared_categories s set name = c.name, description = c.description from categories c
    where c.portal_id = ${portalId} and c.id = ${categoryId} and s.id = c.shared_id`.execute(db);

const Follower = z.object({ portalId: z.int(), portal: z.string(), id: z.int() });
/** The categories of other portals that follow a definition. As stoa_system. */
export const listFollowers = async (db: Db, sharedId: number, except: number) =>
  (
    await typed(Follower)`select c.portal_id as "portalId", p.name as portal, c.id from categories c join portals p on p.id = c.portal_id
      where c.shared_id = ${sharedId} and c.portal_id <> ${except} order by c.portal_id`.execute(db)
  ).rows;
