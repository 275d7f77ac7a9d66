import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { typed } from "#platform/db/typed.ts";
import { note, noting } from "#platform/audit.ts";
import { deviceName } from "#platform/device.ts";
import { revokeAllOf, sweepTokens } from "#features/tokens/server/service.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { hashToken, keptSession, newToken } from "#platform/tokens.ts";

export interface NewSession {
  readonly portalId: number;
  readonly userId: number;
  readonly userAgent: string;
  readonly ip: string;
  readonly requestId: string;
  /** Hours after which the session ends even when it is used (SESSION_MAX_HOURS). */
  readonly maxHours: number;
  /** The token of a session that this one replaces, ended in the same statement (security.md test 53). */
  readonly replaces?: string | null;
  /** Whether the person proved a second factor, here or where they came from. */
  readonly hasSecondFactor?: boolean;
  /** The version of the terms that has to be agreed to before anything else. */
  readonly termsDue?: number | null;
  /** Whether a field that is asked at sign-in has no value. */
  readonly fieldsDue?: boolean;
  /** The token of the browser itself, and for how many days it is trusted from now on. */
  readonly browser?: { readonly token: string; readonly trustedDays: number };
  /** The action in the audit log, such as signed_in or portal_switched. */
  readonly action: string;
  readonly after?: Readonly<Record<string, unknown>>;
  /** What else the statement does, as parts of its `with`. */
  readonly success?: RawBuilder<unknown>;
}

const Locale = z.object({ locale: z.nullable(z.string()) });
const Alive = z.object({ hash: z.string() });
const Ended = z.object({ portalId: z.int(), userId: z.int() });

const Seen = z.object({ id: z.int(), isNew: z.boolean() });

/** `beginSession` for whoever asks nothing of the browser. Returns the token. */
export const startSession = async (db: Db, session: NewSession): Promise<string> => (await beginSession(db, session)).token;

/**
 * Starts a session and records the visit, the browser and the audit entry. Returns the token for setSessionCookies, of which only the hash is stored, and the number
 * of a browser that is new to somebody who has signed in before: new by its token, and, for browsers that forget everything, by kind and address. Run as the system role:
 * if a request's own role could do this, one injected statement could sign in as anybody. The session starts in the role last used in this portal,
 * Student the first time (decisions.md); a role that was withdrawn since counts as Student wherever it is read.
 */
