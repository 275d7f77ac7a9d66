import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy, type ListSql } from "#platform/list/server/page.ts";
import type { bulkRows } from "../contract.ts";
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

const Count = z.object({ count: z.int() });
/** How many of these people the actor reaches. */
export const countReached = async ({ db, actor, scope }: BulkContext, ids: readonly number[]) =>
  oneRow(
    await typed(Count)`select count(*)::int as count from memberships m
      where m.portal_id = ${actor.portalId} and m.user_id = any (${ids}::bigint[]) and ${inScope(scope, sql`m.user_id`)}`.execute(db),
  ).count;

/** The people of a select of `user_id` whom the actor reaches, as the relation that kinds read. */
const reached = ({ actor, scope }: BulkContext, chosen: RawBuilder<unknown>) => sql`
  asked as (${chosen}),
  chosen as (select m.user_id from memberships m
    where m.portal_id = ${actor.portalId} and m.user_id in (select user_id from asked) and ${inScope(scope, sql`m.user_id`)})`;

/** Pins everybody of a selection with the exact effects of now. */
export const insertRows = async (context: BulkContext, runId: number, kind: AnyBulkKind, input: unknown, chosen: RawBuilder<unknown>) =>
  sql`
    with recursive ${reached(context, chosen)}, effects as (${await kind.effects(context, input, { isUndo: false, runId, userIds: null })})
    insert into bulk_rows (portal_id, run_id, user_id, before, after, left_out)
    select ${context.actor.portalId}, ${runId}, user_id, before, after, coalesce(left_out, case when before = after then 'same' end) from effects`.execute(
    context.db,
  );

const Tally = z.object({
  leftOut: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  undone: z.nullable(z.string()),
  count: z.int(),
});
/** How many rows of an action there are of each fate. */
export const tally = async (db: Db, { portalId, runId }: RunKey) =>
  (
    await typed(Tally)`select left_out as "leftOut", outcome, undone, count(*)::int as count from bulk_rows
      where portal_id = ${portalId} and run_id = ${runId} group by 1, 2, 3 order by count(*) desc, 1`.execute(db)
  ).rows;

const Due = z.object({
  userId: z.int(),
  before: jsonOf(),
  after: jsonOf(),
  /** The state of now; null for somebody out of reach. */
  now: z.nullable(jsonOf()),
  leftOut: z.nullable(z.string()),
  isAsShown: z.nullable(z.boolean()),
});

/**
 * The next people of an action, or of undoing it, with their memberships locked and their state of now. isAsShown: whether that is still what the preview
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
  const due = sql`select user_id from bulk_rows where portal_id = ${portalId} and run_id = ${runId}
    and ${isUndo ? sql`outcome = 'done' and undone is null` : sql`left_out is null and outcome is null`} order by user_id limit ${limit}`;
  const Id = z.object({ id: z.int() });
  const ids = (await typed(Id)`select user_id as id from (${due}) due`.execute(db)).rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  // By number, so that two actions on the same people wait for one another instead of failing.
  await sql`select from memberships where portal_id = ${portalId} and user_id = any (${ids}::bigint[]) order by user_id for no key update`.execute(
    db,
  );
  const { rows } = await typed(Due)`
    with recursive ${reached(context, sql`select unnest(${ids}::bigint[]) as user_id`)}, effects as (${await kind.effects(context, input, { isUndo, runId, userIds: ids })})
    select b.user_id as "userId", b.before, b.after, e.before as now, e.left_out as "leftOut",
      ${isUndo ? sql`e.before = b.after` : sql`e.before = b.before and e.after = b.after`} as "isAsShown"
    from bulk_rows b left join effects e on e.user_id = b.user_id
    where b.portal_id = ${portalId} and b.run_id = ${runId} and b.user_id = any (${ids}::bigint[])
    order by b.user_id`.execute(db);
  return rows;
}

/** Writes what came of these people. */
export async function markRows(
  db: Db,
  { portalId, runId }: RunKey,
  fates: readonly { readonly userId: number; readonly fate: string }[],
  isUndo: boolean,
) {
  await sql`update bulk_rows b set ${sql.ref(isUndo ? "undone" : "outcome")} = f.fate
    from unnest(${fates.map(({ userId }) => userId)}::bigint[], ${fates.map(({ fate }) => fate)}::text[]) as f (user_id, fate)
    where b.portal_id = ${portalId} and b.run_id = ${runId} and b.user_id = f.user_id`.execute(db);
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
  /** Whether whoever reads the row reaches the person now. */
  isReached: z.boolean(),
});
export type StoredRow = z.infer<typeof StoredRow>;

const shows = {
  changes: sql`b.left_out is null`,
  leftOut: sql`b.left_out is not null`,
  notDone: sql`b.outcome <> 'done'`,
  notUndone: sql`b.undone <> 'done'`,
};

/** The people of an action, by name. Who is not in `scope` any more is a row without a name, so that the numbers stay what they were. */
export function rowsOf(
  { portalId, runId }: RunKey,
  scope: PeopleScope,
  { q, show, sort }: Pick<ListRequest<typeof bulkRows>, "q" | "show" | "sort">,
): ListSql {
  return {
    with: sql`every as (select b.*, s."isReached",
          case when s."isReached" then coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) else '–' end as name,
          case when s."isReached" then u.email else '' end as email
        from bulk_rows b join users u on u.id = b.user_id cross join lateral (select ${inScope(scope, sql`b.user_id`)} as "isReached") s
        where b.portal_id = ${portalId} and b.run_id = ${runId}),
      hits as (select * from every b where ${show ? shows[show] : sql`true`} and position(${q.toLowerCase()} in lower(b.name || ' ' || b.email)) > 0)`,
    order: orderBy(sort, { name: sql`lower(name)` }, sql`user_id`),
    items: sql`select nth, user_id as id, name, email, "isReached", before, after, left_out as "leftOut", outcome, undone from shown`,
    all: sql`(select count(*) from every)`,
  };
}
