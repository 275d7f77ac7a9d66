import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import { Delivery, mostWebhooks, offReasons, webhookFormats, type deliveryList, type WebhookTerms } from "../contract.ts";

const Stored = z.object({
  id: z.int(),
  revision: z.int(),
  name: z.string(),
  address: z.string(),
  format: z.enum(webhookFormats),
  events: z.nullable(z.array(z.string())),
  isOn: z.boolean(),
  offReason: z.nullable(z.enum(offReasons)),
  failingSince: z.nullable(z.date()),
  lastAt: z.nullable(z.date()),
  waiting: z.int(),
  secretMadeAt: z.nullable(z.date()),
});
/** A webhook as the database has it. */
export type StoredWebhook = z.infer<typeof Stored>;

const select = sql`select w.id, w.revision, w.name, w.address, w.format, w.events, w.is_on as "isOn", w.off_reason as "offReason",
    w.failing_since as "failingSince", w.last_at as "lastAt", s.made_at as "secretMadeAt",
    (select count(*) from webhook_deliveries d where d.portal_id = w.portal_id and d.webhook_id = w.id and d.state = 'waiting')::int as waiting
  from webhooks w left join webhook_secrets s on s.portal_id = w.portal_id and s.webhook_id = w.id`;

/** The webhooks of a portal by name. */
export const listWebhooks = async (db: Db, portalId: number): Promise<StoredWebhook[]> =>
  (await typed(Stored)`${select} where w.portal_id = ${portalId} order by lower(w.name), w.id limit ${mostWebhooks}`.execute(db)).rows;

/** One webhook; undefined where the portal has no such. */
export const findWebhook = async (db: Db, portalId: number, id: number): Promise<StoredWebhook | undefined> =>
  (await typed(Stored)`${select} where w.portal_id = ${portalId} and w.id = ${id}`.execute(db)).rows[0];

/** Takes the row of a webhook, so that nobody else changes or removes it meanwhile. As stoa_people. */
export const lockWebhook = (db: Db, portalId: number, id: number) =>
  db.selectFrom("webhooks").select("id").where("portal_id", "=", portalId).where("id", "=", id).forUpdate().executeTakeFirst();

const columns = ({ name, address, format, events, isOn }: WebhookTerms) => ({ name, address, format, events, is_on: isOn });

const Id = z.object({ id: z.int() });
/** Adds a webhook; undefined where the portal has as many as it can. As stoa_people. */
export async function insertWebhook(db: Db, portalId: number, terms: WebhookTerms): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('stoa: webhooks of a portal'), ${portalId}::bigint::int)`.execute(db);
  const { name, address, format, events, is_on } = columns(terms);
  const { rows } = await typed(Id)`insert into webhooks (portal_id, name, address, format, events, is_on)
    select ${portalId}, ${name}, ${address}, ${format}, ${events}::text[], ${is_on}
    where (select count(*) from webhooks where portal_id = ${portalId}) < ${mostWebhooks}::int returning id`.execute(db);
  return rows[0]?.id;
}

/** Changes a webhook. Turned on or sent elsewhere, it begins without failures. As stoa_people. */
export const updateWebhook = (db: Db, portalId: number, id: number, terms: WebhookTerms, beginsAnew: boolean) =>
  db
    .updateTable("webhooks")
    .set({
      ...columns(terms),
      off_reason: terms.isOn ? null : sql<string | null>`off_reason`,
      revision: sql<number>`revision + 1`,
      ...(beginsAnew && { failures: 0, failing_since: null, rests_until: null }),
    })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .execute();

/** Removes a webhook with its secret and its deliveries. As stoa_people. */
export const deleteWebhook = (db: Db, portalId: number, id: number) =>
  db.deleteFrom("webhooks").where("portal_id", "=", portalId).where("id", "=", id).execute();

/** What waits for a webhook is not sent any more. */
export const withholdWaiting = (db: Db, portalId: number, id: number) =>
  db
    .updateTable("webhook_deliveries")
    .set({ state: "withheld", problem: "off" })
    .where("portal_id", "=", portalId)
    .where("webhook_id", "=", id)
    .where("state", "=", "waiting")
    .execute();

/** Keeps a new secret of a webhook in place of the one that it has, if any. As stoa_people. */
export const writeSecret = (db: Db, portalId: number, webhookId: number, sealed: Buffer) =>
  db
    .insertInto("webhook_secrets")
    .values({ portal_id: portalId, webhook_id: webhookId, sealed })
    .onConflict((conflict) => conflict.columns(["portal_id", "webhook_id"]).doUpdateSet({ sealed, made_at: sql`now()` }))
    .execute();

/** Adds a test to what is sent to a webhook; gives its id. As stoa_people. */
export async function insertTest(db: Db, portalId: number, webhookId: number, event: string): Promise<number> {
  const { id } = await db
    .insertInto("webhook_deliveries")
    .values({ portal_id: portalId, webhook_id: webhookId, event, event_id: sql<string>`gen_random_uuid()`, occurred_at: sql<Date>`now()` })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends a delivery from the beginning; false where the webhook has no such. As stoa_people. */
export async function resetDelivery(db: Db, of: { readonly portalId: number; readonly webhookId: number; readonly deliveryId: number }) {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ state: "waiting", attempts: 0, due_at: sql<Date>`now()`, problem: null, detail: null, status: null })
    .where("portal_id", "=", of.portalId)
    .where("webhook_id", "=", of.webhookId)
    .where("id", "=", of.deliveryId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A delivery as the database has it; its event has no words yet. */
export const StoredDelivery = z.omit(Delivery, { eventTitle: true });
export type StoredDelivery = z.infer<typeof StoredDelivery>;

type Asked = Omit<ListRequest<typeof deliveryList>, "page">;

/** The deliveries of a webhook that a search selects; q: words in the name of the event or the id by which receivers know it. */
export function deliveriesOf(
  { portalId, webhookId }: { readonly portalId: number; readonly webhookId: number },
  { q, state, sort }: Asked,
): ListSql {
  const found = q
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql`and position(lower(${word}) in d.event || ' ' || d.event_id) > 0`);
  return {
    with: sql`hits as (
      select d.id from webhook_deliveries d where d.portal_id = ${portalId} and d.webhook_id = ${webhookId}
        ${state === null ? sql`` : sql`and d.state = ${state}`} ${sql.join(found, sql` `)}
    )`,
    order: sort === "created" ? sql`id` : sql`id desc`,
    items: sql`select s.nth, d.id, d.event, d.event_id as "eventId", d.state, d.occurred_at as "occurredAt", d.attempts, d.attempted_at as "attemptedAt",
        d.due_at as "dueAt", d.status, d.milliseconds, d.problem, d.detail
      from shown s join webhook_deliveries d on d.portal_id = ${portalId} and d.id = s.id`,
    all: sql`(select count(*) from webhook_deliveries d where d.portal_id = ${portalId} and d.webhook_id = ${webhookId})`,
  };
}
