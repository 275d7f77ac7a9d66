import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { BulkContext } from "#features/bulk/server/service.ts";
import { readCondition } from "#features/conditions/condition.ts";
import { requireVisible, seesCondition } from "#features/conditions/server/service.ts";
import { fieldsStatement, readFields, visibleFields } from "#features/fields/server/service.ts";
import { placeOf, scopeOf, scopeStatement, type PeopleScope } from "#features/roles/server/service.ts";
import { showViews, viewsStatement, type ViewedLists } from "#features/views/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Actor, Asker } from "#platform/actor.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { countRows, readAllLarge, readFirstRows, readLargePage, type LargeListSql } from "#platform/list/server/large-page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context, PlacedPortal } from "#platform/serve.ts";
import { peopleList, PersonRow } from "../contract.ts";
import * as api from "../contract.ts";
import { peopleOf } from "./queries.ts";
import { cellsOf, exportColumns, fieldsIn, showColumns } from "./column-service.ts";
import { importableFields, importCell, importColumns, inImportShape, ImportShapeRow } from "./import-shape.ts";
import { nobody, searchExactly, searchNear, type Search } from "./search-sql.ts";

export { usersIn, type Search } from "./search-sql.ts";

const crowd = 2_000;
/** Whether a portal has so many people that a count which looks at everybody is remembered for a while, however small it is. At 2,000 the dashboards of staff would read all that they learn, with each view. */
export const isCrowded = async (db: Db, portalId: number): Promise<boolean> =>
  (await countRows(db, { from: sql`memberships m where m.portal_id = ${portalId}`, remembersFrom: 0 })) >= crowd;

type Asking = Pick<Context, "db" | "actor"> & { readonly portal: PlacedPortal };
type PeopleQuery = Parsed<typeof api.listPeople>["query"];

/**
 * Whom somebody finds: the list in SQL, and whether it holds people near what was typed because nobody has exactly that. Everything that lists, counts or exports
 * people of a search asks here.
 */
async function find(asking: Asking, query: PeopleQuery): Promise<{ list: LargeListSql; isNear: boolean }> {
  return foundBy(asking.db, asking.actor, query.q, await searchable(asking, query));
}

/** The list of a query for what a search makes of the typed words. */
async function searchable({ db, actor, portal }: Asking, asked: PeopleQuery, scope?: PeopleScope) {
  const within = scope ?? (await scopeOf(db, actor));
  const condition = asked.condition === null ? undefined : readCondition(asked.condition);
  if (condition) await requireVisible(db, actor, condition);
  const place = await placeOf(db, portal, [condition]);
  return (search: Search) => peopleOf(within, place, search, asked);
}

/** The fields with telephone numbers that somebody sees and that are not sensitive; asked for only where a number may have been typed. */
async function phonesOf(db: Db, actor: Actor, q: string): Promise<number[]> {
  if (!/\d.*\d.*\d.*\d/.test(q)) return [];
  const fields = visibleFields(await readFields(db, actor.portalId), actor);
  return fields.filter(({ kind, isSensitive }) => kind === "phone" && !isSensitive).map(({ id }) => id);
}

/**
 * A list of people by what was typed: those who have it, or where nobody has, those who are a mistake away from it. listOf: the list for a search about the user
 * `u`, within the scope of whoever asks.
 */
export async function foundBy(
  db: Db,
  actor: Actor,
  q: string,
  listOf: (search: Search) => LargeListSql,
): Promise<{ list: LargeListSql; isNear: boolean }> {
  const exact = await exactly(db, actor, q);
  const list = listOf(exact);
  if (exact.sql === null || (exact !== nobody && (await countRows(db, list)) > 0)) return { list, isNear: false };
  const near = await searchNear(db, actor.portalId, q);
  return near ? { list: listOf(near), isNear: true } : { list, isNear: false };
}

const exactly = async (db: Db, actor: Actor, q: string) => searchExactly(db, actor.portalId, q, await phonesOf(db, actor, q));

/** A page of such a list: its count and its rows are mostly one statement. */
export async function pageFoundBy<Row extends z.core.$ZodType>(
  db: Db,
  actor: Actor,
  { row, q, ...sizes }: { readonly row: Row; readonly q: string; readonly page: number; readonly pageSize: number },
  listOf: (search: Search) => LargeListSql,
): Promise<Awaited<ReturnType<typeof readLargePage<Row>>> & { isNear: boolean }> {
  const exact = await exactly(db, actor, q);
  const found =
    exact === nobody ? { rows: [], page: 1, pageSize: sizes.pageSize, total: 0 } : await readLargePage(db, row, sizes, listOf(exact));
  const near = exact.sql === null || found.total > 0 ? null : await searchNear(db, actor.portalId, q);
  if (!near) return { ...found, isNear: false };
  const about = await readLargePage(db, row, sizes, listOf(near));
  return { ...about, isNear: about.total > 0 };
}

