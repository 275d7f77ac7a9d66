import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { PeopleScope } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy, type ListSql } from "#platform/list/server/page.ts";
import type { bulkRows } from "../contract.ts";
import { subjects } from "../subjects/subjects.ts";
import type { AnyBulkKind, BulkContext } from "./bulk-kind.ts";

export interface RunKey {
  readonly portalId: number;
  readonly runId: number;
}

const Run = z.object({
  id: z.int(),
  ownerId: z.int(),
  kind: z.string(),
  input: jsonOf(),
  about: jsonOf(),
  jobId: z.nullable(z.int()),
});
export type Run = z.infer<typeof Run>;

/** An action; undefined where it is not there. lock: held until the transaction ends. */
export const findRun = async (db: Db, { portalId, runId }: RunKey, { lock }: { lock: boolean }) =>
  (
    await typed(Run)`select id, owner_id as "ownerId", kind, input, about, job_id as "jobId" from bulk_runs
      where portal_id = ${portalId} and id = ${runId} ${lock ? sql`for no key update` : sql``}`.execute(db)
  ).rows[0];

/** What the actions of a kind are about. */
export const subjectOf = ({ on }: Pick<AnyBulkKind, "on">) => subjects[on ?? "people"];

const Count = z.object({ count: z.int() });
/** How many of these the actor reaches. */
export const countReached = async (context: BulkContext, kind: AnyBulkKind, ids: readonly number[]) => {
  const { key, reached } = subjectOf(kind);
  return oneRow(
    await typed(Count)`select count(*)::int as count from (${reached(context)}) r where r.${key} = any (${ids}::bigint[])`.execute(
      context.db,
    ),
  ).count;
};

/** Those of a select of the key that the actor reaches, as the relation that kinds read. */
const chosenOf = (context: BulkContext, kind: AnyBulkKind, chosen: RawBuilder<unknown>) => {
  const { key, reached } = subjectOf(kind);
  return sql`asked as (${chosen}), chosen as (select r.${key} from (${reached(context)}) r where r.${key} in (select ${key} from asked))`;
};

/** Pins all of a selection with the exact effects of now. */
export const insertRows = async (context: BulkContext, runId: number, kind: AnyBulkKind, input: unknown, chosen: RawBuilder<unknown>) => {
  const { key, rows } = subjectOf(kind);
  const effects = await kind.effects(context, input, { isUndo: false, runId, ids: null });
  return sql`
    with recursive ${chosenOf(context, kind, chosen)}, effects as (${effects})
    insert into ${rows} (portal_id, run_id, ${key}, before, after, left_out)
    select ${context.actor.portalId}, ${runId}, ${key}, before, after, coalesce(left_out, case when before = after then 'same' end) from effects`.execute(
    context.db,
  );
};

const Tally = z.object({
  leftOut: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  undone: z.nullable(z.string()),
  count: z.int(),
});
/** How many rows of an action there are of each fate. */
export const tally = async (db: Db, { portalId, runId }: RunKey, kind: Pick<AnyBulkKind, "on">) =>
  (
    await typed(Tally)`select left_out as "leftOut", outcome, undone, count(*)::int as count from ${subjectOf(kind).rows}
      where portal_id = ${portalId} and run_id = ${runId} group by 1, 2, 3 order by count(*) desc, 1`.execute(db)
  ).rows;

const Due = z.object({
  id: z.int(),
  before: jsonOf(),
  after: jsonOf(),
  /** The state of now; null for what is out of reach. */
  now: z.nullable(jsonOf()),
  leftOut: z.nullable(z.string()),
  isAsShown: z.nullable(z.boolean()),
});

/**
 * The next rows of an action, or of undoing it, with what they are about locked and its state of now. isAsShown: whether that is still what the preview
 * said, or, for undoing, what the action made.
 */
