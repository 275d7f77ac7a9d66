import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod/mini";
import { isLetter } from "#features/notifications/events.ts";
import { tellerIn } from "#features/notifications/server/service.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { languageOf } from "#platform/languages.ts";
import { completeColors } from "#ui/portal-theme.ts";
import { compose, type Composed, type MailAddresses } from "./compose.ts";
import { quietUntil } from "./hours.ts";
import { Portal, portalColumns, portalSource } from "./mail-portal.ts";
import { letterWords } from "./texts/letter-words.ts";
import { groupsWithTexts, ownTexts, type OwnTexts } from "./texts/queries.ts";
import { suppressedBy } from "./suppressed.ts";

/** How messages leave: to a mail server, or into the mailbox of the product, where they stay. */
export type Way = "smtp" | "mailbox";

/** A message in the hands of this worker, ready to be handed over. */
export interface Claimed extends Composed {
  readonly portalId: number;
  readonly id: number;
  readonly lease: string;
  readonly mandatory: boolean;
  readonly tries: number;
}

const Due = z.object({
  id: z.int(),
  userId: z.nullable(z.int()),
  event: z.string(),
  mandatory: z.boolean(),
  tries: z.int(),
  email: z.string(),
  name: z.string(),
  locale: z.nullable(z.string()),
  timeZone: z.string(),
  mayEnter: z.boolean(),
  isSuppressed: z.boolean(),
  told: jsonOf<{ event: string; variables: unknown }[]>(),
});
type Due = z.infer<typeof Due>;

/** Seconds for which a claimed message belongs to its worker; longer than any mail server may take to answer. */
export const leaseSeconds = 900;
/** How long a message waits for room in the hour. */
const capMs = 60_000;

export interface ClaimDeps {
  readonly databases: Databases;
  readonly addresses: MailAddresses;
  readonly way: Way;
  /** Whose mail: of the portals that send through a mail server of their own, or of all others. */
  readonly of: "own" | "others";
  /** Portals whose own mail server this worker is giving messages to. */
  readonly busy?: ReadonlySet<number>;
  /** The secret of a letter's link, by its key. */
  readonly secretOf: (key: string) => string;
}
/** Messages that a portal's own mail server is given in one turn, and how many of these servers are given some at a time. */
const mostOfOwn = 50;
const mostServers = 20;

/**
 * Takes due messages, writes their text and leases them to this worker, or keeps them in the mailbox. What must not be sent now waits, what must not be sent at
 * all ends with the reason. Gives the claimed ones, and how many were looked at.
 */
export async function claimDue(
  { databases, addresses, way, of, secretOf, busy = new Set() }: ClaimDeps,
  now: Date,
  atMost: number,
): Promise<{ claimed: Claimed[]; seen: number }> {
  return databases.inSystemUntimed("claim messages", async (db) => {
    await endLeases(db, now);
    const claimed: Claimed[] = [];
    let seen = 0;
    for (const portal of await duePortals(db, of, now, [...busy])) {
      if (of === "others" && claimed.length >= atMost) break;
      // A server that could not be used is tried with one message.
      const most = of === "others" ? atMost - claimed.length : portal.failures > 0 ? 1 : mostOfOwn;
      // One worker at a time counts what a portal has sent in the hour and takes more of it.
      await sql`select pg_advisory_xact_lock(hashtext('stoa: mail of a portal'), ${portal.id}::bigint::int)`.execute(db);
      const room = way === "mailbox" ? most : Math.min(most, portal.hourlyCap - (await sentInHour(db, portal.id, now)));
      const due = await listDue(db, portal.id, now, most);
      const texts = await ownTexts(db, portal.id);
      const groups = await groupsWithTexts(
        db,
        portal.id,
        due.flatMap(({ userId }) => userId ?? []),
      );
      let left = room;
      const decided = due.map((message) => {
        const groupIds = (message.userId !== null && groups.get(message.userId)) || [];
        const decision = decide(message, portal, { addresses, way, secretOf, texts, groupIds, now, hasRoom: left > 0 });
        if (decision.state === "sending") left--;
        return { message, decision };
      });
      await write(db, portal.id, decided, now);
      seen += due.length;
      for (const { message, decision } of decided)
        if (decision.state === "sending" && decision.mail && decision.lease)
          claimed.push({
            ...(decision.sent ?? decision.mail),
            portalId: portal.id,
            id: message.id,
            lease: decision.lease,
            mandatory: message.mandatory,
            tries: message.tries,
          });
    }
    return { claimed, seen };
  });
}