/** The statements that showing Find Users begins with. */
export const peopleAhead = (asker: Asker, { with: more }: PeopleQuery): CompiledQuery[] => [
  scopeStatement({ ...asker, doing: "see-people" }).compile(),
  ...(more ? [viewsStatement(asker, "people").compile(), fieldsStatement(asker.portalId).compile()] : []),
];

/** A page of the people whom the person asking manages, and what else its screen shows if it is asked for. */
export async function showPeople(lists: ViewedLists, asking: Context, query: PeopleQuery): Promise<Result<typeof api.listPeople>> {
  const scope = await scopeOf(asking.db, asking.actor);
  const list = await searchable(asking, query, scope);
  const sizes = { row: PersonRow, q: query.q, page: query.page, pageSize: peopleList.pageSize };
  const found = await pageFoundBy(asking.db, asking.actor, sizes, list);
  const cells = await cellsOf(asking, idsOf(found.rows), await fieldsIn(asking, query.columns));
  const screen = query.with && { ...(await showColumns(asking)), views: await showViews(lists, asking, "people", scope.parts === null) };
  return {
    ...found,
    ...(screen && { screen }),
    rows: withCells(found.rows, cells).map((row) => ({
      ...row,
      joinedAt: instant(row.joinedAt),
      lastSignInAt: instantOrNull(row.lastSignInAt),
    })),
  };
}

const everybody = { role: null, status: null, condition: null, columns: [], shape: null, ids: [], sort: "name" } as const;

/**
 * The first people by name whom somebody finds with what they typed, or, where they want that, with what is near it; they are not counted. actor: as a call of
 * see-people sees them.
 */
export async function firstPeople(
  { db, actor, portal }: Asking,
  q: string,
  { most, near: isNearWanted }: { readonly most: number; readonly near: boolean },
): Promise<PersonRow[]> {
  const [scope, place] = [await scopeOf(db, actor), await placeOf(db, portal, [])];
  const read = (search: Search) => readFirstRows(db, PersonRow, most, peopleOf(scope, place, search, everybody));
  const exact = await exactly(db, actor, q);
  const found = exact === nobody ? [] : await read(exact);
  const near = found.length > 0 || !isNearWanted ? null : await searchNear(db, actor.portalId, q);
  return near ? read(near) : found;
}

/** A row of either export: as the list shows it, or in the shape of an import. */
type Exported = PersonRow | ImportShapeRow;

/** All rows of the same list for the export, in batches. */
export async function* allPeople(asking: Asking, query: PeopleQuery): AsyncGenerator<Exported[]> {
  const { list } = await find(asking, query);
  if (query.shape === "import") {
    const fields = (await importableFields(asking)).filter(({ isSensitive }) => !isSensitive);
    const shaped = inImportShape(list, asking.actor, await scopeOf(asking.db, asking.actor));
    for await (const rows of readAllLarge(asking.db, ImportShapeRow, shaped))
      yield withCells(rows, await cellsOf(asking, idsOf(rows), fields, importCell));
    return;
  }
  const fields = await fieldsIn(asking, query.columns);
  for await (const rows of readAllLarge(asking.db, PersonRow, list)) yield withCells(rows, await cellsOf(asking, idsOf(rows), fields));
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
const withCells = <Row extends { readonly id: number }>(rows: readonly Row[], cells: ReadonlyMap<number, Record<string, string>>) =>
  rows.map((row) => ({ ...row, cells: cells.get(row.id) ?? {} }));

/** The columns of the export: what the list shows, or all that an import takes (IMP-4). */
export const exportedColumns = async (say: Say, { columns, shape }: PeopleQuery, asking: Asking) =>
  (shape === "import" ? await importColumns(say, asking) : await exportColumns(say, columns, asking)) as readonly CsvColumn<Exported>[];

/** The list of a query of its address, for counting and choosing. Throws 400 for a query that the list would refuse. */
export async function peopleListOf(
  { db, actor }: Pick<Context, "db" | "actor">,
  query: Readonly<Record<string, string>>,
): Promise<LargeListSql> {
  const asked = readQuery(api.listPeople.query, query);
  const portal = await db
    .selectFrom("portals")
    .select(["id", "locale", "time_zone as timeZone"])
    .where("id", "=", actor.portalId)
    .executeTakeFirstOrThrow();
  return (await find({ db, actor, portal }, asked)).list;
}

/** All who match a query of the list, as a select of `user_id` for a bulk action. */
export const peopleSelection = async (
  { db, actor }: Pick<BulkContext, "db" | "actor">,
  query: Readonly<Record<string, string>>,
): Promise<RawBuilder<unknown>> => sql`select m.user_id from ${(await peopleListOf({ db, actor }, query)).from}`;

/** Whether somebody may see what a query of the list is about: no condition about a field that is hidden from them. */
export async function mayReadPeople(db: Db, actor: Actor, query: Readonly<Record<string, string>>): Promise<boolean> {
  const condition = query["condition"] ? readCondition(query["condition"]) : undefined;
  return condition === undefined || seesCondition(db, actor, condition);
}
