import { sql } from "kysely";
import * as z from "zod/mini";
import { groupInReach, type Foreseen } from "#features/groups/server/service.ts";
import type { PeopleScope } from "#features/roles/server/service.ts";
import { revokeAllOf } from "#features/tokens/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import { Counts, importStates } from "../contract.ts";
import { noSeatCode, verdicts, type Change, type Finding } from "../finding.ts";
import { subjects } from "../headings.ts";
import type { Plan } from "../plan.ts";
import type { Decided, StagedRow } from "./judge.ts";
import { byKey } from "./lookups.ts";
import type { Head } from "./reading/read-head.ts";
import type { UndoneRow } from "./undo-rows.ts";
import type { AnyUndo, WrittenAny } from "./subjects.ts";

const StoredImport = z.object({
  id: z.int(),
  ownerId: z.int(),
  subject: z.enum(subjects),
  fileName: z.string(),
  fileKey: z.nullable(z.string()),
  fileBytes: z.int(),
  reading: jsonOf<Head>(),
  plan: z.nullable(jsonOf<Plan>()),
  state: z.enum(importStates),
  isStaged: z.boolean(),
  jobId: z.nullable(z.int()),
  runJobId: z.nullable(z.int()),
  createdAt: z.date(),
});
export type StoredImport = z.infer<typeof StoredImport>;

const columns = sql`id, owner_id as "ownerId", subject, file_name as "fileName", file_key as "fileKey", file_bytes as "fileBytes", reading, plan, state,
  is_staged as "isStaged", job_id as "jobId", run_job_id as "runJobId", created_at as "createdAt"`;

interface Key {
  readonly portalId: number;
  readonly id: number;
}

/** An import; held until the transaction ends where it is about to be changed. */
export const findImport = async (db: Db, { portalId, id }: Key, { isLocking = false } = {}) =>
  (
    await typed(
      StoredImport,
    )`select ${columns} from imports where portal_id = ${portalId} and id = ${id} ${isLocking ? sql`for no key update` : sql``}`.execute(db)
  ).rows[0];

/** The newest imports of a person. */
export const listImports = async (db: Db, portalId: number, ownerId: number) =>
  (
    await typed(
      StoredImport,
    )`select ${columns} from imports where portal_id = ${portalId} and owner_id = ${ownerId} order by id desc limit 20`.execute(db)
  ).rows;

export const insertImport = (
  db: Db,
  {
    portalId,
    ownerId,
    subject,
    fileName,
    fileKey,
    fileBytes,
    reading,
  }: Omit<Key, "id"> & Pick<StoredImport, "ownerId" | "subject" | "fileName" | "fileKey" | "fileBytes" | "reading">,
) =>
  db
    .insertInto("imports")
    .values({
      portal_id: portalId,
      owner_id: ownerId,
      subject,
      file_name: fileName,
      file_key: fileKey,
      file_bytes: fileBytes,
      reading: JSON.stringify(reading),
    })
    .returning("id")
    .executeTakeFirstOrThrow();

export const updateImport = (
  db: Db,
  { portalId, id }: Key,
  {
    reading,
    plan,
    ...set
  }: Partial<{
    reading: Head;
    plan: Plan | null;
    state: StoredImport["state"];
    is_staged: boolean;
    job_id: number | null;
    run_job_id: number | null;
    file_key: string | null;
    ended_at: Date;
  }>,
) =>
  db
    .updateTable("imports")
    .set({
      ...set,
      ...(reading && { reading: JSON.stringify(reading) }),
      ...(plan !== undefined && { plan: plan === null ? null : JSON.stringify(plan) }),
    })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .execute();

/** Forgets the rows of an import, which is read or checked anew. */
export const deleteRows = (db: Db, { portalId, id }: Key, { onlyLeavers }: { onlyLeavers: boolean }) =>
  sql`delete from import_rows where portal_id = ${portalId} and import_id = ${id} ${onlyLeavers ? sql`and number < 0` : sql``}`.execute(db);

/** What the check decided about rows, as they are stored. */
const asStored = (rows: readonly Decided[]) =>
  rows.map(({ number, verdict, personId, email, matchKey, findings, changes, foreseen }) => ({
    number,
    verdict,
    person_id: personId,
    email,
    match_key: matchKey,
    findings,
    changes,
    joins: foreseen?.joins ?? [],
    leaves: foreseen?.leaves ?? [],
  }));

