import { createHash } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod/mini";
import { eventNamed } from "#features/notifications/events.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";

const Fresh = z.object({
  id: z.int(),
  portalId: z.int(),
  notificationId: z.nullable(z.int()),
  messageId: z.nullable(z.int()),
  event: z.string(),
  /** Of a notification. */
  subject: z.nullable(z.string()),
  occurrence: z.nullable(z.string()),
  occurredAt: z.date(),
  isOfSystemAdmin: z.boolean(),
  isOff: z.boolean(),
});
type Fresh = z.infer<typeof Fresh>;

/** Rows of the outbox seen to in one transaction. */
const batch = 500;

/**
 * Makes deliveries of what is in the outbox: one for each webhook that takes the event, however many people were told of the same happening. What somebody was told as
 * a system admin stays among system admins (features/mail), and what the portal or the course has switched off is not sent. Gives how many rows were seen to.
 */
export const emptyOutbox = (databases: Databases): Promise<number> =>
  databases.inSystemUntimed("make deliveries to webhooks", async (db) => {
    // The course is compared as a text: what is stored of an event may be of a later version.
    const { rows } = await typed(Fresh)`
      select o.id, o.portal_id as "portalId", o.notification_id as "notificationId", o.message_id as "messageId", coalesce(n.event, m.event) as event,
        n.subject, n.occurrence, coalesce(n.created_at, m.created_at) as "occurredAt", coalesce(u.is_system_admin, false) as "isOfSystemAdmin",
        not coalesce(c.is_on, not coalesce(n.event = any (s.events_off), false)) as "isOff"
      from (select * from webhook_outbox order by id limit ${batch} for update skip locked) o
      left join notifications n on n.portal_id = o.portal_id and n.id = o.notification_id
      left join messages m on m.portal_id = o.portal_id and m.id = o.message_id
      left join users u on u.id = coalesce(n.user_id, m.user_id)
      left join mail_settings s on s.portal_id = o.portal_id
      left join mail_overrides c on c.portal_id = o.portal_id and c.event = n.event and c.course_id::text = n.variables ->> 'courseId'
      order by o.id`.execute(db);
    if (rows.length === 0) return 0;
    await insertDeliveries(db, rows.filter(leaves));
    await sql`delete from webhook_outbox where id = any (${rows.map(({ id }) => id)}::bigint[])`.execute(db);
    return rows.length;
  });

/** Whether it is sent to webhooks at all. */
function leaves({ event: name, isOfSystemAdmin, isOff }: Fresh): boolean {
  const event = eventNamed(name);
  if (!event) return false;
  return (!isOff || event.mandatory) && (!isOfSystemAdmin || event.hasCopies === true);
}

/** By what receivers know a happening: the same for all of its copies, and for each webhook of the portal. */
function eventIdOf({ portalId, notificationId, messageId, event, subject, occurrence }: Fresh): string {
  const of = eventNamed(event)?.hasCopies && subject !== null ? ["of", event, subject, occurrence] : ["one", notificationId, messageId];
  const hash = createHash("sha256")
    .update(JSON.stringify([portalId, ...of]))
    .digest("hex");
  // A UUID of the version for values of one's own (RFC 9562).
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

async function insertDeliveries(db: Db, rows: readonly Fresh[]) {
  if (rows.length === 0) return;
  const made = rows.map((row, nth) => ({ ...row, nth, eventId: eventIdOf(row) }));
  await sql`insert into webhook_deliveries (portal_id, webhook_id, event, event_id, notification_id, message_id, occurred_at)
    select k."portalId", w.id, k.event, k."eventId", k."notificationId", k."messageId", k."occurredAt"
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
        as k(nth int, "portalId" bigint, event text, "eventId" uuid, "notificationId" bigint, "messageId" bigint, "occurredAt" timestamptz)
      join webhooks w on w.portal_id = k."portalId" and w.is_on and (w.events is null or k.event = any (w.events))
    order by k.nth, w.id
    on conflict on constraint webhook_deliveries_once do nothing`.execute(db);
}
