import { sql } from "kysely";
import * as z from "zod/mini";
import { suppressedBy } from "#features/mail/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { entryFates, LeftFate } from "../staff-contract.ts";
import type { Entry } from "../addresses.ts";
import type { Effects } from "./queries.ts";

export interface ListKey {
  readonly portalId: number;
  readonly listId: number;
}
const Fate = z.enum(entryFates);

/** What inviting an address would do at this moment, as SQL of its column; twice and malformed are seen before. */
const fateNow = (portalId: number) => sql`case
  when exists (select from users u join memberships m on m.user_id = u.id where m.portal_id = ${portalId} and u.email = l.email) then 'member'
  when ${suppressedBy(sql`${portalId}::bigint`, sql`l.email`)} is not null then 'suppressed'
  when exists (select from invitations v where v.portal_id = ${portalId} and v.email = l.email and v.accepted_at is null and v.withdrawn_at is null)
    then 'again' else 'new' end`;

/** Keeps the entries of a list, each with what inviting it would do now. */
export const insertLines = (db: Db, { portalId, listId }: ListKey, entries: readonly Entry[]) =>
  sql`with lines as materialized (
        select nth, line, words, email, row_number() over (partition by email order by nth) as time
        from unnest(${entries.map(({ line }) => line)}::int[], ${entries.map(({ words }) => words)}::text[], ${entries.map(({ email }) => email)}::text[])
          with ordinality as e (line, words, email, nth))
      insert into invitation_list_lines (portal_id, list_id, nth, line, words, email, fate)
      select ${portalId}::bigint, ${listId}::bigint, nth, line, words, email,
        case when email is null then 'malformed' when time > 1 then 'twice' else ${fateNow(portalId)} end
      from lines l`.execute(db);

const Count = z.object({ fate: Fate, count: z.int() });
/** How many entries of a list there are of each fate. */
export const countFates = async (db: Db, { portalId, listId }: ListKey) =>
  (
    await typed(Count)`select fate, count(*)::int as count from invitation_list_lines
      where portal_id = ${portalId} and list_id = ${listId} group by fate`.execute(db)
  ).rows;

const Left = z.object({ nth: z.int(), line: z.int(), words: z.string(), fate: LeftFate });
/** The first entries of a list by which nobody is invited. */
export const listLeft = async (db: Db, { portalId, listId }: ListKey, most: number) =>
  (
    await typed(Left)`select nth, line, words, fate from invitation_list_lines
      where portal_id = ${portalId} and list_id = ${listId} and fate not in ('new', 'again') order by nth limit ${most}`.execute(db)
  ).rows;

const List = z.object({
  ownerId: z.int(),
  effects: jsonOf<Effects>(),
  days: z.int(),
  locale: z.string(),
  jobId: z.nullable(z.int()),
});

/** A kept list that still stands: run, or not yet over; undefined where it is not there. lock: held until the transaction ends. */
export const findList = async (db: Db, { portalId, listId }: ListKey, { lock = false } = {}) =>
  (
    await typed(List)`select owner_id as "ownerId", effects, days, locale, job_id as "jobId" from invitation_lists
      where portal_id = ${portalId} and id = ${listId} and (job_id is not null or expires_at > now()) ${lock ? sql`for update` : sql``}`.execute(
      db,
    )
  ).rows[0];

const Due = z.object({ nth: z.int(), email: z.string(), fate: Fate, now: Fate });
/** The next addresses that a list invites, in one order, so that two who invite the same people do not wait for one another in a circle. */
export const nextLines = async (db: Db, { portalId, listId }: ListKey, most: number) =>
  (
    await typed(Due)`select nth, email, fate, ${fateNow(portalId)} as now from invitation_list_lines l
      where portal_id = ${portalId} and list_id = ${listId} and fate in ('new', 'again') and outcome is null order by email limit ${most}`.execute(
      db,
    )
  ).rows;

export interface Became {
  readonly nth: number;
  readonly outcome: "invited" | "member" | "suppressed" | "changed";
  readonly id: number | null;
  readonly messageId: number | null;
}

/** Writes what became of entries. */
export const markLines = (db: Db, { portalId, listId }: ListKey, became: readonly Became[]) =>
  sql`update invitation_list_lines l set outcome = b.outcome, invitation_id = b.id, message_id = b.message
    from unnest(${became.map(({ nth }) => nth)}::int[], ${became.map(({ outcome }) => outcome)}::text[],
      ${became.map(({ id }) => id)}::bigint[], ${became.map(({ messageId }) => messageId)}::bigint[]) as b (nth, outcome, id, message)
    where l.portal_id = ${portalId} and l.list_id = ${listId} and l.nth = b.nth`.execute(db);

const Sent = z.object({
  nth: z.int(),
  id: z.int(),
  email: z.string(),
  messageId: z.nullable(z.int()),
  isAccepted: z.boolean(),
  isAsLeft: z.boolean(),
});
/** The next invitations of a list that are to be withdrawn, locked; isAsLeft: neither withdrawn nor sent again since. One that is gone has come to nothing by itself. */
export const nextSent = async (db: Db, { portalId, listId }: ListKey, most: number) =>
  (
    await typed(Sent)`select l.nth, v.id, v.email, v.message_id as "messageId", v.accepted_at is not null as "isAccepted",
        v.withdrawn_at is null and v.message_id = l.message_id as "isAsLeft"
      from invitation_list_lines l join invitations v on v.portal_id = l.portal_id and v.id = l.invitation_id
      where l.portal_id = ${portalId} and l.list_id = ${listId} and l.outcome = 'invited' and l.undone is null
      order by v.id limit ${most} for update of v`.execute(db)
  ).rows;

/** Writes what became of withdrawing. */
export const markUndone = (
  db: Db,
  { portalId, listId }: ListKey,
  undone: readonly { readonly nth: number; readonly fate: "withdrawn" | "accepted" | "changed" }[],
) =>
  sql`update invitation_list_lines l set undone = u.fate
    from unnest(${undone.map(({ nth }) => nth)}::int[], ${undone.map(({ fate }) => fate)}::text[]) as u (nth, fate)
    where l.portal_id = ${portalId} and l.list_id = ${listId} and l.nth = u.nth`.execute(db);

const Ended = z.object({
  line: z.int(),
  words: z.string(),
  became: z.enum(["new", "again", "member", "suppressed", "malformed", "twice", "changed"]),
});
/** Every entry of a list with what became of it: new and again were invited. */
export const listEnded = async (db: Db, { portalId, listId }: ListKey) =>
  (
    await typed(Ended)`select line, words, case when outcome is null or outcome = 'invited' then fate else outcome end as became
      from invitation_list_lines where portal_id = ${portalId} and list_id = ${listId} order by nth`.execute(db)
  ).rows;
