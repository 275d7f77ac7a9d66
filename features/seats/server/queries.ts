import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { Seats } from "../contract.ts";

const Shown = z.extend(Seats, { used: z.nullable(z.int()) });
/** The seats of portals; of none that are not there. In a portal's transaction, of that portal alone. known: those whose taken seats are known, so that they are not counted and null. */
export const listSeats = async (db: Db, portalIds: readonly number[], known: readonly number[] = []) =>
  (
    await typed(Shown)`select p.id as "portalId", s.cap, case when p.id <> all (${known}::bigint[]) then seats_taken(p.id) end as used
      from portals p left join portal_seats s on s.portal_id = p.id where p.id = any (${portalIds}::bigint[]) order by p.id`.execute(db)
  ).rows;

/** Whether a portal has a limit. */
export const isLimited = async (db: Db, portalId: number) =>
  (await db
    .selectFrom("portal_seats")
    .select("portal_id")
    .where("portal_id", "=", portalId)
    .where("cap", "is not", null)
    .executeTakeFirst()) !== undefined;

const Held = z.object({ cap: z.int() });

/** Takes the turn of a portal with a limit: nobody else takes a seat of it until the transaction ends. Null for a portal without. As stoa_people or the system role. */
export const takeTurn = async (db: Db, portalId: number) =>
  (
    await typed(Held)`update portal_seats set turn = turn + 1 where portal_id = ${portalId} and cap is not null
      returning cap`.execute(db)
  ).rows[0];

const Limit = z.object({ cap: z.nullable(z.int()), turn: z.int() });

/** The limit of a portal, whose row is made where there is none, and held until the transaction ends. As the system role. */
export const lockLimit = async (db: Db, portalId: number) => {
  await sql`insert into portal_seats (portal_id) values (${portalId}) on conflict do nothing`.execute(db);
  return (await typed(Limit)`update portal_seats set turn = turn + 1 where portal_id = ${portalId} returning cap, turn`.execute(db))
    .rows[0];
};

export const updateLimit = (db: Db, portalId: number, cap: number | null) =>
  db.updateTable("portal_seats").set({ cap, changed_at: new Date() }).where("portal_id", "=", portalId).execute();

/** Whether there is such a portal. */
export const isPortal = async (db: Db, portalId: number) =>
  (await db.selectFrom("portals").select("id").where("id", "=", portalId).executeTakeFirst()) !== undefined;
