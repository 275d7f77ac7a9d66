import { sql } from "kysely";
import * as z from "zod/mini";
import { groupInReach } from "#features/groups/server/service.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy, type ListSql } from "#platform/list/server/page.ts";
import { CodeState, type codeList, type codeUseList, type wordList } from "../contract.ts";
import type { Effects } from "../effects/effects.ts";

const isFull = sql`c.seats is not null and c.taken >= c.seats`;
/** The state of a code `c` as it is shown. */
const stateNow = sql`case when c.state <> 'active' then c.state when c.closes_at <= now() then 'expired' when ${isFull} then 'exhausted' else 'active' end`;
const nameOf = (user: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${user}.given_name`)} || ' ' || ${sql.ref(`${user}.family_name`)}), ''), ${sql.ref(`${user}.email`)})`;

/** Whose codes somebody sees: everybody's, who looks after the whole portal; else their own. */
const mine = ({ parts }: PeopleScope, userId: number) => (parts === null ? sql`true` : sql`c.made_by = ${userId}`);

const Stored = z.object({
  id: z.int(),
  label: z.string(),
  state: CodeState,
  effects: jsonOf<Effects>(),
  seats: z.nullable(z.int()),
  taken: z.int(),
  perPerson: z.int(),
  opensAt: z.nullable(z.date()),
  closesAt: z.nullable(z.date()),
  timeZone: z.string(),
  domains: z.array(z.string()),
  fieldIds: z.array(z.int()),
  admitsNew: z.boolean(),
  givenBy: z.int(),
  madeBy: z.string(),
  madeAt: z.date(),
  revision: z.int(),
  isOpen: z.boolean(),
});
export type StoredCode = z.infer<typeof Stored>;
const columns = sql`c.id, c.label, ${stateNow} as state, c.effects, c.seats, c.taken, c.per_person as "perPerson", c.opens_at as "opensAt",
  c.closes_at as "closesAt", c.time_zone as "timeZone", c.domains, to_jsonb(c.field_ids) as "fieldIds", c.admits_new as "admitsNew", c.given_by as "givenBy",
  (select ${nameOf("u")} from users u where u.id = c.made_by) as "madeBy", c.made_at as "madeAt", c.revision,
  c.opens_at is null or c.opens_at <= now() as "isOpen"`;

/** A code that somebody sees, locked where it is about to change. */
export const findCode = async (db: Db, scope: PeopleScope, userId: number, id: number, { lock = false } = {}) =>
  (
    await typed(
      Stored,
    )`select ${columns} from authorization_codes c where c.portal_id = ${scope.portalId} and c.id = ${id} and ${mine(scope, userId)} ${lock ? sql`for update of c` : sql``}`.execute(
      db,
    )
  ).rows[0];

const OfWord = z.extend(Stored, { wordId: z.int(), isUsed: z.boolean() });
export type CodeOfWord = z.infer<typeof OfWord>;
const byWord = (portalId: number, which: ReturnType<typeof sql>, lock: boolean) =>
  typed(OfWord)`select ${columns}, w.id as "wordId", w.seats is not null and w.taken >= w.seats as "isUsed"
    from authorization_code_words w join authorization_codes c on c.portal_id = w.portal_id and c.id = w.code_id
    where w.portal_id = ${portalId} and ${which} ${lock ? sql`for update of c` : sql``}`;

/** The code of a typed word, whoever made it. */
export const findByHash = async (db: Db, portalId: number, hash: Buffer) =>
  (await byWord(portalId, sql`w.word_hash = ${hash}`, false).execute(db)).rows[0];

/** The same by the word's id, locked: uses of one code wait for one another, and for whoever changes it. */
export const lockWord = async (db: Db, portalId: number, wordId: number) =>
  (await byWord(portalId, sql`w.id = ${wordId}`, true).execute(db)).rows[0];

/** Takes a seat of a code and of its word; false when there is none left. */
export async function takeSeat(db: Db, portalId: number, { id, wordId }: Pick<CodeOfWord, "id" | "wordId">): Promise<boolean> {
  const { numAffectedRows: ofWord } = await sql`update authorization_code_words set taken = taken + 1
    where portal_id = ${portalId} and id = ${wordId} and (seats is null or taken < seats)`.execute(db);
  const { numAffectedRows: ofCode } = await sql`update authorization_codes set taken = taken + 1
    where portal_id = ${portalId} and id = ${id} and (seats is null or taken < seats)`.execute(db);
  return ofWord === 1n && ofCode === 1n;
}

const Count = z.object({ count: z.int() });
/** How often somebody used a code. */
export const countUses = async (db: Db, portalId: number, codeId: number, userId: number) =>
  (
    await typed(
      Count,
    )`select count(*)::int as count from authorization_code_uses where portal_id = ${portalId} and code_id = ${codeId} and user_id = ${userId}`.execute(
      db,
    )
  ).rows[0]?.count ?? 0;

/** Gives a batch as many seats as it has words: of one whose making is cancelled, no more are promised than exist. */
export const countSeats = (db: Db, portalId: number, codeId: number) =>
  sql`update authorization_codes set seats = (select count(*) from authorization_code_words where portal_id = ${portalId} and code_id = ${codeId})
    where portal_id = ${portalId} and id = ${codeId}`.execute(db);

/** How many words a code has. */
export const countWords = async (db: Db, portalId: number, codeId: number) =>
  (
    await typed(
      Count,
    )`select count(*)::int as count from authorization_code_words where portal_id = ${portalId} and code_id = ${codeId}`.execute(db)
  ).rows[0]?.count ?? 0;

const Person = z.object({ email: z.string(), isAdmin: z.boolean(), isSystemAdmin: z.boolean(), isReached: z.boolean() });
/** A member of the portal and whether somebody reaches them, locked: before groups, as everything that changes people does. */
export const lockMember = async (db: Db, scope: PeopleScope | null, portalId: number, userId: number) =>
  (
    await typed(
      Person,
    )`select u.email, m.is_admin as "isAdmin", u.is_system_admin as "isSystemAdmin", ${scope ? inScope(scope, sql`m.user_id`) : sql`true`} as "isReached" from memberships m join users u on u.id = m.user_id
      where m.portal_id = ${portalId} and m.user_id = ${userId} for no key update of m`.execute(db)
  ).rows[0];

/** The codes that somebody sees. hash: of what is searched for, which finds the code itself. */
export function codesOf(
  scope: PeopleScope,
  userId: number,
  hash: Buffer,
  { q, state, sort }: Omit<ListRequest<typeof codeList>, "page">,
): ListSql {
  return {
    with: sql`
      every as (select c.* from authorization_codes c where c.portal_id = ${scope.portalId} and ${mine(scope, userId)}),
      hits as (select c.id, c.label, c.taken, c.made_at from every c
        where (position(${q.toLowerCase()} in lower(c.label)) > 0 or exists (select from authorization_code_words w
            where w.portal_id = ${scope.portalId} and w.code_id = c.id and w.word_hash = ${hash}))
          ${state ? sql`and ${stateNow} = ${state}` : sql``})`,
    order: orderBy(
      sort,
      { made: sql`made_at`, label: sql`lower(label)`, taken: sql`taken` },
      sort.startsWith("-") ? sql`id desc` : sql`id`,
    ),
    items: sql`select s.nth, c.id, c.label, ${stateNow} as state, c.seats, c.taken, c.opens_at as "opensAt", c.closes_at as "closesAt", c.time_zone as "timeZone",
        c.admits_new as "admitsNew", c.made_at as "madeAt", (select ${nameOf("u")} from users u where u.id = c.made_by) as "madeBy",
        (select count(*)::int from authorization_code_words w where w.portal_id = c.portal_id and w.code_id = c.id) as words
      from shown s join authorization_codes c on c.portal_id = ${scope.portalId} and c.id = s.id`,
    all: sql`(select count(*) from every)`,
  };
}

export const WordRow = z.object({ id: z.int(), sealed: z.string(), taken: z.int(), seats: z.nullable(z.int()) });
/** The words of a code; sealed: as hex. */
export function wordsOf(portalId: number, codeId: number, hash: Buffer, { q, state }: Omit<ListRequest<typeof wordList>, "page">): ListSql {
  const isUsed = sql`w.seats is not null and w.taken >= w.seats`;
  return {
    with: sql`
      every as (select w.* from authorization_code_words w where w.portal_id = ${portalId} and w.code_id = ${codeId}),
      hits as (select w.* from every w where (${q} = '' or w.word_hash = ${hash})
        ${state === null ? sql`` : state === "used" ? sql`and ${isUsed}` : sql`and not (${isUsed})`})`,
    order: sql`id`,
    items: sql`select nth, id, encode(sealed, 'hex') as sealed, taken, seats from shown`,
    all: sql`(select count(*) from every)`,
  };
}

export const UseRow = z.object({
  id: z.int(),
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  isNew: z.boolean(),
  usedAt: z.string(),
  granted: jsonOf<Readonly<Partial<Record<keyof Effects, object>>>>(),
  undoneAt: z.nullable(z.string()),
  kept: z.nullable(jsonOf<readonly string[]>()),
});
export type UseRow = z.infer<typeof UseRow>;
/** Who used a code, of those whom somebody reaches. */
export function usesOf(scope: PeopleScope, codeId: number, { q, sort }: Omit<ListRequest<typeof codeUseList>, "page">): ListSql {
  return {
    with: sql`
      every as (select x.* from authorization_code_uses x where x.portal_id = ${scope.portalId} and x.code_id = ${codeId} and ${inScope(scope, sql`x.user_id`)}),
      hits as (select x.*, ${nameOf("u")} as name, u.email from every x join users u on u.id = x.user_id
        where position(${q.toLowerCase()} in lower(${nameOf("u")} || ' ' || u.email)) > 0)`,
    order: orderBy(sort, { used: sql`used_at`, name: sql`lower(name)` }, sort.startsWith("-") ? sql`id desc` : sql`id`),
    items: sql`select nth, id, user_id as "userId", name, email, is_new as "isNew", used_at as "usedAt", granted, undone_at as "undoneAt", kept from shown`,
    all: sql`(select count(*) from every)`,
  };
}

const Undoable = z.object({
  id: z.int(),
  userId: z.int(),
  granted: jsonOf<Readonly<Partial<Record<keyof Effects, object>>>>(),
  isReached: z.boolean(),
});
/** The next uses of a code whose grants were not taken back, the newest first. */
export const nextUses = async (db: Db, scope: PeopleScope, codeId: number, { before, most }: { before: number | null; most: number }) =>
  (
    await typed(
      Undoable,
    )`select x.id, x.user_id as "userId", x.granted, ${inScope(scope, sql`x.user_id`)} as "isReached" from authorization_code_uses x
      where x.portal_id = ${scope.portalId} and x.code_id = ${codeId} and x.undone_at is null and (${before}::bigint is null or x.id < ${before}::bigint)
      order by x.id desc limit ${most}::int`.execute(db)
  ).rows;

/** How many uses of a code were not taken back. */
export const countUndoable = async (db: Db, portalId: number, codeId: number) =>
  (
    await typed(
      Count,
    )`select count(*)::int as count from authorization_code_uses where portal_id = ${portalId} and code_id = ${codeId} and undone_at is null`.execute(
      db,
    )
  ).rows[0]?.count ?? 0;

const Group = z.object({ id: z.int(), name: z.string() });
/** The groups that somebody reaches and that people are put into, by name. */
export const listGroups = async (db: Db, scope: PeopleScope) =>
  (
    await typed(
      Group,
    )`select g.id, g.name from groups g where g.portal_id = ${scope.portalId} and g.status = 'active' and g.condition is null
      and ${groupInReach(scope, sql`g.id`)} order by lower(g.name)`.execute(db)
  ).rows;
