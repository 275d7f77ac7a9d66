import { sql } from "kysely";
import type { Databases } from "#platform/db/connect.ts";
import { keptDays } from "../contract.ts";

/** Rows removed in one transaction. */
const batch = 5_000;

/** Removes old deliveries, for the worker (docs/retention.md); gives how many went. */
export async function sweepDeliveries(databases: Databases, now: Date = new Date()): Promise<number> {
  const round = async () => {
    const { numAffectedRows = 0n } = await databases.inSystemUntimed("remove old deliveries", (db) =>
      sql`delete from webhook_deliveries d using (
          select portal_id, id from webhook_deliveries where created_at < ${now}::timestamptz - make_interval(days => ${keptDays}::int) limit ${batch}::int) old
        where d.portal_id = old.portal_id and d.id = old.id`.execute(db),
    );
    return Number(numAffectedRows);
  };
  let gone = 0;
  for (let some = await round(); some > 0; some = await round()) gone += some;
  return gone;
}
