import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import type { registrationList } from "../queue-contract.ts";

const Settings = z.object({
  stored: jsonOf<Record<string, unknown>>(),
  domains: z.array(z.string()),
  fieldIds: jsonOf<number[]>(),
  terms: z.string(),
  termsVersion: z.int(),
});

/** How a portal takes registrations; without a row as the tables' defaults say. */
export async function findSettings(db: Db, portalId: number) {
  const { rows } = await typed(
    Settings,
  )`select p.settings as stored, coalesce(s.domains, '{}') as domains, to_jsonb(coalesce(s.field_ids, '{}')) as "fieldIds",
      coalesce(s.terms, '') as terms, coalesce(s.terms_version, 0) as "termsVersion"
    from portals p left join registration_settings s on s.portal_id = p.id where p.id = ${portalId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no portal ${portalId}.`);
  return row;
}

const Known = z.object({ userId: z.int(), isMember: z.boolean(), isHidden: z.boolean() });

/** The account of an email: whether it belongs to the portal, and whether it is one that portals do not see. */
export const findAccount = async (db: Db, portalId: number, email: string) =>
  (
    await typed(Known)`select u.id as "userId", m.user_id is not null as "isMember", u.is_system_admin or u.kind <> 'person' as "isHidden"
      from users u left join memberships m on m.portal_id = ${portalId} and m.user_id = u.id where u.email = ${email}`.execute(db)
  ).rows[0];

const Registration = z.object({
  id: z.int(),
  state: z.string(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  locale: z.nullable(z.string()),
  values: jsonOf<Record<string, never>>(),
  termsVersion: z.int(),
  returnUrl: z.nullable(z.string()),
  passwordHash: z.nullable(z.string()),
  /** The authorization code that lets them in. */
  wordId: z.nullable(z.int()),
  askedAt: z.date(),
  ip: z.string(),
  /** The browser they asked with, in words. */
  device: z.string(),
});
export type Registration = z.infer<typeof Registration>;
const columns = sql`id, state, email, given_name as "givenName", family_name as "familyName", locale, field_values as values, terms_version as "termsVersion",
  return_url as "returnUrl", password_hash as "passwordHash", word_id as "wordId",
  asked_at as "askedAt", ip, device`;

/** The registration of a link that still works, locked where it is about to change. As the system role. */
export const findByToken = async (db: Db, portalId: number, tokenHash: Buffer, minutes: number, { lock = false } = {}) =>
  (
    await typed(
      Registration,
    )`select ${columns} from registrations where portal_id = ${portalId} and token_hash = ${tokenHash} and state = 'unconfirmed'
      and asked_at > now() - make_interval(mins => ${minutes}) ${lock ? sql`for update` : sql``}`.execute(db)
  ).rows[0];

/** Those of these registrations that nobody has decided yet, locked in the order of their ids. As the system role. */
export const lockOpen = async (db: Db, portalId: number, ids: readonly number[]) =>
  (
    await typed(Registration)`select ${columns} from registrations where portal_id = ${portalId} and id = any (${ids}::bigint[])
      and state in ('unconfirmed', 'waiting') and expires_at > now() order by id for update`.execute(db)
  ).rows;

const isOver = sql`r.state in ('unconfirmed', 'waiting') and r.expires_at <= now()`;
const stateNow = sql`case when ${isOver} then 'expired' else r.state end`;
const nameOf = sql`trim(r.given_name || ' ' || r.family_name)`;

/** The registrations of a portal that a search selects. */
export function registrationsOf(portalId: number, { q, state, sort }: Omit<ListRequest<typeof registrationList>, "page">): ListSql {
  const found = q
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql`position(folded(${word}) in folded(concat_ws(' ', r.given_name, r.family_name, r.email))) > 0`);
  return {
    with: sql`hits as (
      select r.id, r.asked_at as asked, lower(${nameOf}) as name from registrations r where r.portal_id = ${portalId}
        ${state === null ? sql`` : sql`and ${stateNow} = ${state}`}
        ${found.length > 0 ? sql`and ${sql.join(found, sql` and `)}` : sql``}
    )`,
    order: { asked: sql`asked, id`, "-asked": sql`asked desc, id desc`, name: sql`name, id`, "-name": sql`name desc, id desc` }[sort],
    items: sql`select s.nth, r.id, ${nameOf} as name, r.email, ${stateNow} as state, r.asked_at as "askedAt", r.expires_at as "expiresAt",
        r.decided_at as "decidedAt", nullif(trim(by.given_name || ' ' || by.family_name), '') as "decidedBy", r.reason, r.terms_version as "termsVersion",
        r.user_id as "userId"
      from shown s join registrations r on r.portal_id = ${portalId} and r.id = s.id
      left join users by on by.id = r.decided_by and not by.is_system_admin`,
    all: sql`(select count(*) from registrations r where r.portal_id = ${portalId})`,
  };
}

const Id = z.object({ id: z.int() });

/** The ids of the open registrations that a search selects, the newest first. */
export async function idsOf(db: Db, portalId: number, asked: Omit<ListRequest<typeof registrationList>, "page">, most: number) {
  const { with: hits } = registrationsOf(portalId, asked);
  const { rows } = await typed(Id)`with ${hits} select h.id from hits h join registrations r on r.portal_id = ${portalId} and r.id = h.id
    where r.state in ('unconfirmed', 'waiting') and r.expires_at > now() order by h.asked desc, h.id desc limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

const Newcomers = z.object({ people: z.int() });
/** How many of these emails are of people who would come in, each into a seat: not of those who belong to the portal, and of no system admin. */
export const countNewcomers = async (db: Db, portalId: number, emails: readonly string[]) =>
  oneRow(
    await typed(Newcomers)`select count(*)::int as people from unnest(${emails}::text[]) e (email)
      where not exists (select from users u where u.email = e.email and (u.kind <> 'person' or u.is_system_admin
        or exists (select from memberships m where m.portal_id = ${portalId} and m.user_id = u.id)))`.execute(db),
  ).people;