export async function beginSession(db: Db, session: NewSession): Promise<{ token: string; newBrowser: number | null }> {
  const token = newToken();
  const { portalId, userId, action, after, hasSecondFactor = false, termsDue = null, fieldsDue = false, browser } = session;
  // Enough for the person, and whoever helps them, to recognise it; the whole user agent goes with the session.
  const device = deviceName(session.userAgent);
  const entry = noting({ portal: { id: portalId }, actor: { userId }, http: session }, [
    { action, object: { kind: "user", id: userId }, ...((after || device) && { after: { ...after, ...(device && { device }) } }) },
  ]);
  // Who signs in again in the place of their own session keeps its id, so that a package opened in it goes on, and ends when they sign out at last.
  // Another person's session ends, and with it their packages. Of two sign-ins over two pages of one browser the second finds its session renewed already:
  // it starts another one, and remembers the first, so that signing out ends both (the caller lets the two happen one after the other).
  const replacing = session.replaces
    ? sql`old as (select ${keptSession(session.replaces)}::bytea as token_hash),
    twin as (select coalesce(s.twin_of, s.id) as id from sessions s, old o where s.portal_id = ${portalId} and s.replaced_hash = o.token_hash
      and s.user_id = ${userId} and s.created_at > now() - interval '1 minute' order by s.created_at desc limit 1),
    renewed as (update sessions s set token_hash = f.token_hash, replaced_hash = o.token_hash, active_role = f.active_role, user_agent = f.user_agent, ip = f.ip,
        created_at = now(), last_seen_at = now(), expires_at = f.expires_at, as_user_id = null, as_role = null, factor_at = f.factor_at, factor_due_at = null, factor_days = null,
        terms_due = f.terms_due, fields_due = f.fields_due
      from fresh f, old o where s.portal_id = ${portalId} and s.token_hash = o.token_hash and s.user_id = ${userId} returning s.id),
    ended as (delete from sessions s using old o where s.portal_id = ${portalId} and s.token_hash = o.token_hash and s.user_id <> ${userId}
      returning s.id),
    noted as (insert into ended_sessions (portal_id, session_id) select ${portalId}, id from ended)`
    : // PostgreSQL sets up every part of a statement, whether it then has anything to do or not.
      sql`old as (select null::bytea as token_hash), twin as (select null::bigint as id where false), renewed as (select where false)`;
  const { rows } = await typed(Seen)`
    with fresh as (select ${keptSession(token)}::bytea as token_hash, ${session.userAgent.slice(0, 300)}::text as user_agent, ${session.ip}::text as ip,
      now() + make_interval(hours => ${session.maxHours}) as expires_at, case when ${hasSecondFactor}::boolean then now() end as factor_at,
      ${termsDue}::int as terms_due, ${fieldsDue}::boolean as fields_due,
      ${browser ? hashToken(browser.token) : null}::bytea as browser,
      case when ${browser?.trustedDays ?? 0}::int > 0 then now() + make_interval(days => ${browser?.trustedDays ?? 0}::int) end as trusted_until,
      coalesce((select role from last_roles where portal_id = ${portalId} and user_id = ${userId}), 'Student') as active_role),
    ${replacing},
    visited as (update memberships set last_sign_in_at = now() where portal_id = ${portalId} and user_id = ${userId}),
    begun as (insert into sessions (portal_id, token_hash, replaced_hash, twin_of, user_id, active_role, user_agent, ip, expires_at, factor_at, terms_due, fields_due)
    select ${portalId}, f.token_hash, o.token_hash, (select id from twin), ${userId}, active_role, user_agent, ip, expires_at, f.factor_at, f.terms_due, f.fields_due from fresh f, old o
      where not exists (select from renewed)),
    -- Looked through until the answer is known: whose browser forgets everything has a row for each sign-in.
    mine as not materialized (select token_hash, user_agent, ip from known_browsers where portal_id = ${portalId} and user_id = ${userId}),
    seen as (insert into known_browsers as b (portal_id, user_id, token_hash, user_agent, ip, trusted_until)
      select ${portalId}, ${userId}, browser, user_agent, ip, trusted_until from fresh where browser is not null
      on conflict (portal_id, user_id, token_hash) do update set user_agent = excluded.user_agent, ip = excluded.ip, last_seen_at = now(),
        trusted_until = coalesce(excluded.trusted_until, b.trusted_until)
      returning b.id),
    entered as (${entry})${session.success ? sql`, ${session.success}` : sql``}
    select seen.id, exists (select from mine) and not exists (select from mine m, fresh f
      where m.token_hash = f.browser or (m.user_agent = f.user_agent and m.ip = f.ip)) as "isNew" from seen`.execute(db);
  return { token, newBrowser: rows[0]?.isNew ? rows[0].id : null };
}

/** Ends whatever could act for people on every portal: sessions, API tokens, hand-overs, links, a new email that waits, sign-ins under way, and the trust in browsers. As the system role. */
export async function endEverything(db: Db, userIds: readonly number[]): Promise<void> {
  const theirs = sql`user_id = any(${userIds}::bigint[])`;
  await revokeAllOf(db, userIds);
  await sql`update known_browsers set trusted_until = null where ${theirs} and trusted_until is not null`.execute(db);
  await sql`
    with ended as (delete from sessions where ${theirs} returning portal_id, id),
    handovers as (delete from handover_tokens where ${theirs}),
    links as (delete from password_links where ${theirs}),
    ways as (delete from sign_in_links where ${theirs}),
    emails as (delete from email_changes where ${theirs}),
    steps as (delete from sign_in_steps where ${theirs})
    insert into ended_sessions (portal_id, session_id) select portal_id, id from ended`.execute(db);
}

const Renewed = z.object({ id: z.int() });

