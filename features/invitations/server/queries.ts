import { sql } from "kysely";
import * as z from "zod/mini";
import type { CodeTerms } from "#features/codes/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import type { invitationList } from "../staff-contract.ts";

export type Effects = CodeTerms["effects"];

const stateNow = sql`case when v.accepted_at is not null then 'accepted' when v.withdrawn_at is not null then 'withdrawn'
  when v.expires_at <= now() then 'expired' when v.opened_at is not null then 'opened' when m.state in ('failed', 'withheld') then 'bounced'
  when m.state in ('waiting', 'sending') then 'waiting' else 'sent' end`;
const withLetter = sql`invitations v left join messages m on m.portal_id = v.portal_id and m.id = v.message_id`;

/** The invitations of a portal that a search selects. */
export function invitationsOf(portalId: number, { q, state, sort }: Omit<ListRequest<typeof invitationList>, "page">): ListSql {
  const found = q
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => sql`position(folded(${word}) in folded(v.email)) > 0`);
  return {
    with: sql`hits as (
      select v.id, v.sent_at as sent, v.email from ${withLetter} where v.portal_id = ${portalId}
        ${state === null ? sql`` : sql`and ${stateNow} = ${state}`}
        ${found.length > 0 ? sql`and ${sql.join(found, sql` and `)}` : sql``}
    )`,
    order: { sent: sql`sent, id`, "-sent": sql`sent desc, id desc`, email: sql`email, id`, "-email": sql`email desc, id desc` }[sort],
    items: sql`select s.nth, v.id, v.email, ${stateNow} as state, v.effects -> 'role' ->> 'role' as role,
        array(select g.name from groups g where g.portal_id = ${portalId} and v.effects -> 'groups' -> 'groupIds' @> to_jsonb(g.id) order by g.name) as groups,
        v.sent_at as "sentAt", v.expires_at as "expiresAt", v.accepted_at as "acceptedAt",
        case when not by.is_system_admin then coalesce(nullif(trim(by.given_name || ' ' || by.family_name), ''), by.email) end as "invitedBy", v.user_id as "userId"
      from shown s join ${withLetter} on v.portal_id = ${portalId} and v.id = s.id
      join users by on by.id = v.given_by`,
    all: sql`(select count(*) from invitations v where v.portal_id = ${portalId})`,
  };
}

const Member = z.object({ email: z.string() });

/** Those of these addresses that belong to the portal already. */
export async function findMembers(db: Db, portalId: number, emails: readonly string[]): Promise<string[]> {
  const { rows } = await typed(Member)`select u.email from users u join memberships m on m.user_id = u.id
    where m.portal_id = ${portalId} and u.email = any (${emails}::text[]) order by 1`.execute(db);
  return rows.map(({ email }) => email);
}

interface NewInvitation {
  readonly email: string;
  readonly effects: Effects;
  readonly givenBy: number;
  readonly tokenHash: Buffer;
  readonly messageId: number;
  readonly days: number;
}

const Kept = z.object({ id: z.int(), replacedMessageId: z.nullable(z.int()) });

/** Keeps an invitation; one of the same address that can still be followed is renewed. Gives its id, and the letter that it had until now. */
export async function keepInvitation(db: Db, portalId: number, { email, effects, givenBy, tokenHash, messageId, days }: NewInvitation) {
  // The letter is written after the row is locked, so that each of two who invite the same address sees the other's.
  const { rows } = await typed(Kept)`
    insert into invitations (portal_id, email, effects, given_by, token_hash, expires_at)
    values (${portalId}, ${email}, ${JSON.stringify(effects)}::jsonb, ${givenBy}, ${tokenHash}, now() + make_interval(days => ${days}))
    on conflict (portal_id, email) where accepted_at is null and withdrawn_at is null do update set effects = excluded.effects, given_by = excluded.given_by,
      token_hash = ${tokenHash}, sent_at = now(), expires_at = excluded.expires_at, opened_at = null
    returning id, message_id as "replacedMessageId"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("An invitation was not kept.");
  await sql`update invitations set message_id = ${messageId} where portal_id = ${portalId} and id = ${row.id}`.execute(db);
  return row;
}

const Open = z.object({ id: z.int(), email: z.string(), effects: jsonOf<Effects>(), givenBy: z.int(), messageId: z.nullable(z.int()) });
export type OpenInvitation = z.infer<typeof Open>;
const columns = sql`id, email, effects, given_by as "givenBy", message_id as "messageId"`;

/** Those of these invitations that were neither accepted nor withdrawn, locked in the order of their ids. As stoa_people. */
export const lockOpen = async (db: Db, portalId: number, ids: readonly number[]) =>
  (
    await typed(
      Open,
    )`select ${columns} from invitations where portal_id = ${portalId} and id = any (${ids}::bigint[]) and accepted_at is null
      and withdrawn_at is null order by id for update`.execute(db)
  ).rows;

const Id = z.object({ id: z.int() });

/** The ids of the invitations that a search selects and that were neither accepted nor withdrawn, the newest first. */
export async function idsOf(db: Db, portalId: number, asked: Omit<ListRequest<typeof invitationList>, "page">, most: number) {
  const { with: hits } = invitationsOf(portalId, asked);
  const { rows } = await typed(Id)`with ${hits} select h.id from hits h join invitations v on v.portal_id = ${portalId} and v.id = h.id
    where v.accepted_at is null and v.withdrawn_at is null order by h.sent desc, h.id desc limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The invitation of a link that works, locked where it is about to be used. As the system role. */
export const findByToken = async (db: Db, portalId: number, tokenHash: Buffer, { lock = false } = {}) =>
  (
    await typed(Open)`select ${columns} from invitations where portal_id = ${portalId} and token_hash = ${tokenHash} and expires_at > now()
      ${lock ? sql`for update` : sql``}`.execute(db)
  ).rows[0];

const Account = z.object({ userId: z.int(), isMember: z.boolean(), isHidden: z.boolean() });

/** The account of an email: whether it belongs to the portal, and whether it is one that portals do not see. As the system role. */
export const findAccount = async (db: Db, portalId: number, email: string) =>
  (
    await typed(Account)`select u.id as "userId", m.user_id is not null as "isMember", u.is_system_admin or u.kind <> 'person' as "isHidden"
      from users u left join memberships m on m.portal_id = ${portalId} and m.user_id = u.id where u.email = ${email}`.execute(db)
  ).rows[0];