/**
 * Takes back what workers had that died. Of a message whose text was not handed over, nothing can have arrived: it is sent again. Of the others nobody can tell
 * (the server may have taken it in the moment before): what protects an account is sent again, under the same Message-ID; everything else is not, because once too
 * often is worse there than once too seldom, and the log says so.
 */
async function endLeases(db: Db, now: Date) {
  await sql`update messages set
      state = case when is_handed_over and not mandatory then 'unclear' else 'waiting' end,
      reason = case when is_handed_over and not mandatory then 'lost' else 'again' end,
      ended_at = case when is_handed_over and not mandatory then ${now}::timestamptz end,
      due_at = ${now}, leased_until = null, lease = null, is_handed_over = false
    where state = 'sending' and leased_until < ${now}`.execute(db);
}

/** A portal whose mail is due; failures: how often its own mail server could not be used. */
const DuePortal = z.extend(Portal, { failures: z.int() });
/** Portals with due messages that may send. */
const duePortals = async (db: Db, of: ClaimDeps["of"], now: Date, busy: readonly number[]) =>
  (
    await typed(DuePortal)`
      select ${portalColumns}, coalesce(o.failures, 0) as failures
      from ${portalSource} left join mail_servers o on o.portal_id = p.id and o.is_on
      where p.status = 'active' and coalesce(s.is_on, true)
        and ${of === "others" ? sql`o.portal_id is null` : sql`o.portal_id is not null and p.id <> all (${busy}::bigint[]) and (o.rests_until is null or o.rests_until <= ${now})`}
        and exists (select from messages m where m.portal_id = p.id and m.state = 'waiting' and m.due_at <= ${now})
      order by (select min(m.due_at) from messages m where m.portal_id = p.id and m.state = 'waiting'), p.id
      ${of === "others" ? sql`` : sql`limit ${Math.max(0, mostServers - busy.length)}`}`.execute(db)
  ).rows;

const Sent = z.object({ count: z.int() });
/** What left in the last hour, or is about to: what nobody can switch off counts, too. */
const sentInHour = async (db: Db, portalId: number, now: Date) =>
  (
    await typed(Sent)`select (select count(*) from messages where portal_id = ${portalId} and state in ('sent', 'unclear')
          and ended_at > ${now}::timestamptz - interval '1 hour')::int
        + (select count(*) from messages where portal_id = ${portalId} and state = 'sending')::int as count`.execute(db)
  ).rows[0]?.count ?? 0;

const listDue = async (db: Db, portalId: number, now: Date, most: number) =>
  (
    await typed(Due)`
      select m.id, m.user_id as "userId", m.event, m.mandatory, m.tries, coalesce(m.recipient, u.email) as email,
        coalesce(trim(u.given_name || ' ' || u.family_name), '') as name, coalesce(offered_locale(u.locale, p.settings), m.locale) as locale,
        coalesce(u.time_zone, p.time_zone) as "timeZone",
        m.user_id is null or (u.kind = 'person' and may_enter(b.status, u.is_system_admin)) as "mayEnter",
        ${suppressedBy(sql`m.portal_id`, sql`coalesce(m.recipient, u.email)`)} is not null as "isSuppressed",
        coalesce(m.told::json, (select json_agg(json_build_object('event', n.event, 'variables', n.variables) order by n.id)
          from notifications n where n.portal_id = m.portal_id and n.message_id = m.id), '[]') as told
      from messages m
      left join users u on u.id = m.user_id
      join portals p on p.id = m.portal_id
      left join memberships b on b.portal_id = m.portal_id and b.user_id = m.user_id
      where m.portal_id = ${portalId} and m.state = 'waiting' and m.due_at <= ${now}
      order by m.mandatory desc, m.due_at, m.id limit ${most} for update of m skip locked`.execute(db)
  ).rows;

