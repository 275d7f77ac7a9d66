import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { passwordInvitation } from "#features/notifications/events/password_invitation/password-invitation.ts";
import { letterSecret, writeLetter } from "#features/notifications/server/service.ts";
import type { Config } from "#platform/config.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { insertLink, linkHindrances } from "./password-links.ts";

// Password links for many at once. Whoever acts orders them in the portal; a worker makes them, as the system role, and mails each to its person alone.

interface Orders {
  readonly portalId: number;
  readonly runId: number;
  readonly userIds: readonly number[];
}

/** Orders a link for each of these people, as stoa_people. staff: whether people with a role may have one. */
export async function orderLinks(
  db: Db,
  { portalId, runId, userIds }: Orders,
  { minutes, staff }: { readonly minutes: number; readonly staff: boolean },
): Promise<void> {
  await sql`insert into password_link_orders (portal_id, run_id, user_id, minutes, staff)
    select ${portalId}, ${runId}, w.id, ${minutes}, ${staff} from unnest(${userIds}::bigint[]) as w (id)`.execute(db);
}

/** Ends what was ordered for these people: a link of theirs is dead at once, and none is made any more. As stoa_people. */
export async function endLinks(db: Db, { portalId, runId, userIds }: Orders): Promise<void> {
  await sql`update password_link_orders set ended_at = now()
    where portal_id = ${portalId} and run_id = ${runId} and user_id = any (${userIds}::bigint[]) and ended_at is null`.execute(db);
}

/** What became of the order of a person in an action, as SQL: 'used', 'open', or null where there is none or it has ended. */
export const orderState = (portalId: number, runId: number, userId: RawBuilder<unknown>): RawBuilder<string | null> => sql`
  (select case when o.used_at is not null then 'used' when o.ended_at is null then 'open' end from password_link_orders o
    where o.portal_id = ${portalId} and o.run_id = ${runId} and o.user_id = ${userId})`;

const Order = z.object({
  portalId: z.int(),
  portal: z.string(),
  runId: z.int(),
  orderedBy: z.int(),
  userId: z.int(),
  minutes: z.int(),
  staff: z.boolean(),
});

/** Orders seen to in one transaction. */
const batch = 200;

/**
 * Makes the links that are ordered, with a letter for each, and removes those whose order has ended. Whoever may have none by now gets none. Several workers may do this
 * side by side. Gives how many orders were seen to.
 */
export async function makeOrderedLinks(databases: Databases, config: Pick<Config, "secret">): Promise<number> {
  let seen = 0;
  for (;;) {
    const came = await databases.inSystemUntimed("make password links that are ordered", (db) => makeNext(db, config.secret));
    seen += came;
    if (came < batch) return seen;
  }
}

async function makeNext(db: Db, secret: string): Promise<number> {
  await sql`delete from password_links l using password_link_orders o
    where o.portal_id = l.portal_id and o.run_id = l.run_id and o.user_id = l.user_id and o.ended_at is not null`.execute(db);
  const { rows } = await typed(
    Order,
  )`select o.portal_id as "portalId", p.name as portal, o.run_id as "runId", r.owner_id as "orderedBy", o.user_id as "userId",
      o.minutes, o.staff
    from password_link_orders o join portals p on p.id = o.portal_id join bulk_runs r on r.portal_id = o.portal_id and r.id = o.run_id
    where o.made_at is null and o.refused is null and o.ended_at is null
    order by o.ordered_at, o.portal_id, o.run_id, o.user_id limit ${batch} for update of o skip locked`.execute(db);
  for (const orders of Map.groupBy(rows, ({ portalId, runId }) => `${portalId} ${runId}`).values()) {
    const [first] = orders;
    if (!first) continue;
    const { portalId, staff } = first;
    const refused = await linkHindrances(db, { portalId, staff, isMailed: true, userIds: orders.map(({ userId }) => userId) });
    for (const { userId, runId, orderedBy, minutes, portal } of orders) {
      const hindrance = refused.get(userId) ?? null;
      if (hindrance === null) {
        const { key, tokenHash } = letterSecret(secret);
        const { expiresAt } = await insertLink(db, { portalId, userId, madeBy: orderedBy, runId, minutes, tokenHash });
        await writeLetter(db, portalId, passwordInvitation, { userId }, { key, until: expiresAt.toISOString(), portal });
      }
      await sql`update password_link_orders set made_at = case when ${hindrance}::text is null then now() end, refused = ${hindrance}
        where portal_id = ${portalId} and run_id = ${runId} and user_id = ${userId}`.execute(db);
    }
  }
  return rows.length;
}
