import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { plannedEachTime } from "#platform/db/statement-names.ts";
import { typed } from "#platform/db/typed.ts";
import { tooManyRows, exportLimit, readCursor } from "./page.ts";

/**
 * The parts of the SQL of a list that may have hundreds of thousands of rows. Its page is read along an index in the order asked for, so no row beyond the page is
 * looked at or sorted, and counting is a statement of its own whose large answers are remembered for a while.
 */
export interface LargeListSql {
  /** What follows `from`: the tables and the condition of every row that matches. */
  readonly from: RawBuilder<unknown>;
  /** The columns of `from` that `items` needs. */
  readonly keys: RawBuilder<unknown>;
  /** A total order of `from`, which an index has. */
  readonly order: RawBuilder<unknown>;
  /** A select from `shown` (the keys of the page, with `nth`, their position) that gives `nth` and the columns of a row. */
  readonly items: RawBuilder<unknown>;
}

const Count = z.object({ count: z.int() });

/** From so many rows on, a count is remembered; fewer are counted every time. */
const manyRows = 20_000;
const rememberedMs = 30_000;
const mostRemembered = 500;
const counts = new Map<string, { readonly count: number; readonly until: number }>();

const keyOf = ({ sql: text, parameters }: CompiledQuery) => JSON.stringify([text, parameters]);

/** How many rows a list has. A large number may be half a minute old: it changes little by then, and counting costs as much as all pages together. */
export async function countRows(db: Db, { from }: Pick<LargeListSql, "from">): Promise<number> {
  const statement = typed(Count)`select ${plannedEachTime} count(*)::int as count from ${from}`;
  const key = keyOf(statement.compile());
  const known = counts.get(key);
  if (known && known.until > Date.now()) return known.count;
  counts.delete(key);
  const { count } = oneRow(await statement.execute(db));
  if (count >= manyRows) {
    const [oldest] = counts.size >= mostRemembered ? counts.keys() : [];
    if (oldest !== undefined) counts.delete(oldest);
    counts.set(key, { count, until: Date.now() + rememberedMs });
  }
  return count;
}

/** The common table expressions of a part of the list: `shown` and `items`. */
const partOf = ({ from, keys, order, items }: LargeListSql, part: RawBuilder<unknown>) => sql`
  shown as (select ${keys}, row_number() over (order by ${order}) as nth from ${from} order by ${order} ${part}),
  items as (${items})`;

/** Reads one page; one past the end gives the last one. row: the schema of a row in JSON, so timestamps are text. */
export async function readLargePage<Row extends z.core.$ZodType>(
  db: Db,
  row: Row,
  { page: asked, pageSize }: { readonly page: number; readonly pageSize: number },
  list: LargeListSql,
): Promise<{ rows: z.output<Row>[]; page: number; pageSize: number; total: number }> {
  const total = await countRows(db, list);
  const page = Math.min(asked, Math.max(1, Math.ceil(total / pageSize)));
  if (total === 0) return { rows: [], page, pageSize, total };
  const schema = () => z.object({ rows: z.array(row) });
  const { rows } = oneRow(
    await typed(schema)`
      with ${plannedEachTime} ${partOf(list, sql`limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`)}
      select coalesce(json_agg(items order by nth), '[]') as rows from items`.execute(db),
  );
  return { rows: rows as z.output<Row>[], page, pageSize, total };
}

/** Every row in batches, through a cursor. Throws 409 when there are too many. */
export async function* readAllLarge<Row extends z.core.$ZodType>(db: Db, row: Row, list: LargeListSql): AsyncGenerator<z.output<Row>[]> {
  const count = await countRows(db, list);
  if (count > exportLimit) throw tooManyRows(count);
  yield* readCursor(db, row, sql`with ${partOf(list, sql``)} select to_json(items) as row from items order by nth`);
}
