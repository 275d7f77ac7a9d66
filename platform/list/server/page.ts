import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict } from "#platform/errors.ts";

/** One page as the endpoint answers it (listPage). */
interface Page<Row> {
  rows: Row[];
  page: number;
  pageSize: number;
  total: number;
  all?: number;
}

/** The SQL of a list, by parts. */
export interface ListSql {
  /** Common table expressions. One is `hits`: what search and filters select, with keys and what the order needs, a row each. */
  readonly with: RawBuilder<unknown>;
  /** An order of `hits` that leaves nothing to chance (orderBy). */
  readonly order: RawBuilder<unknown>;
  /** A select from `shown` (`hits` of the page, with `nth`, their place) that gives `nth` and the columns of a row. */
  readonly items: RawBuilder<unknown>;
  /** How many rows there are without search and filters, as an expression; left out where that costs too much. */
  readonly all?: RawBuilder<unknown>;
}

/**
 * One page of a list in one statement, counts included. A page past the end is the last one. row describes a row as JSON has it: an instant
 * is text. more: what else the screen shows, an expression over the common table expressions each.
 */
export async function readPage<Row extends z.core.$ZodType, More extends z.core.$ZodLooseShape = Record<never, never>>(
  db: Db,
  row: Row,
  { page, pageSize }: { page: number; pageSize: number },
  list: ListSql,
  more?: { readonly shape: More; readonly sql: { readonly [Name in keyof More]: RawBuilder<unknown> } },
): Promise<Page<z.output<Row>> & { [Name in keyof More]: z.output<More[Name]> }> {
  const extra = Object.entries<RawBuilder<unknown>>(more?.sql ?? {}).map(([name, expression]) => sql`, ${expression} as ${sql.ref(name)}`);
  const schema = () => z.object({ rows: z.array(row), page: z.int(), total: z.int(), all: z.nullable(z.int()), ...more?.shape });
  const { all, ...found } = oneRow(
    await typed(schema)`
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
    from place`.execute(db),
  );
  return { ...found, pageSize, ...(all !== null && { all }) } as never;
}

/** An order by the name of a list's sort: its expression, a minus for descending, what has no value last. last: decides between equals. */
export function orderBy(
  sort: string,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
  last: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = columns[sort.replace(/^-/, "")];
  if (!column) throw new Error(`The list has no order named ${sort}.`);
  return sql`${column} ${sort.startsWith("-") ? sql`desc` : sql`asc`} nulls last, ${last}`;
}

/** Rows of an export at most. */
const exportLimit = 100_000;
const batchSize = 500;
const Count = z.object({ count: z.int() });

/** Every row that search and filters select, in batches: the same statement as the page's, read through a cursor. 409 when there are too many. */
export async function* readAll<Row extends z.core.$ZodType>(db: Db, row: Row, list: ListSql): AsyncGenerator<z.output<Row>[]> {
  const { count } = oneRow(await typed(Count)`with recursive ${list.with} select count(*)::int as count from hits`.execute(db));
  if (count > exportLimit)
    throw conflict("too_many_rows", "These are {count} rows, and an export has {limit} at most. Narrow the search or the filters.", {
      count,
      limit: exportLimit,
    });
  await sql`declare list_export no scroll cursor for
    with recursive ${list.with},
    shown as (select hits.*, row_number() over (order by ${list.order}) as nth from hits),
    items as (${list.items})
    select to_json(items) as row from items order by nth`.execute(db);
  const schema = () => z.object({ row: row as z.core.$ZodType });
  for (;;) {
    const { rows } = await typed(schema)`fetch forward ${sql.raw(String(batchSize))} from list_export`.execute(db);
    if (rows.length > 0) yield rows.map((one) => one.row as z.output<Row>);
    if (rows.length < batchSize) break;
  }
  await sql`close list_export`.execute(db);
}