/** Keeps rows of the table with what the check decided about them. */
export async function insertJudged(db: Db, { portalId, id }: Key, rows: readonly StagedRow[], judged: readonly Decided[]) {
  if (rows.length === 0) return;
  const values = asStored(judged).map((row, nth) => ({ ...row, cells: rows[nth]?.cells ?? [] }));
  await sql`insert into import_rows (portal_id, import_id, number, cells, verdict, person_id, email, match_key, findings, changes, joins, leaves)
    select ${portalId}, ${id}, r.number, array(select json_array_elements_text(r.cells)), r.verdict, r.person_id, r.email, r.match_key, r.findings, r.changes, r.joins, r.leaves
    from json_to_recordset(${JSON.stringify(values)}::json)
      as r(number integer, cells json, verdict text, person_id bigint, email text, match_key text, findings jsonb, changes jsonb, joins bigint[],
        leaves bigint[])`.execute(db);
}

const Staged = z.object({ number: z.int(), cells: z.array(z.string()) });

/** The next rows of the table after a number. */
export const listStaged = async (db: Db, { portalId, id }: Key, after: number, count: number) =>
  (
    await typed(Staged)`select number, cells from import_rows
      where portal_id = ${portalId} and import_id = ${id} and number > ${Math.max(after, 0)} order by number limit ${count}`.execute(db)
  ).rows;

/**
 * Rows of an import with what is to be written to each, as `r`, and where they lie. Each is looked up by its number alone: while a table of rows is being filled, its
 * statistics say that it is nearly empty, and then every index that begins with the import, and reading all of it, seem to cost the same.
 */
const lying = ({ portalId, id }: Key, rows: ReturnType<typeof sql>) => sql`${rows} cross join lateral (select ctid as place from import_rows
    where portal_id = ${portalId} and import_id = ${id} and number between r.number and r.number order by number limit 1) k where i.ctid = k.place`;

/** Writes what the check decided about rows. */
export async function updateJudged(db: Db, key: Key, rows: readonly Decided[]) {
  await byKey(db);
  await sql`update import_rows i set verdict = r.verdict, person_id = r.person_id, email = r.email, match_key = r.match_key, findings = r.findings, changes = r.changes,
      joins = r.joins, leaves = r.leaves
    from ${lying(
      key,
      sql`json_to_recordset(${JSON.stringify(asStored(rows))}::json)
        as r(number integer, verdict text, person_id bigint, email text, match_key text, findings jsonb, changes jsonb, joins bigint[], leaves bigint[])`,
    )}`.execute(db);
}

const ToWrite = z.object({
  number: z.int(),
  cells: z.array(z.string()),
  verdict: z.enum(verdicts),
  personId: z.nullable(z.int()),
  changes: jsonOf<Change[]>(),
  findings: jsonOf<Finding[]>(),
});

/** The next rows after a number that the run has not dealt with. Leavers have numbers below zero, and are dealt with when no row is left. */
export const listToWrite = async (db: Db, { portalId, id }: Key, what: "rows" | "leavers", after: number, count: number) =>
  (
    await typed(ToWrite)`select number, cells, verdict, person_id as "personId", changes, findings from import_rows
      where portal_id = ${portalId} and import_id = ${id} and outcome is null
        and ${
          what === "rows"
            ? // Not by the index of verdicts, which would put all that are left in order each time.
              sql`number > ${after} and verdict || '' in ('create', 'update', 'return')`
            : sql`number < 0 and verdict = 'leave'`
        }
      order by number limit ${count}`.execute(db)
  ).rows;

/** Writes what the run did with rows. */
export async function updateWritten(db: Db, key: Key, rows: readonly (WrittenAny & { readonly findings?: readonly Finding[] })[]) {
  await byKey(db);
  const values = rows.map(({ number, undo, findings }) => ({
    number,
    outcome: undo ? "done" : "refused",
    undo,
    person_id: undo?.userId ?? null,
    findings: findings ?? null,
  }));
  await sql`update import_rows i set outcome = r.outcome, undo = r.undo, person_id = coalesce(r.person_id, i.person_id), findings = coalesce(r.findings, i.findings)
    from ${lying(key, sql`json_to_recordset(${JSON.stringify(values)}::json) as r(number integer, outcome text, undo jsonb, person_id bigint, findings jsonb)`)}`.execute(
    db,
  );
}