/**
 * Ends whatever else could act for a person: their other sessions on every portal, API tokens, hand-overs, links, a new email that waits, sign-ins under way, and the trust in browsers (security.md 25).
 * The session of the person asking goes on as another one, under the token that is returned; null when it is gone. As the system role, which has locked the person.
 * hasSecondFactor: whether it has proven one from now on; null leaves that as it is.
 */
export async function renewAlone(
  db: Db,
  { portalId, userId, sessionId }: { portalId: number; userId: number; sessionId: number },
  { hasSecondFactor = null }: { hasSecondFactor?: boolean | null } = {},
): Promise<string | null> {
  const token = newToken();
  await revokeAllOf(db, [userId]);
  await sql`update known_browsers set trusted_until = null where user_id = ${userId} and trusted_until is not null`.execute(db);
  const { rows } = await typed(Renewed)`
    with ended as (
      delete from sessions where user_id = ${userId} and not (portal_id = ${portalId} and id = ${sessionId}) returning portal_id, id
    ), handovers as (delete from handover_tokens where user_id = ${userId}),
    links as (delete from password_links where user_id = ${userId}),
    ways as (delete from sign_in_links where user_id = ${userId}),
    emails as (delete from email_changes where user_id = ${userId}),
    steps as (delete from sign_in_steps where user_id = ${userId}),
    noted as (
      -- Packages opened before end; this session goes on as another one.
      insert into ended_sessions (portal_id, session_id) select portal_id, id from ended union all select ${portalId}, ${sessionId}
    )
    update sessions set token_hash = ${keptSession(token)}, id = default, factor_at = case ${hasSecondFactor}::boolean when true then now() when false then null else factor_at end,
      factor_due_at = null, factor_days = null
    where user_id = ${userId} and portal_id = ${portalId} and id = ${sessionId}
    returning id`.execute(db);
  return rows.length === 0 ? null : token;
}

/** The locale that the person of a session has chosen, or null; undefined where there is no such session in the portal of the handle. */
export async function localeOfSession(db: Db, token: string): Promise<string | null | undefined> {
  const { rows } = await typed(Locale)`
    select u.locale from sessions s join users u on u.id = s.user_id
    where s.portal_id = current_setting('app.portal_id')::bigint and s.token_hash = ${keptSession(token)}`.execute(db);
  return rows[0]?.locale;
}

/**
 * Which of these tokens no longer open a session in the portal of the handle, because it ended, ran out, or its person was suspended. Asking is no visit:
 * it keeps no session alive.
 */
export async function findEndedSessions(db: Db, tokens: readonly string[], idleMinutes: number): Promise<Set<string>> {
  const kept = tokens.map((token) => keptSession(token).toString("hex"));
  const { rows } = await typed(Alive)`
    select encode(s.token_hash, 'hex') as hash from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.portal_id = s.portal_id and m.user_id = s.user_id
    where s.portal_id = current_setting('app.portal_id')::bigint
      and s.token_hash in (select decode(hash, 'hex') from unnest(${kept}::text[]) as hash)
      and s.expires_at > now() and s.last_seen_at > now() - make_interval(mins => ${idleMinutes})
      and may_enter(m.status, u.is_system_admin)`.execute(db);
  const alive = new Set(rows.map(({ hash }) => hash));
  return new Set(tokens.filter((_, nth) => !alive.has(kept[nth] ?? "")));
}

const Left = z.object({ seconds: z.int(), canStay: z.boolean() });

/** How many seconds the session of a token still lasts in the portal of the handle, and whether using it makes that longer; null when it is over. Asking is no visit. */
export async function timeLeft(db: Db, token: string, idleMinutes: number): Promise<z.infer<typeof Left> | null> {
  const { rows } = await typed(Left)`
    select floor(extract(epoch from least(s.expires_at, i.ends_at) - now()))::int as seconds, s.expires_at > i.ends_at as "canStay" from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.portal_id = s.portal_id and m.user_id = s.user_id
    cross join lateral (select s.last_seen_at + make_interval(mins => ${idleMinutes}) as ends_at) i
    where s.portal_id = current_setting('app.portal_id')::bigint and s.token_hash = ${keptSession(token)}
      and least(s.expires_at, i.ends_at) > now() and may_enter(m.status, u.is_system_admin)`.execute(db);
  return rows[0] ?? null;
}

