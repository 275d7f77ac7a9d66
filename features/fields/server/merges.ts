import { sql } from "kysely";
import * as z from "zod/mini";
import type { Databases, Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { typed } from "#platform/db/typed.ts";
import { Merge } from "../contract.ts";
import type { FieldDefinition, Subject } from "../definition.ts";
import { fieldKinds } from "../kinds.ts";
import { holders } from "./holders.ts";

// Merging two values of a list, and undoing it. Whoever calls this has locked the field (lockField): writing a value of the field waits for that lock.

/** Days for which a merge can be undone. */
export const undoDays = 7;
const isOver = sql`(m.made_at <= now() - make_interval(days => ${undoDays}))`;

/** A field, with the subject that says where its values are. */
interface OfField {
  readonly portalId: number;
  readonly fieldId: number;
  readonly subject: Subject;
}

const Id = z.object({ id: z.int() });

/** Gives everybody with the value `from` the value `into`, and keeps who they were; who has both keeps one. Returns the merge, and how many had the value. */
export async function mergeValues(db: Db, field: OfField, from: number, into: number): Promise<{ id: number; people: number }> {
  const { portalId, fieldId, subject } = field;
  const { values, owner } = holders[subject];
  const { id } = oneRow(
    await typed(
      Id,
    )`insert into field_merges (portal_id, field_id, from_id, into_id) values (${portalId}, ${fieldId}, ${from}, ${into}) returning id`.execute(
      db,
    ),
  );
  // Each value is found by its whole key, and who has which by one pass: fast without statistics too, as right after an import.
  const kept = await sql`insert into field_merge_rows (portal_id, merge_id, ${owner}, nth, into_nth, source, changed_at)
    select ${portalId}, ${id}, v.${owner}, min(v.nth) filter (where v.option_id = ${from}), min(v.nth) filter (where v.option_id = ${into}),
      min(v.source) filter (where v.option_id = ${from}), min(v.changed_at) filter (where v.option_id = ${from})
    from ${values} v where v.portal_id = ${portalId} and v.field_id = ${fieldId} and v.option_id in (${from}, ${into})
    group by v.${owner} having bool_or(v.option_id = ${from})`.execute(db);
  await sql`delete from ${values} v using field_merge_rows r where v.portal_id = ${portalId} and v.field_id = ${fieldId} and v.option_id = ${from}
    and r.portal_id = v.portal_id and r.merge_id = ${id} and r.${owner} = v.${owner} and r.nth = v.nth and r.into_nth is not null`.execute(
    db,
  );
  await sql`update ${values} set option_id = ${into}, changed_at = now()
    where portal_id = ${portalId} and field_id = ${fieldId} and option_id = ${from}`.execute(db);
  // The first value of a person keeps nth 0, by which people are counted.
  await sql`update ${values} v set nth = 0 where v.portal_id = ${portalId} and v.field_id = ${fieldId} and v.option_id = ${into} and v.nth > 0
    and not exists (select from ${values} o where o.portal_id = v.portal_id and o.field_id = v.field_id and o.${owner} = v.${owner} and o.nth = 0)`.execute(
    db,
  );
  if (subject === "person") await peopleChanged(db, portalId);
  return { id, people: Number(kept.numAffectedRows ?? 0n) };
}

const Count = z.object({ people: z.int() });

/** How many have a value of a portal's list. */
export const countHolders = async (db: Db, { portalId, fieldId, subject }: OfField, optionId: number): Promise<number> =>
  oneRow(
    await typed(Count)`select count(*)::int as people from ${holders[subject].values} v
      where v.portal_id = ${portalId} and v.field_id = ${fieldId} and v.option_id = ${optionId}`.execute(db),
  ).people;

/** How many undoing these merges is about. */
export const countMerged = async (db: Db, merges: readonly { readonly portalId: number; readonly id: number }[]): Promise<number> =>
  oneRow(
    await typed(
      Count,
    )`select count(*)::int as people from unnest(${merges.map(({ portalId }) => portalId)}::bigint[], ${merges.map(({ id }) => id)}::bigint[])
      as m (portal_id, id) join field_merge_rows r on r.portal_id = m.portal_id and r.merge_id = m.id`.execute(db),
  ).people;

const Found = z.object({
  fromId: z.int(),
  intoId: z.int(),
  isOver: z.boolean(),
  isUndone: z.boolean(),
  /** One of the two values was merged again since. */
  isBuried: z.boolean(),
});

const isBuried = sql`exists (select from field_merges l where l.portal_id = m.portal_id and l.field_id = m.field_id and l.id > m.id and l.undone_at is null
  and l.from_id in (m.from_id, m.into_id))`;

/** A merge of a field, and what may be in the way of undoing it; undefined where there is none. */
export const findMerge = async (db: Db, { portalId, fieldId }: Omit<OfField, "subject">, id: number) =>
  (
    await typed(Found)`
      select m.from_id as "fromId", m.into_id as "intoId", ${isOver} as "isOver", m.undone_at is not null as "isUndone", ${isBuried} as "isBuried"
      from field_merges m where m.portal_id = ${portalId} and m.field_id = ${fieldId} and m.id = ${id}`.execute(db)
  ).rows[0];

const ListedMerge = z.extend(Merge, { fieldId: z.int() });

/** The merges of a portal that can be undone now, the newest last. */
export const listMerges = async (db: Db, portalId: number, subject: Subject) =>
  (
    await typed(ListedMerge)`
      select m.field_id as "fieldId", m.id, m.from_id as "optionId", to_json(m.made_at + make_interval(days => ${undoDays}))#>>'{}' as "undoUntil"
      from field_merges m join fields f on f.portal_id = m.portal_id and f.id = m.field_id
      where m.portal_id = ${portalId} and f.subject = ${subject} and m.undone_at is null and not ${isOver} and not ${isBuried} order by m.id`.execute(
      db,
    )
  ).rows;

/** How many have their former value back, and of how many something changed since, which stays as it is. */
export interface Undone {
  readonly back: number;
  readonly left: number;
}

const Undoing = z.object({ from: z.int(), into: z.int(), total: z.int() });

/**
 * Gives everybody who had a merged value, and still has the one that took its place, the former back: beside the other where they had both. Where somebody can have one
 * value only, "still" means that nobody has written it since. For once; the values of the list are the caller's.
 */
export async function unmergeValues(db: Db, { kind, ...field }: OfField & Pick<FieldDefinition, "kind">, id: number): Promise<Undone> {
  const { portalId, fieldId, subject } = field;
  const { values, owner } = holders[subject];
  const { from, into, total } = oneRow(
    await typed(Undoing)`select m.from_id as from, m.into_id as into,
        (select count(*)::int from field_merge_rows r where r.portal_id = m.portal_id and r.merge_id = m.id) as total
      from field_merges m where m.portal_id = ${portalId} and m.id = ${id}`.execute(db),
  );
  // Who had another value that was merged into the same one later has that one for both: the later merge takes it over.
  await sql`with later as (
      select distinct on (r.id) r.id, l.id as later_id, l.nth from field_merges m
      join field_merge_rows r on r.portal_id = m.portal_id and r.merge_id = m.id and r.into_nth is null
      join field_merges n on n.portal_id = m.portal_id and n.field_id = m.field_id and n.into_id = m.into_id and n.id > m.id and n.undone_at is null
      join field_merge_rows l on l.portal_id = n.portal_id and l.merge_id = n.id and l.${owner} = r.${owner} and l.into_nth is not null
      where m.portal_id = ${portalId} and m.id = ${id} order by r.id, n.id)
    update field_merge_rows x set into_nth = case when x.id = later.id then later.nth end from later
    where x.portal_id = ${portalId} and x.id in (later.id, later.later_id)`.execute(db);
  // Who still has the value that took the place, and where, and has not got the former one again by other ways.
  const standing = sql`standing as materialized (
    select n.owner, n.nth, r.nth as old_nth, r.into_nth, r.source, r.changed_at, m.made_at
    from (select v.${owner} as owner, min(v.nth) as nth from ${values} v where v.portal_id = ${portalId} and v.field_id = ${fieldId}
      and v.option_id in (${from}, ${into}) group by v.${owner} having not bool_or(v.option_id = ${from})) n
    join field_merge_rows r on r.portal_id = ${portalId} and r.merge_id = ${id} and r.${owner} = n.owner
    cross join (select made_at from field_merges where portal_id = ${portalId} and id = ${id}) m)`;
  const isTheirs = sql`v.portal_id = ${portalId} and v.field_id = ${fieldId} and v.${owner} = s.owner and v.nth = s.nth`;
  const othersOf = sql`${values} o where o.portal_id = ${portalId} and o.field_id = ${fieldId} and o.${owner} = s.owner`;
  const isUntouched = fieldKinds[kind].holdsSeveral ? sql`true` : sql`v.changed_at = s.made_at`;
  const replaced = await sql`with ${standing} update ${values} v
    set option_id = ${from}, changed_at = case when v.changed_at = s.made_at then s.changed_at else now() end
    from standing s where ${isTheirs} and s.into_nth is null and ${isUntouched}`.execute(db);
  // Of those who had both, the former goes to its place where that is free, else behind the others.
  await sql`with ${standing} update ${values} v set nth = s.into_nth from standing s
    where ${isTheirs} and s.into_nth > 0 and s.old_nth = 0 and s.nth = 0 and not exists (select from ${othersOf} and o.nth = s.into_nth)`.execute(
    db,
  );
  const added = await sql`with ${standing} insert into ${values} (portal_id, field_id, ${owner}, nth, option_id, source, changed_at)
    select ${portalId}, ${fieldId}, s.owner, case when s.old_nth = any (taken.nths) then taken.most + 1 else s.old_nth end, ${from}, s.source, s.changed_at
    from standing s cross join lateral (select array_agg(o.nth) as nths, max(o.nth) as most from ${othersOf}) taken
    where s.into_nth is not null`.execute(db);
  await sql`delete from field_merge_rows where portal_id = ${portalId} and merge_id = ${id}`.execute(db);
  await sql`update field_merges set undone_at = now() where portal_id = ${portalId} and id = ${id}`.execute(db);
  if (subject === "person") await peopleChanged(db, portalId);
  const back = Number((replaced.numAffectedRows ?? 0n) + (added.numAffectedRows ?? 0n));
  return { back, left: total - back };
}

/** Forgets merges that cannot be undone any more, and whom they touched. For the worker; gives how many. */
export const sweepFieldMerges = ({ databases }: { databases: Databases }): Promise<number> =>
  databases.inSystemUntimed("forget merges of values that cannot be undone any more", async (db) =>
    Number((await sql`delete from field_merges m where ${isOver}`.execute(db)).numAffectedRows ?? 0n),
  );