const ToUndo = z.object({ number: z.int(), undo: jsonOf<AnyUndo>(), changes: jsonOf<Change[]>() });

/** The next written rows that an undo has not dealt with, last ones first. */
export const listToUndo = async (db: Db, { portalId, id }: Key, count: number) =>
  (
    await typed(ToUndo)`select number, undo, changes from import_rows
      where portal_id = ${portalId} and import_id = ${id} and outcome = 'done' and undo is not null and undo_outcome is null
      order by number desc limit ${count}`.execute(db)
  ).rows;

export async function updateUndone(db: Db, key: Key, rows: readonly UndoneRow[]) {
  await byKey(db);
  await sql`update import_rows i set undo_outcome = r.outcome, findings = r.findings
    from ${lying(key, sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(number integer, outcome text, findings jsonb)`)}`.execute(
    db,
  );
}

const Counted = z.extend(Counts, { total: z.int(), emailsChanged: z.int() });
/** How many rows there are of each kind, and how many of those to be written change the email of somebody who is here. */
export const countRows = async (db: Db, { portalId, id }: Key) => {
  const of = (column: string, value: string) => sql`count(*) filter (where ${sql.ref(column)} = ${value})::int`;
  const { rows } = await typed(
    Counted,
  )`select ${of("verdict", "create")} as create, ${of("verdict", "update")} as update, ${of("verdict", "return")} as return,
      ${of("verdict", "leave")} as leave,
      ${of("verdict", "unchanged")} as unchanged, ${of("verdict", "skip")} as skip, ${of("verdict", "error")} as error, ${of("outcome", "done")} as done,
      ${of("outcome", "refused")} as refused, ${of("undo_outcome", "undone")} as undone, ${of("undo_outcome", "partly")} as partly,
      ${of("undo_outcome", "kept")} as kept, count(*)::int as total,
      count(*) filter (where verdict in ('update', 'return') and changes @> '[{"meaning": "email"}]')::int as "emailsChanged"
    from import_rows where portal_id = ${portalId} and import_id = ${id}`.execute(db);
  return rows[0];
};

const Problem = z.object({ finding: jsonOf<Finding>(), rows: z.int() });
/** The most frequent findings, the same ones in different rows together. */
export const listProblems = async (db: Db, { portalId, id }: Key) =>
  (
    await typed(Problem)`select min(f::text)::jsonb as finding, count(distinct r.number)::int as rows
      from import_rows r cross join lateral jsonb_array_elements(r.findings) f
      where r.portal_id = ${portalId} and r.import_id = ${id}
      group by f->>'code', f->>'text', case when (f->'params') ? 'row' then null else f->>'params' end order by 2 desc, 1 limit 12`.execute(
      db,
    )
  ).rows;

const NamedGroup = z.object({ id: z.int(), name: z.string() });
/** Groups by name, of those that somebody reaches. ids: an array, as SQL. */
const namesOf = (reached: PeopleScope, ids: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name), g.id), '[]') from groups g
  where g.portal_id = ${reached.portalId} and g.id = any (${ids}) and ${groupInReach(reached, sql`g.id`)})`;

