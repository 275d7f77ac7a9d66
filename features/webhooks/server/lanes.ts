import { sql } from "kysely";
import * as z from "zod/mini";
import { webhookOff } from "#features/notifications/events/webhook_off/webhook-off.ts";
import { adminsOf, notify } from "#features/notifications/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { mostAttempts, webhookFormats, type DeliveryProblem, type OffReason } from "../contract.ts";
import { testEvent } from "./payload.ts";
import { withholdWaiting } from "./queries.ts";

// Each webhook is one lane: a worker takes it, sends what is due one after the other, and gives it back. Another worker takes it over when its lease has run out.

/** Seconds for which a webhook belongs to its worker, from each attempt on; longer than an attempt may take. */
const leaseSeconds = 60;
/** How long a delivery waits for its next attempt, by how many it has had: eight attempts in a little more than a day. */
const waits = ["1 minute", "5 minutes", "30 minutes", "2 hours", "4 hours", "6 hours", "12 hours"];
/** A webhook that has failed this often in a row is asked once in this time at most, so that what waits for it keeps no worker busy. */
const restsAfter = 3;
const restSeconds = 30;
/** How long every attempt has to have failed until it turns itself off; and more often than one delivery is tried. */
const failingHours = 24;

const Lane = z.object({
  portalId: z.int(),
  id: z.int(),
  name: z.string(),
  lease: z.string(),
});
export type Lane = z.infer<typeof Lane>;

/** Takes webhooks for which something is due and that no other worker has. */
export const takeLanes = async (db: Db, now: Date, most: number): Promise<Lane[]> =>
  (
    await typed(Lane)`
      with due as (
        select w.portal_id, w.id from webhooks w join portals p on p.id = w.portal_id and p.status = 'active'
        where w.is_on and (w.leased_until is null or w.leased_until < ${now}) and (w.rests_until is null or w.rests_until <= ${now})
          and exists (select from webhook_deliveries d where d.portal_id = w.portal_id and d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= ${now})
        order by w.last_at nulls first, w.id limit ${most} for update of w skip locked)
      update webhooks w set lease = gen_random_uuid(), leased_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
      from due where w.portal_id = due.portal_id and w.id = due.id
      returning w.portal_id as "portalId", w.id, w.name, w.lease`.execute(db)
  ).rows;

/** Gives a webhook back. */
export const leaveLane = (db: Db, { portalId, id, lease }: Lane) =>
  db
    .updateTable("webhooks")
    .set({ lease: null, leased_until: null })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .where("lease", "=", lease)
    .execute();

const Next = z.object({
  id: z.int(),
  event: z.string(),
  eventId: z.string(),
  occurredAt: z.date(),
  attempts: z.int(),
  /** Where it goes now and how it is signed: they may have been changed since its worker took the webhook. */
  address: z.string(),
  format: z.enum(webhookFormats),
  sealed: z.nullable(z.instanceof(Buffer)),
  /** Null where what it tells of is not there any more. */
  variables: z.nullable(jsonOf<object>()),
  userId: z.nullable(z.int()),
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  portalName: z.string(),
  host: z.string(),
  locale: z.string(),
  timeZone: z.string(),
});
export type Next = z.infer<typeof Next>;

/** The delivery that is due next to a webhook of this worker, with what it tells of: a test, which somebody waits for, before all others. */
export const nextIn = async (db: Db, { portalId, id, lease }: Lane, now: Date): Promise<Next | undefined> =>
  (
    await typed(Next)`
      with due as (
        select d.id, d.event = ${testEvent} as is_test from webhook_deliveries d
        where d.portal_id = ${portalId} and d.webhook_id = ${id} and d.state = 'waiting' and d.due_at <= ${now})
      select d.id, d.event, d.event_id as "eventId", d.occurred_at as "occurredAt", d.attempts, w.address, w.format,
        (select s.sealed from webhook_secrets s where s.portal_id = w.portal_id and s.webhook_id = w.id) as sealed,
        coalesce(n.variables, m.told -> 0 -> 'variables') as variables, u.id as "userId", coalesce(m.recipient, u.email) as email,
        nullif(trim(u.given_name || ' ' || u.family_name), '') as name, p.name as "portalName", h.host, p.locale, p.time_zone as "timeZone"
      from webhook_deliveries d
      join webhooks w on w.portal_id = d.portal_id and w.id = d.webhook_id and w.is_on and w.lease = ${lease}
      join portals p on p.id = d.portal_id
      join portal_hosts h on h.portal_id = p.id and h.is_primary
      left join notifications n on n.portal_id = d.portal_id and n.id = d.notification_id
      left join messages m on m.portal_id = d.portal_id and m.id = d.message_id
      left join users u on u.id = coalesce(n.user_id, m.user_id) and u.kind = 'person'
      where d.portal_id = ${portalId}
        and d.id = coalesce((select min(id) from due where is_test), (select id from due order by id limit 1))`.execute(db)
  ).rows[0];