interface Decision {
  readonly state: "waiting" | "sending" | "kept" | "withheld";
  readonly reason?: string;
  readonly dueAt?: Date;
  readonly lease?: string;
  /** As it is kept. */
  readonly mail?: Composed;
  /** As it is sent, where that has a secret which the kept copy has not. */
  readonly sent?: Composed;
}

function decide(
  message: Due,
  portal: Portal,
  {
    addresses,
    way,
    secretOf,
    texts,
    groupIds,
    now,
    hasRoom,
  }: Omit<ClaimDeps, "databases" | "of" | "busy"> & { texts: OwnTexts; groupIds: readonly number[]; now: Date; hasRoom: boolean },
): Decision {
  const { mandatory, timeZone, email } = message;
  if (!message.mayEnter) return { state: "withheld", reason: "left" };
  if (message.isSuppressed) return { state: "withheld", reason: "suppressed" };
  const quiet = portal.quietFrom === null || portal.quietTo === null ? null : { from: portal.quietFrom, to: portal.quietTo };
  const later = mandatory ? null : quietUntil(now, timeZone, quiet);
  if (later) return { state: "waiting", reason: "quiet", dueAt: later };
  if (!mandatory && !hasRoom) return { state: "waiting", reason: "cap", dueAt: new Date(now.getTime() + capMs) };
  const language = languageOf(message.locale) ?? languageOf(portal.locale) ?? "en";
  const teller = tellerIn(language, timeZone);
  // The portal's own words are those of this moment: what waits when they change leaves with the new ones (docs/decisions/018-mail.md).
  const own = { texts, groupIds, language, person: message.name, portal: portal.name };
  const toldBy = (by: typeof teller) => message.told.flatMap(({ event, variables }) => letterWords(event, variables, by, own) ?? []);
  const told = toldBy(teller);
  if (told.length === 0) return { state: "withheld", reason: "unknown" };
  const person = { userId: message.userId, email, name: message.name, language };
  const composed = (words: typeof told) =>
    compose(
      {
        id: message.id,
        event: message.event,
        mandatory,
        portal: { ...portal, colors: completeColors(portal.colors) },
        person,
        told: words,
        now,
      },
      addresses,
    );
  const mail = composed(told);
  if (way === "mailbox") return { state: "kept", reason: "mailbox", mail };
  const sent = isLetter(message.event) && composed(toldBy({ ...teller, link: (to, key) => `${to}#${secretOf(key)}` }));
  return { state: "sending", lease: randomUUID(), mail, ...(sent && { sent }) };
}

/** Writes what was decided, with the text of what is sent. */
async function write(db: Db, portalId: number, decided: readonly { message: Due; decision: Decision }[], now: Date) {
  if (decided.length === 0) return;
  const rows = decided.map(({ message, decision: { state, reason, dueAt, lease, mail } }) => ({
    id: message.id,
    state,
    reason: reason ?? null,
    due_at: dueAt ?? null,
    lease: lease ?? null,
    ...mail,
    headers: mail?.headers ?? null,
  }));
  await sql`update messages m set state = k.state, reason = k.reason, due_at = coalesce(k.due_at, m.due_at), lease = k.lease,
      leased_until = case when k.state = 'sending' then ${now}::timestamptz + make_interval(secs => ${leaseSeconds}) end,
      tries = m.tries + case when k.state = 'sending' then 1 else 0 end,
      ended_at = case when k.state in ('kept', 'withheld') then ${now}::timestamptz end,
      address = coalesce(k.address, m.address), language = coalesce(k.language, m.language), subject = coalesce(k.subject, m.subject),
      html = coalesce(k.html, m.html), plain = coalesce(k.plain, m.plain), headers = coalesce(k.headers, m.headers)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k(id bigint, state text, reason text, due_at timestamptz, lease uuid, address text,
      language text, subject text, html text, plain text, headers jsonb)
    where m.portal_id = ${portalId} and m.id = k.id`.execute(db);
}