export const ShownRow = z.object({
  number: z.int(),
  cells: z.array(z.string()),
  verdict: z.nullable(z.enum(verdicts)),
  outcome: z.nullable(z.enum(["done", "refused"])),
  undoOutcome: z.nullable(z.enum(["undone", "partly", "kept"])),
  findings: z.array(z.custom<Finding>((value) => typeof value === "object")),
  changes: z.array(z.object({ meaning: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  joins: z.array(NamedGroup),
  leaves: z.array(NamedGroup),
});
export type ShownRow = z.infer<typeof ShownRow>;

const shownColumns = (
  reached: PeopleScope,
) => sql`r.number, r.cells, r.verdict, r.outcome, r.undo_outcome as "undoOutcome", r.findings, r.changes,
  ${namesOf(reached, sql`r.joins`)} as joins, ${namesOf(reached, sql`r.leaves`)} as leaves`;

/** One row of an import. */
export const findRow = async (db: Db, { portalId, id }: Key, reached: PeopleScope, number: number) =>
  (
    await typed(ShownRow)`select ${shownColumns(reached)} from import_rows r
      where r.portal_id = ${portalId} and r.import_id = ${id} and r.number = ${number}`.execute(db)
  ).rows[0];

/** Rows of an import with one result, or all, as a list. */
export const rowsOf = ({ portalId, id }: Key, reached: PeopleScope, result: string | null, q: string): ListSql => {
  const fits =
    result === null
      ? sql`true`
      : result === "refused"
        ? sql`r.outcome = 'refused'`
        : result === "kept"
          ? sql`r.undo_outcome in ('kept', 'partly')`
          : sql`r.verdict = ${result}`;
  const found = q === "" ? sql`true` : sql`position(lower(${q}) in lower(array_to_string(r.cells, ' '))) > 0`;
  return {
    with: sql`hits as (select r.number from import_rows r where r.portal_id = ${portalId} and r.import_id = ${id} and ${fits} and ${found})`,
    order: sql`number < 0, abs(number)`,
    items: sql`select s.nth, ${shownColumns(reached)}
      from shown s join import_rows r on r.portal_id = ${portalId} and r.import_id = ${id} and r.number = s.number`,
  };
};

/** The people of a scope who are active and not in the table, as rows with numbers below zero. Returns how many. */
export async function insertLeavers(
  db: Db,
  { portalId, id }: Key,
  where: { reached: ReturnType<typeof sql>; ownerId: number; changesAdmins: boolean },
) {
  const { numAffectedRows = 0n } = await sql`insert into import_rows (portal_id, import_id, number, cells, verdict, person_id, changes)
    select ${portalId}, ${id}, -row_number() over (order by u.email), array[u.email, u.given_name, u.family_name], 'leave', u.id,
      '[{"meaning": "status", "before": "active", "after": "suspended"}]'::jsonb
    from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.status = 'active' and u.kind = 'person' and not u.is_system_admin and u.id <> ${where.ownerId}
      and (${where.changesAdmins} or not m.is_admin) and ${where.reached}
      and not exists (select from import_rows r where r.portal_id = ${portalId} and r.import_id = ${id} and r.number > 0 and r.person_id = m.user_id)`.execute(
    db,
  );
  return Number(numAffectedRows);
}

const Leaver = z.object({ number: z.int(), userId: z.int() });
/** The people whom the table does not name, some at a time: the next after a number, which is below zero. */
export const listLeavers = async (db: Db, { portalId, id }: Key, after: number, count: number) =>
  (
    await typed(Leaver)`select number, person_id as "userId" from import_rows
      where portal_id = ${portalId} and import_id = ${id} and number < ${after} and number < 0 and person_id is not null order by number desc limit ${count}`.execute(
      db,
    )
  ).rows;

/** Writes what was foreseen of rows that were decided before. */
export async function updateForeseen(db: Db, key: Key, rows: readonly (Foreseen & { readonly number: number })[]) {
  if (rows.length === 0) return;
  await byKey(db);
  await sql`update import_rows i set joins = r.joins, leaves = r.leaves
    from ${lying(key, sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(number integer, joins bigint[], leaves bigint[])`)}`.execute(
    db,
  );
}

const Ruled = z.object({ id: z.int(), name: z.string(), joins: z.int(), leaves: z.int() });
/** How many groups are told of, those with the most changes first. */
const mostGroups = 100;
/** The groups, of those that somebody reaches, that people join or leave by their rules once the rows are written, with how many. */
export const countForeseen = async (db: Db, { portalId, id }: Key, reached: PeopleScope) =>
  (
    await typed(Ruled)`
      select g.id, g.name, (count(*) filter (where r.joins))::int as joins, (count(*) filter (where not r.joins))::int as leaves
      from import_rows i
      cross join lateral (select unnest(i.joins) as id, true as joins union all select unnest(i.leaves), false) r
      join groups g on g.portal_id = ${portalId} and g.id = r.id and ${groupInReach(reached, sql`g.id`)}
      where i.portal_id = ${portalId} and i.import_id = ${id} and (i.joins <> '{}' or i.leaves <> '{}')
      group by g.id, g.name order by count(*) desc, lower(g.name), g.id limit ${mostGroups}::int`.execute(db)
  ).rows;

const Left = z.object({ userId: z.int() });
/** Deactivates active members of the scope; returns whom. */
export const deactivate = async (
  db: Db,
  portalId: number,
  userIds: readonly number[],
  reached: ReturnType<typeof sql>,
  changesAdmins: boolean,
) => {
  const { rows } = await typed(Left)`update memberships m set status = 'suspended'
      where m.portal_id = ${portalId} and m.user_id = any(${userIds}::bigint[]) and m.status = 'active' and (${changesAdmins} or not m.is_admin) and ${reached}
      returning m.user_id as "userId"`.execute(db);
  const left = rows.map(({ userId }) => userId);
  await revokeAllOf(db, left, portalId);
  return left;
};

/** A row that takes a seat once it is written: somebody comes back, or is new and active. */
const takesSeat = sql`(i.verdict = 'return' or (i.verdict = 'create' and not i.changes @> '[{"meaning": "status", "after": "suspended"}]'))`;
const Seats = z.object({ needed: z.int(), beyond: z.int() });
/** How many rows that are not written yet take a seat, and how many find none. */
export const countSeats = async (db: Db, { portalId, id }: Key) =>
  (
    await typed(Seats)`select (count(*) filter (where ${takesSeat} and i.outcome is null))::int as needed,
        (count(*) filter (where i.findings @> ${JSON.stringify([{ code: noSeatCode }])}::jsonb))::int as beyond
      from import_rows i where i.portal_id = ${portalId} and i.import_id = ${id}`.execute(db)
  ).rows[0];

const Promised = z.object({ rows: z.int() });
/** How many other rows of an import take a seat by its check; onlyBefore: of those before these. */
export const countPromised = async (
  db: Db,
  { portalId, id }: Key,
  numbers: readonly number[],
  { onlyBefore }: { readonly onlyBefore: boolean },
) =>
  oneRow(
    await typed(
      Promised,
    )`select count(*)::int as rows from import_rows i where i.portal_id = ${portalId} and i.import_id = ${id} and ${takesSeat}
      and ${onlyBefore ? sql`i.number < ${Math.min(...numbers)}` : sql`i.number <> all (${numbers}::int[])`}`.execute(db),
  ).rows;

const Active = z.object({ people: z.int() });
export const countActive = async (db: Db, portalId: number, reached: ReturnType<typeof sql>) =>
  (
    await typed(
      Active,
    )`select count(*)::int as people from memberships m where m.portal_id = ${portalId} and m.status = 'active' and ${reached}`.execute(db)
  ).rows[0]?.people ?? 0;

const Heading = z.object({ heading: z.string(), meaning: z.nullable(z.string()) });
export const listHeadings = async (db: Db, portalId: number, headings: readonly string[]) =>
  (
    await typed(
      Heading,
    )`select heading, meaning from import_headings where portal_id = ${portalId} and heading = any(${headings}::text[])`.execute(db)
  ).rows;

/** Remembers what headings meant. */
export async function keepHeadings(db: Db, portalId: number, headings: readonly { heading: string; meaning: string | null }[]) {
  if (headings.length === 0) return;
  await sql`insert into import_headings (portal_id, heading, meaning)
    select ${portalId}, r.heading, r.meaning from jsonb_to_recordset(${JSON.stringify(headings)}::jsonb) as r(heading text, meaning text)
    on conflict (portal_id, heading) do update set meaning = excluded.meaning`.execute(db);
}

/** The groups that people can be put into by hand. */
export const listJoinableGroups = async (db: Db, portalId: number, ids: readonly number[] | null) =>
  (
    await typed(NamedGroup)`select id, name from groups where portal_id = ${portalId} and status = 'active' and kind = 'manual'
        and (${ids}::bigint[] is null or id = any(${ids}::bigint[])) order by lower(name), id limit 500`.execute(db)
  ).rows;

/** Which of these people are members of another portal, or system admins; as stoa_system. */
export const listElsewhere = (db: Db, portalId: number, userIds: readonly number[]) =>
  userIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("memberships")
        .select("user_id")
        .distinct()
        .where("user_id", "in", [...userIds])
        .where("portal_id", "<>", portalId)
        .execute();
