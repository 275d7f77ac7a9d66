import { sql } from "kysely";
import * as z from "zod/mini";
import { mailChoices } from "#features/notifications/event.ts";
import { eventNamed } from "#features/notifications/events.ts";
import { choiceFor, queueForWebhooks } from "#features/notifications/server/service.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { tellLive } from "#platform/live/events.ts";
import { nextCollection } from "./hours.ts";

const New = z.object({
  id: z.int(),
  portalId: z.int(),
  userId: z.int(),
  event: z.string(),
  timeZone: z.string(),
  mayEnter: z.boolean(),
  mail: z.nullable(z.enum(mailChoices)),
  /** What the portal's admins have switched for the course, for the groups of the person where these agree, and for everybody; null: inherited. */
  courseIsOn: z.nullable(z.boolean()),
  groupsAreOn: z.nullable(z.boolean()),
  portalIsOn: z.boolean(),
});
type New = z.infer<typeof New>;

/** What is written of a message; reason: why it waits, or is not sent at all. */
interface Planned {
  readonly portalId: number;
  readonly userId: number;
  readonly event: string;
  readonly mandatory: boolean;
  readonly state: "waiting" | "withheld";
  readonly reason: string | null;
  readonly dueAt: Date;
  readonly notifications: number[];
}

/** Notifications handled in one transaction. */
const batch = 500;

/**
 * Decides for new notifications how they go out by mail: at once, in a collection, or not, and why not; webhooks that take them get them too. One worker at a time does this. Gives how many
 * notifications were handled.
 */
export const dispatchNotifications = (databases: Databases, now: Date): Promise<number> =>
  databases.inSystemUntimed("make messages of notifications", async (db) => {
    const Locked = z.object({ isOurs: z.boolean() });
    const { rows: lock } = await typed(
      Locked,
    )`select pg_try_advisory_xact_lock(hashtext('stoa: dispatch of notifications')) as "isOurs"`.execute(db);
    if (!lock[0]?.isOurs) return 0;
    const { rows } = await typed(New)`
      select n.id, n.portal_id as "portalId", n.user_id as "userId", n.event, coalesce(u.time_zone, p.time_zone) as "timeZone",
        u.kind = 'person' and may_enter(m.status, u.is_system_admin) as "mayEnter", f.mail, c.is_on as "courseIsOn",
        (select case when bool_and(g.is_on) = bool_or(g.is_on) then bool_and(g.is_on) end from mail_overrides g
          join group_members i on i.portal_id = g.portal_id and i.group_id = g.group_id and i.user_id = n.user_id
          join groups a on a.portal_id = g.portal_id and a.id = g.group_id and a.status = 'active'
          where g.portal_id = n.portal_id and g.event = n.event) as "groupsAreOn",
        not coalesce(n.event = any (s.events_off), false) as "portalIsOn"
      from notifications n
      join users u on u.id = n.user_id
      join portals p on p.id = n.portal_id
      left join memberships m on m.portal_id = n.portal_id and m.user_id = n.user_id
      left join notification_preferences f on f.portal_id = n.portal_id and f.user_id = n.user_id and f.event = n.event
      left join mail_settings s on s.portal_id = n.portal_id
      -- As texts: what is stored of an event may be of a later version.
      left join mail_overrides c on c.portal_id = n.portal_id and c.event = n.event and c.course_id::text = n.variables ->> 'courseId'
      where n.handled_at is null order by n.id limit ${batch}`.execute(db);
    if (rows.length === 0) return 0;
    const planned = [
      ...Map.groupBy(
        rows.flatMap((row) => plan(row, now)),
        keyOf,
      ).values(),
    ].flatMap((same) => {
      const [first] = same;
      return first ? [{ ...first, notifications: same.flatMap(({ notifications }) => notifications) }] : [];
    });
    await write(db, planned, now);
    await queueForWebhooks(
      db,
      rows.map(({ id }) => id),
    );
    await sql`update notifications set handled_at = ${now} where handled_at is null and id = any (${rows.map(({ id }) => id)}::bigint[])`.execute(
      db,
    );
    for (const [key] of Map.groupBy(rows, ({ portalId, userId }) => `${portalId}:${userId}`)) {
      const [portalId, userId] = key.split(":").map(Number);
      await tellLive(db, { portalId: portalId ?? 0, userId: userId ?? 0, topic: "notifications" });
    }
    return rows.length;
  });

