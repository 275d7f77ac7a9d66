import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import { auditProblems, type auditList } from "../contract.ts";

type Asked = Omit<ListRequest<typeof auditList>, "page">;
const nameOf = (alias: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)}), ''), ${sql.ref(`${alias}.email`)})`;
/** Of an erased entry, somebody who was erased here is named no more, although their account may live on in another portal. */
const isTold = (alias: string) =>
  sql`(e.erased_at is null or ${sql.ref(`${alias}.is_system_admin`)} or exists (select from memberships m where m.portal_id = e.portal_id and m.user_id = ${sql.ref(`${alias}.id`)}))`;
const spanOf = { day: "1 day", week: "7 days", year: "1 year", all: null } as const;

/** The entries of a portal that a search selects. */
export function auditOf(portalId: number, { q, span, person, sort }: Asked): ListSql {
  const back = span === null ? "30 days" : spanOf[span];
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.map(
    (word) =>
      sql`position(${word} in lower(concat_ws(' ', e.action, a.given_name, a.family_name, a.email, o.given_name, o.family_name, o.email))) > 0`,
  );
  const ofPerson = person === null ? sql`` : sql`and (e.actor_id = ${person} or (e.object_kind = 'user' and e.object_id = ${person}))`;
  return {
    with: sql`hits as (
      select e.id from audit_events e
      ${found.length > 0 ? sql`left join users a on a.id = e.actor_id left join users o on e.object_kind = 'user' and o.id = e.object_id` : sql``}
      where e.portal_id = ${portalId} ${back === null ? sql`` : sql`and e.at > now() - ${back}::interval`} ${ofPerson}
        ${found.length > 0 ? sql`and ${sql.join(found, sql` and `)}` : sql``}
    )`,
    order: sort === "at" ? sql`id` : sql`id desc`,
    items: sql`select s.nth, e.id, e.at, e.actor_id as "actorId", ${nameOf("a")} as actor, ${nameOf("w")} as "asName", e.action,
        e.object_kind as "objectKind", e.object_id as "objectId", coalesce(${nameOf("o")}, c.title) as object, e.before, e.after, e.ip,
        e.request_id as "requestId", l.position as link
      from shown s
      join audit_events e on e.portal_id = ${portalId} and e.id = s.id
      left join users a on a.id = e.actor_id and ${isTold("a")}
      left join users w on w.id = e.as_id and ${isTold("w")}
      left join users o on e.object_kind = 'user' and o.id = e.object_id and ${isTold("o")}
      left join courses c on e.object_kind = 'course' and c.portal_id = e.portal_id and c.id = e.object_id
      left join audit_links l on l.portal_id = e.portal_id and l.event_id = e.id`,
  };
}

/** The entries about one object of a portal, newest first, with who made them. */
export const changesOfObject = (portalId: number, kind: string, id: number): ListSql => ({
  with: sql`hits as (select e.id from audit_events e where e.portal_id = ${portalId} and e.object_kind = ${kind} and e.object_id = ${id})`,
  order: sql`id desc`,
  items: sql`select s.nth, e.id, e.at, e.action, ${nameOf("a")} as by
    from shown s join audit_events e on e.portal_id = ${portalId} and e.id = s.id left join users a on a.id = e.actor_id and ${isTold("a")}`,
});

const Head = z.object({ sealed: z.int(), head: z.nullable(z.string()), sealedAt: z.nullable(z.date()) });

/** How far the chain of a portal goes. */
export const findHead = async (db: Db, portalId: number) =>
  oneRow(
    await typed(Head)`
      select coalesce(max(position), 0)::int as sealed,
        (select encode(hash, 'hex') from audit_links where portal_id = ${portalId} order by position desc limit 1) as head,
        max(sealed_at) as "sealedAt"
      from audit_links where portal_id = ${portalId}`.execute(db),
  );

const Problem = z.object({ link: z.nullable(z.int()), eventId: z.int(), problem: z.enum(auditProblems) });

/** What is wrong with the chain: 20 lines at most. */
export async function listProblems(db: Db, portalId: number) {
  const { rows } = await typed(Problem)`select link::int, event_id::int as "eventId", problem from check_audit(${portalId}, 20)`.execute(
    db,
  );
  return rows;
}

const Sealed = z.object({ sealed: z.int() });

/** Seals entries of a portal. Returns how many. */
export const sealSome = async (db: Db, portalId: number, most: number) =>
  oneRow(await typed(Sealed)`select seal_audit(${portalId}, ${most}) as sealed`.execute(db)).sealed;