export async function nextRows(
  context: BulkContext,
  { portalId, runId }: RunKey,
  kind: AnyBulkKind,
  input: unknown,
  { isUndo, limit }: { readonly isUndo: boolean; readonly limit: number },
) {
  const { db } = context;
  const { key, rows: table, lock } = subjectOf(kind);
  const due = sql`select ${key} as id from ${table} where portal_id = ${portalId} and run_id = ${runId}
    and ${isUndo ? sql`outcome = 'done' and undone is null` : sql`left_out is null and outcome is null`} order by ${key} limit ${limit}`;
  const Id = z.object({ id: z.int() });
  const ids = (await typed(Id)`select id from (${due}) due`.execute(db)).rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  await lock(portalId, ids).execute(db);
  const { rows } = await typed(Due)`
    with recursive ${chosenOf(context, kind, sql`select unnest(${ids}::bigint[]) as ${key}`)}, effects as (${await kind.effects(context, input, { isUndo, runId, ids })})
    select b.${key} as id, b.before, b.after, e.before as now, e.left_out as "leftOut",
      ${isUndo ? sql`e.before = b.after` : sql`e.before = b.before and e.after = b.after`} as "isAsShown"
    from ${table} b left join effects e on e.${key} = b.${key}
    where b.portal_id = ${portalId} and b.run_id = ${runId} and b.${key} = any (${ids}::bigint[])
    order by b.${key}`.execute(db);
  return rows;
}

/** Writes what came of these. */
export async function markRows(
  db: Db,
  { portalId, runId }: RunKey,
  kind: AnyBulkKind,
  fates: readonly { readonly id: number; readonly fate: string }[],
  isUndo: boolean,
) {
  const { key, rows } = subjectOf(kind);
  await sql`update ${rows} b set ${sql.ref(isUndo ? "undone" : "outcome")} = f.fate
    from unnest(${fates.map(({ id }) => id)}::bigint[], ${fates.map(({ fate }) => fate)}::text[]) as f (id, fate)
    where b.portal_id = ${portalId} and b.run_id = ${runId} and b.${key} = f.id`.execute(db);
}

/** A row as it is stored, for its words. */
export const StoredRow = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  before: jsonOf(),
  after: jsonOf(),
  leftOut: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  undone: z.nullable(z.string()),
  /** Whether whoever reads the row reaches the person or course now. */
  isReached: z.boolean(),
});
export type StoredRow = z.infer<typeof StoredRow>;

const shows = {
  changes: sql`b.left_out is null`,
  leftOut: sql`b.left_out is not null`,
  notDone: sql`b.outcome <> 'done'`,
  notUndone: sql`b.undone <> 'done'`,
};

/** What an action is about, by name. What is not in `scope` any more is a row without a name, so that the numbers stay what they were. */
export function rowsOf(
  { portalId, runId }: RunKey,
  kind: Pick<AnyBulkKind, "on" | "withNames"> | undefined,
  scope: PeopleScope,
  { q, show, sort }: Pick<ListRequest<typeof bulkRows>, "q" | "show" | "sort">,
): ListSql {
  const { key, rows, named } = subjectOf(kind ?? {});
  const state = (name: string) => kind?.withNames?.(sql.ref(`shown.${name}`)) ?? sql.ref(`shown.${name}`);
  return {
    with: sql`every as (select b.*, n."isReached", n.name, n.email
        from ${rows} b cross join lateral (${named(portalId, scope)}) n
        where b.portal_id = ${portalId} and b.run_id = ${runId}),
      hits as (select * from every b where ${show ? shows[show] : sql`true`} and position(${q.toLowerCase()} in lower(b.name || ' ' || b.email)) > 0)`,
    order: orderBy(sort, { name: sql`lower(name)` }, key),
    items: sql`select nth, ${key} as id, name, email, "isReached", ${state("before")} as before, ${state("after")} as after, left_out as "leftOut", outcome, undone from shown`,
    all: sql`(select count(*) from every)`,
  };
}
