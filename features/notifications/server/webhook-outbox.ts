import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/** Whether a webhook of its portal takes the event of a row. of: the table or part of a statement that has the row, with portal_id and event. */
export const isTakenByWebhook = (of: string) =>
  sql<boolean>`exists (select from webhooks w where w.portal_id = ${sql.ref(`${of}.portal_id`)} and w.is_on
    and (w.events is null or ${sql.ref(`${of}.event`)} = any (w.events)))`;

/** Puts notifications that webhooks take into their outbox, in the transaction that decides how they go out (features/webhooks makes deliveries of it). */
export const queueForWebhooks = (db: Db, notificationIds: readonly number[]) =>
  sql`insert into webhook_outbox (portal_id, notification_id)
    select n.portal_id, n.id from notifications n where n.id = any (${notificationIds}::bigint[]) and ${isTakenByWebhook("n")} order by n.id`.execute(
    db,
  );
