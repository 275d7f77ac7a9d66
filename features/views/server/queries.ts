import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";

const ViewRow = z.object({
  id: z.int(),
  ownerId: z.int(),
  list: z.string(),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  isPinned: z.boolean(),
  isDeleted: z.boolean(),
  by: z.nullable(z.string()),
});
export type ViewRow = z.infer<typeof ViewRow>;

const select = ({ portalId, userId }: Asker, where: RawBuilder<unknown>) => typed(ViewRow)`
  select v.id, v.owner_id as "ownerId", v.list, v.name, v.query, v.is_shared as "isShared", v.deleted_at is not null as "isDeleted",
    exists (select from list_view_pins p where p.portal_id = v.portal_id and p.user_id = ${userId} and p.view_id = v.id) as "isPinned",
    case when v.owner_id <> ${userId} then coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) end as "by"
  from list_views v join users u on u.id = v.owner_id
  where v.portal_id = ${portalId} and (v.owner_id = ${userId} or v.is_shared) and ${where} order by lower(v.name), v.id`;

/** One's own views of a list and the shared ones, by name. */
export const viewsStatement = (asker: Asker, list: string) => select(asker, sql`v.list = ${list} and v.deleted_at is null`);
export const listViews = async (db: Db, asker: Asker, list: string) => (await viewsStatement(asker, list).execute(db)).rows;

/** One's own view or a shared one, deleted ones too. */
export const findView = async (db: Db, asker: Asker, id: number) => (await select(asker, sql`v.id = ${id}`).execute(db)).rows[0];

/** How many views of a list somebody has kept. Those deleted more than a week ago go. */
export async function countViews(db: Db, { portalId, userId }: Asker, list: string): Promise<number> {
  await sql`delete from list_views where portal_id = ${portalId} and owner_id = ${userId} and deleted_at < now() - interval '7 days'`.execute(
    db,
  );
  const { count } = await db
    .selectFrom("list_views")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("portal_id", "=", portalId)
    .where("owner_id", "=", userId)
    .where("list", "=", list)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertView = async (
  db: Db,
  { portalId, userId }: Asker,
  view: { list: string; name: string; query: string; isShared: boolean },
) =>
  (
    await db
      .insertInto("list_views")
      .values({ portal_id: portalId, owner_id: userId, list: view.list, name: view.name, query: view.query, is_shared: view.isShared })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

export const updateView = (
  db: Db,
  portalId: number,
  id: number,
  to: { name?: string; query?: string; is_shared?: boolean; deleted_at?: Date | null },
) => db.updateTable("list_views").set(to).where("portal_id", "=", portalId).where("id", "=", id).execute();

export const pin = (db: Db, { portalId, userId }: Asker, viewId: number, isPinned: boolean) =>
  isPinned
    ? sql`insert into list_view_pins (portal_id, user_id, view_id) values (${portalId}, ${userId}, ${viewId}) on conflict do nothing`.execute(
        db,
      )
    : sql`delete from list_view_pins where portal_id = ${portalId} and user_id = ${userId} and view_id = ${viewId}`.execute(db);