/** What belongs into one message: a collection of one person and moment; everything else alone. */
const keyOf = ({ event, portalId, userId, dueAt, notifications }: Planned) =>
  event === "digest" ? `${portalId}:${userId}:${dueAt.getTime()}` : `${notifications[0]}`;

/** Who has switched mail of it off: the course before the groups before the portal; null when it is on. */
const offBy = ({ courseIsOn, groupsAreOn, portalIsOn }: New) =>
  courseIsOn !== null
    ? courseIsOn
      ? null
      : "course"
    : groupsAreOn !== null
      ? groupsAreOn
        ? null
        : "group"
      : portalIsOn
        ? null
        : "portal";

function plan(told: New, now: Date): Planned[] {
  const { id, portalId, userId, event: name, timeZone, mayEnter, mail } = told;
  const event = eventNamed(name);
  // Events that are told by mail only to those who choose it leave no trace in the log of those who do not.
  if (!event || (mail === null && event.mail === "off")) return [];
  const choice = choiceFor(event, new Map(mail ? [[name, mail]] : []));
  const one = { portalId, userId, event: name, mandatory: event.mandatory, notifications: [id], dueAt: now };
  if (!mayEnter) return [{ ...one, state: "withheld", reason: "left" }];
  if (choice === "off") return [{ ...one, state: "withheld", reason: "preference" }];
  const off = event.mandatory ? null : offBy(told);
  if (off) return [{ ...one, state: "withheld", reason: off }];
  if (choice === "instant") return [{ ...one, state: "waiting", reason: null }];
  return [{ ...one, event: "digest", state: "waiting", reason: "digest", dueAt: nextCollection(now, timeZone, choice) }];
}

const Made = z.object({ nth: z.int(), id: z.int() });

/** Writes messages and names them in their notifications; what comes into a collection that waits already joins it. */
async function write(db: Db, planned: readonly Planned[], now: Date) {
  if (planned.length === 0) return;
  const listed = planned.map((one, nth) => ({ ...one, nth }));
  const { rows: waiting } = await typed(Made)`
    select k.nth, m.id from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
        as k(nth int, "portalId" bigint, "userId" bigint, event text, "dueAt" timestamptz)
      join messages m on m.portal_id = k."portalId" and m.user_id = k."userId" and m.event = 'digest' and m.state = 'waiting' and m.due_at = k."dueAt"
    where k.event = 'digest'`.execute(db);
  const known = new Map(waiting.map(({ nth, id }) => [nth, id]));
  const fresh = listed.filter(({ nth }) => !known.has(nth));
  // The ids are given in the order of the rows.
  const Id = z.object({ id: z.int() });
  const { rows: made } = await typed(Id)`
    insert into messages (portal_id, user_id, event, mandatory, state, reason, due_at, created_at, ended_at)
    select "portalId", "userId", event, mandatory, state, reason, "dueAt", ${now}, case when state = 'withheld' then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb)
      as k(nth int, "portalId" bigint, "userId" bigint, event text, mandatory boolean, state text, reason text, "dueAt" timestamptz)
    order by nth returning id`.execute(db);
  for (const [index, { nth }] of fresh.entries()) known.set(nth, made[index]?.id ?? 0);
  const links = planned.flatMap(({ portalId, notifications }, nth) =>
    notifications.map((id) => ({ portal_id: portalId, id, message_id: known.get(nth) })),
  );
  await sql`update notifications n set message_id = k.message_id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as k(portal_id bigint, id bigint, message_id bigint)
    where n.portal_id = k.portal_id and n.id = k.id`.execute(db);
}
