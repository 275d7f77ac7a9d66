import { sql } from "kysely";
import * as z from "zod/mini";
import { restoreDays } from "#features/groups/contract.ts";
import type { Databases } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";

/** Days after which a message that has ended, and a notification, are removed (docs/retention.md). */
export const keptDays = 365;
/** Rows removed in one transaction. */
const batch = 5_000;

const Gone = z.object({ count: z.int() });

/**
 * Removes old messages with their texts, old notifications that a worker has decided about, read or not, and the own letters of groups that cannot be brought back any
 * more. For the worker; gives how many went.
 */
export async function sweepMail(databases: Databases, now: Date = new Date()): Promise<number> {
  const round = () =>
    databases.inSystemUntimed("remove old messages", async (db) => {
      const before = sql`${now}::timestamptz - make_interval(days => ${keptDays})`;
      const { rows } = await typed(Gone)`
        with messages_gone as (
          delete from messages m using (select portal_id, id from messages where ended_at < ${before} limit ${batch}) old
          where m.portal_id = old.portal_id and m.id = old.id returning m.id
        ), notifications_gone as (
          delete from notifications n using (
            select n.portal_id, n.id from notifications n
            where n.created_at < ${before} and n.handled_at is not null
              and not exists (select from messages m where m.portal_id = n.portal_id and m.id = n.message_id and m.ended_at is null)
            limit ${batch}) old
          where n.portal_id = old.portal_id and n.id = old.id returning n.id
        )
        select (select count(*) from messages_gone)::int + (select count(*) from notifications_gone)::int as count`.execute(db);
      return rows[0]?.count ?? 0;
    });
  const { numAffectedRows: ofGroups = 0n } = await databases.inSystemUntimed("remove the letters of deleted groups", (db) =>
    sql`delete from mail_overrides o using groups g
      where g.portal_id = o.portal_id and g.id = o.group_id and g.deleted_at < ${now}::timestamptz - make_interval(days => ${restoreDays + 1}::int)`.execute(
      db,
    ),
  );
  let gone = Number(ofGroups);
  for (let some = await round(); some > 0; some = await round()) gone += some;
  return gone;
}
