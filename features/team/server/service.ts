import { sql, type RawBuilder } from "kysely";
import type * as z from "zod/mini";
import type { BulkContext } from "#features/bulk/server/service.ts";
import { dueOf } from "#features/enrolment/server/service.ts";
import { foundBy, pageFoundBy } from "#features/people/server/service.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { instantOrNull } from "#platform/instant.ts";
import { readAllLarge, type LargeListSql } from "#platform/list/server/large-page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import * as api from "../contract.ts";
import * as queries from "./queries.ts";

type Asking = Pick<Context, "db" | "actor">;
type Query = Parsed<typeof api.listTeam>["query"];
type Row = z.infer<typeof queries.TeamRow>;

const listFor = async ({ db, actor }: Asking, query: Pick<Query, "state" | "sort">) =>
  queries.teamOf(db, await scopeOf(db, actor), actor.portalId, query);
const find = async (asking: Asking, query: Query) => foundBy(asking.db, asking.actor, query.q, await listFor(asking, query));

/** People of the list with how they stand. */
async function withStandings({ db, actor }: Asking, rows: readonly Row[]): Promise<api.TeamMember[]> {
  const ids = rows.map(({ id }) => id);
  const standings = ids.length > 0 ? await queries.standingsOf(db, actor.portalId, ids) : null;
  return rows.flatMap((row) => {
    const found = standings?.get(row.id);
    if (!found) return [];
    const { nextCourse, nextDueAt, nudgedAt, ...counts } = found;
    const next = nextCourse === null ? null : { course: nextCourse, due: dueOf(nextDueAt, false) };
    return [{ ...row, ...counts, next, nudgedAt: instantOrNull(nudgedAt) }];
  });
}

/** A page of the people whom the person asking looks after. */
export async function showTeam(asking: Asking, query: Query): Promise<Result<typeof api.listTeam>> {
  const sizes = { row: queries.TeamRow, q: query.q, page: query.page, pageSize: api.teamList.pageSize };
  const page = await pageFoundBy(asking.db, asking.actor, sizes, await listFor(asking, query));
  return { ...page, rows: await withStandings(asking, page.rows) };
}

/** All of them for the export, in batches. */
export async function* allTeam(asking: Asking, query: Query): AsyncGenerator<api.TeamMember[]> {
  const { list } = await find(asking, query);
  for await (const rows of readAllLarge(asking.db, queries.TeamRow, list)) yield await withStandings(asking, rows);
}

export const teamColumns = (say: Say): readonly CsvColumn<api.TeamMember>[] => [
  [say("Name"), (row) => row.name],
  [say("Email"), (row) => row.email],
  [say("Open courses"), (row) => row.open],
  [say("Overdue"), (row) => row.overdue],
  [say("Due soon"), (row) => row.soon],
  [say("Not started"), (row) => row.notStarted],
  [say("Waiting for a sign-off"), (row) => row.waiting],
  [say("Due first"), (row) => row.next?.course ?? null],
  [say("Due (UTC)"), (row) => row.next?.due?.at ?? null],
  [say("Reminded (UTC)"), (row) => row.nudgedAt],
];

/** The list of a query of its address, for counting and choosing. Throws 400 for a query that the list would refuse. */
export async function teamListOf({ db, actor }: Asking, query: Readonly<Record<string, string>>): Promise<LargeListSql> {
  return (await find({ db, actor }, readQuery(api.listTeam.query, query))).list;
}

/** All who match a query of the list, as a select of `user_id` for a bulk action. */
export const teamSelection = async (
  { db, actor }: Pick<BulkContext, "db" | "actor">,
  query: Readonly<Record<string, string>>,
): Promise<RawBuilder<unknown>> => sql`select m.user_id from ${(await teamListOf({ db, actor }, query)).from}`;
