import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict } from "#platform/errors.ts";

/** One page in the form of the endpoint's reply (listPage). */
interface Page<Row> {
  rows: Row[];
  page: number;
  pageSize: number;
  total: number;
  all?: number;
}

/** The parts of a list's SQL. */
export interface ListSql {
  /** Common table expressions. One is `hits`: a row for everything that matches search and filters, with its keys and what the order needs. */
  readonly with: RawBuilder<unknown>;
  /** A total order of `hits` (orderBy): no two rows are equal in it. */
  readonly order: RawBuilder<unknown>;
  /** A select from `shown` (the `hits` of the page, with `nth`, their position) that gives `nth` and the columns of a row. */
  readonly items: RawBuilder<unknown>;
  /** An expression that counts the rows without search and filters; left out where that costs too much. */
  readonly all?: RawBuilder<unknown>;
}

/** What a screen shows with a list: the schema and the expression of each. */
interface More<Shape extends z.core.$ZodLooseShape> {
  readonly shape: Shape;
  readonly sql: { readonly [Name in keyof Shape]: RawBuilder<unknown> };
}
type Sizes = { readonly page: number; readonly pageSize: number };

/** The statement of readPage. */
export function pageStatement<Row extends z.core.$ZodType, Shape extends z.core.$ZodLooseShape = Record<never, never>>(
  row: Row,
  { page, pageSize }: Sizes,
  list: ListSql,
  more?: More<Shape>,
) {
  const extra = Object.entries<RawBuilder<unknown>>(more?.sql ?? {}).map(([name, expression]) => sql`, ${expression} as ${sql.ref(name)}`);
  const schema = () => z.object({ rows: z.array(row), page: z.int(), total: z.int(), all: z.nullable(z.int()), ...more?.shape });
  return typed(schema)`
    with recursive ${list.with},
    place as (
      select count(*)::int as total, least(${page}::int, greatest(1, ceil(count(*) / ${pageSize}::numeric)::int)) as page from hits
    ),
    shown as (
      select hits.*, row_number() over (order by ${list.order}) as nth from hits
      order by nth limit ${pageSize}::int offset ((select page from place) - 1) * ${pageSize}::int
    ),
    items as (${list.items})
    select page, total, ${list.all ?? sql`null`}::int as all,
      (select coalesce(json_agg(items order by nth), '[]') from items) as rows ${sql.join(extra, sql``)}
    from place`;
}

/**
 * Reads one page of a list in one statement, counts included. A page past the end gives the last one. row: the schema of a row in JSON, so
 * timestamps are text. more: what else the screen shows; one expression each, which may use the common table expressions.
 */
export async function readPage<Row extends z.core.$ZodType, Shape extends z.core.$ZodLooseShape = Record<never, never>>(
  db: Db,
  row: Row,
  sizes: Sizes,
  list: ListSql,
  more?: More<Shape>,
): Promise<Page<z.output<Row>> & { [Name in keyof Shape]: z.output<Shape[Name]> }> {
  const { all, ...found } = oneRow(await pageStatement(row, sizes, list, more).execute(db));
  return { ...found, pageSize: sizes.pageSize, ...(all !== null && { all }) } as never;
}

/** An order by the name of a list's sort: its expression, descending for a leading minus, nulls last. last: breaks ties. */
export function orderBy(
  sort: string,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = columns[sort.replace(/^-/, "")];
  if (!column) throw new Error(`The list has no order named ${sort}.`);
  return sql`${column} ${sort.startsWith("-") ? sql`desc` : sql`asc`} nulls last, ${last}`;
}

/** The largest number of rows in an export. */
export const exportLimit = 100_000;
/** The refusal of an export that is too large. */
export const tooManyRows = (count: number) =>
  conflict("too_many_rows", "These are {count} rows, and an export has {limit} at most. Narrow the search or the filters.", {
    count,
    limit: exportLimit,
  });
const batchSize = 500;
const Count = z.object({ count: z.int() });

/** Every row that matches search and filters, in batches: the page's statement, read through a cursor. Throws 409 when there are too many. */
export async function* readAll<Row extends z.core.$ZodType>(db: Db, row: Row, list: ListSql): AsyncGenerator<z.output<Row>[]> {
  const { count } = oneRow(await typed(Count)`with recursive ${list.with} select count(*)::int as count from hits`.execute(db));
  if (count > exportLimit) throw tooManyRows(count);
  yield* readCursor(
    db,
    row,
    sql`with recursive ${list.with},
    shown as (select hits.*, row_number() over (order by ${list.order}) as nth from hits),
    items as (${list.items})
    select to_json(items) as row from items order by nth`,
  );
}

/** The rows of a select with one column, `row`, in batches. */
export async function* readCursor<Row extends z.core.$ZodType>(
  db: Db,
  row: Row,
  select: RawBuilder<unknown>,
): AsyncGenerator<z.output<Row>[]> {
  await sql`declare list_export no scroll cursor for ${select}`.execute(db);
  const schema = () => z.object({ row: row as z.core.$ZodType });
  for (;;) {
    const { rows } = await typed(schema)`fetch forward ${sql.raw(String(batchSize))} from list_export`.execute(db);
    if (rows.length > 0) yield rows.map((one) => one.row as z.output<Row>);
    if (rows.length < batchSize) break;
  }
  await sql`close list_export`.execute(db);
}