/** What an attempt came to; problem: null where it arrived. isFinal: it is not tried again. */
export interface Attempt {
  readonly status: number | null;
  readonly milliseconds: number | null;
  readonly problem: DeliveryProblem | null;
  readonly detail: string;
  readonly isFinal: boolean;
  /** The receiver answered that it is not there any more. */
  readonly isGone: boolean;
  /** Whether the receiver was asked. What could not be sent at all says nothing of it. */
  readonly isAsked: boolean;
}

const State = z.object({ failures: z.int(), failingSince: z.nullable(z.date()) });

/**
 * Writes what became of an attempt, if the webhook is still this worker's, and keeps it for the next one. After a failure that has lasted too long the webhook turns
 * itself off, and its admins are told. Gives whether this worker goes on with it.
 */
export async function writeAttempt(db: Db, lane: Lane, next: Next, attempt: Attempt, now: Date): Promise<boolean> {
  const { portalId, id, lease } = lane;
  const failed = attempt.problem !== null;
  const { rows } = await typed(State)`
    update webhooks set last_at = ${now},
      failures = case when not ${attempt.isAsked}::boolean then failures when ${failed}::boolean then failures + 1 else 0 end,
      failing_since = case when not ${attempt.isAsked}::boolean then failing_since when ${failed}::boolean then coalesce(failing_since, ${now}::timestamptz) end,
      rests_until = case when not ${attempt.isAsked}::boolean then rests_until
        when ${failed}::boolean and failures + 1 >= ${restsAfter}::int then ${now}::timestamptz + make_interval(secs => ${restSeconds}) end,
      leased_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    where portal_id = ${portalId} and id = ${id} and lease = ${lease} returning failures, failing_since as "failingSince"`.execute(db);
  const [state] = rows;
  if (!state) return false;
  const wait = attempt.isFinal || next.event === testEvent ? undefined : waits[next.attempts];
  await db
    .updateTable("webhook_deliveries")
    .set({
      state: failed ? (wait === undefined ? "failed" : "waiting") : "sent",
      attempts: next.attempts + 1,
      attempted_at: now,
      status: attempt.status,
      milliseconds: attempt.milliseconds,
      problem: attempt.problem,
      detail: attempt.detail || null,
      ...(wait !== undefined && failed && { due_at: sql<Date>`${now}::timestamptz + ${wait}::interval` }),
    })
    .where("portal_id", "=", portalId)
    .where("id", "=", next.id)
    .where("state", "=", "waiting")
    .execute();
  if (!failed || !attempt.isAsked) return true;
  const isOver =
    state.failures >= mostAttempts &&
    state.failingSince !== null &&
    now.getTime() - state.failingSince.getTime() > failingHours * 3_600_000;
  if (attempt.isGone || isOver) {
    await turnOff(db, lane, attempt.isGone ? "gone" : "failing", now);
    return false;
  }
  return state.failures < restsAfter;
}

/** No request is behind it. */
const byItself = { ip: "", requestId: "webhooks" };

/** Turns a webhook off by itself, and tells the admins of its portal. */
async function turnOff(db: Db, { portalId, id, name }: Lane, why: OffReason, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable("webhooks")
    .set({ is_on: false, off_reason: why, revision: sql<number>`revision + 1` })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .where("is_on", "=", true)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await withholdWaiting(db, portalId, id);
  await note(
    { db, portal: { id: portalId }, actor: null, http: byItself },
    { action: "webhook_turned_off", object: { kind: "webhook", id }, after: { name, why } },
  );
  const variables = { webhookId: id, name, why };
  await notify(
    db,
    portalId,
    webhookOff,
    (await adminsOf(db, portalId)).map(({ userId }) => ({ subject: `webhook:${id}`, userId, occurrence: now.toISOString(), variables })),
  );
}