/** Ends the session of a token in the portal of the handle, with its twins, and records who signed out. Returns the user's id, or null. */
export async function endSession(db: Db, token: string, http: { ip: string; requestId: string }): Promise<number | null> {
  const { rows } = await typed(Ended)`
    with own as (select portal_id, user_id, coalesce(twin_of, id) as id from sessions
      where portal_id = current_setting('app.portal_id')::bigint and token_hash = ${keptSession(token)}),
    ended as (delete from sessions s using own o where s.portal_id = o.portal_id and s.user_id = o.user_id and coalesce(s.twin_of, s.id) = o.id
      returning s.portal_id, s.id, s.user_id),
    noted as (insert into ended_sessions (portal_id, session_id) select portal_id, id from ended)
    select portal_id as "portalId", user_id as "userId" from ended`.execute(db);
  if (!rows[0]) return null;
  const { portalId, userId } = rows[0];
  await note({ db, portal: { id: portalId }, actor: { userId }, http }, { action: "signed_out", object: { kind: "user", id: userId } });
  return userId;
}

/** Browsers that are remembered of somebody in a portal: who signs in with one that forgets its cookies adds one each time. */
const mostBrowsers = 50;

/** Forgets browsers that nobody came back with for long, and of each person those beyond the newest; trusted ones are kept first. */
async function forgetBrowsers(db: Db) {
  const { numAffectedRows: old = 0n } = await sql`delete from known_browsers where last_seen_at < now() - interval '400 days'`.execute(db);
  const { numAffectedRows: many = 0n } = await sql`
    with crowded as (select portal_id, user_id from known_browsers group by portal_id, user_id having count(*) > ${mostBrowsers})
    delete from known_browsers b using crowded c, lateral (
      select id from known_browsers o where o.portal_id = c.portal_id and o.user_id = c.user_id
      order by coalesce(o.trusted_until > now(), false) desc, o.last_seen_at desc, o.id desc offset ${mostBrowsers}) beyond
    where b.portal_id = c.portal_id and b.id = beyond.id`.execute(db);
  return { numAffectedRows: old + many };
}

/**
 * Removes expired rows of all portals: sessions, hand-over tokens, links by mail, sign-ins under way, forgotten browsers, API tokens that are long over, counters of the limiter. Returns how many rows were removed. For the worker.
 * A session that ran out stays as long as a package opened in it has a valid token (12 hours), so that this ends with the session that takes its place.
 */
export function sweepExpired(databases: Databases, idleMinutes: number): Promise<number> {
  return databases.inSystemUntimed("sweep expired sessions", async (db) => {
    const sessions = await sql`
      delete from sessions where (expires_at < now() or last_seen_at < now() - make_interval(mins => ${idleMinutes}))
        and last_seen_at < now() - interval '13 hours'`.execute(db);
    const handovers = await sql`delete from handover_tokens where expires_at < now()`.execute(db);
    const links = await sql`delete from password_links where expires_at < now()`.execute(db);
    const ways = await sql`delete from sign_in_links where expires_at < now()`.execute(db);
    const emails = await sql`delete from email_changes where expires_at < now()`.execute(db);
    const steps = await sql`delete from sign_in_steps where expires_at < now()`.execute(db);
    const challenges = await sql`delete from passkey_challenges where expires_at < now()`.execute(db);
    const browsers = await forgetBrowsers(db);
    const ends = await sql`delete from ended_sessions where ended_at < now() - interval '13 hours'`.execute(db);
    // The limiter stores milliseconds since 1970.
    const counters = await sql`delete from rate_limits where expire < (extract(epoch from now()) * 1000)::bigint`.execute(db);
    return [sessions, handovers, links, ways, emails, steps, challenges, browsers, ends, counters].reduce(
      (sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows),
      await sweepTokens(db),
    );
  });
}
