import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { plannedEachTime } from "#platform/db/statement-names.ts";
import { typed } from "#platform/db/typed.ts";
import { tooManyRows, exportLimit, readCursor, type ListSql } from "./page.ts";

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
  /**
   * The columns of `keys` with their types, each as a name of its own. Set where `items` is so much that planning it costs more than reading it: it is then a
   * statement of its own, which is planned once and gets the keys of the page.
   */
  readonly keyTypes?: RawBuilder<unknown>;
  /** What is counted in place of `from`: the same rows, in a form that is better for reading all of them than for a page. */
  readonly counts?: RawBuilder<unknown>;
  /** One plan is good for all its values, because it begins with few rows that are known: making it anew would cost more than reading them. */
  readonly isPlannedOnce?: boolean;
  /** From so many rows on, a count is remembered; manyRows where it is left out. */
  readonly remembersFrom?: number;
  /**
   * Rows that come behind all of `from`, of the same keys, in an order that an index has: those that have nothing of what the list is ordered by, which no index has
   * beside the others. Not together with keyTypes.
   */
  readonly behind?: Pick<LargeListSql, "from" | "counts" | "order">;
}

const Count = z.object({ count: z.int() });

/** From so many rows on, a count is remembered, where a list says nothing else; fewer are counted every time. */
const manyRows = 20_000;
const rememberedMs = 30_000;
const mostRemembered = 500;
const counts = new Map<string, { readonly count: number; readonly until: number }>();
/** Large numbers that somebody counts anew just now; none where that failed. */
const underWay = new Map<string, Promise<number | undefined>>();

type Counted = Pick<LargeListSql, "from" | "counts" | "remembersFrom" | "isPlannedOnce">;
type InTwo = Counted & Pick<LargeListSql, "behind">;
/** A list whose rows stand in two parts, as the two that are counted. */
const partsOf = ({ behind, ...first }: InTwo): Counted[] => (behind ? [first, { counts: behind.from, ...first, ...behind }] : [first]);
const planOf = ({ isPlannedOnce = false }: Pick<LargeListSql, "isPlannedOnce">) => (isPlannedOnce ? sql`` : plannedEachTime);
const countOf = ({ from, counts: all = from, ...list }: Counted) => typed(Count)`select ${planOf(list)} count(*)::int as count from ${all}`;
const keyOf = ({ sql: text, parameters }: CompiledQuery) => JSON.stringify([text, parameters]);

/** A large number that was counted half a minute ago at most, or the promise of whoever counts it anew; undefined at once for whoever is to begin counting. */
function rememberedCount(key: string): number | Promise<number | undefined> | undefined {
  const known = counts.get(key);
  return known && known.until > Date.now() ? known.count : underWay.get(key);
}

/** Counts lists with `work`. Whoever asks meanwhile for one that is known to be large waits, in place of counting all its rows as well. */
async function counting<T>(
  lists: readonly { list: Counted; key: string }[],
  work: () => Promise<T>,
  countsOf: (result: T) => readonly number[],
) {
  const result = work();
  const large = lists.flatMap(({ key }, nth) =>
    counts.has(key)
      ? [
          {
            key,
            count: result.then(
              (done) => countsOf(done)[nth],
              () => undefined,
            ),
          },
        ]
      : [],
  );
  for (const { key, count } of large) underWay.set(key, count);
  try {
    const done = await result;
    for (const [nth, { list, key }] of lists.entries()) remember(list, key, countsOf(done)[nth] ?? 0);
    return done;
  } finally {
    for (const { key, count } of large) if (underWay.get(key) === count) underWay.delete(key);
  }
}

function remember({ remembersFrom = manyRows }: Counted, key: string, count: number) {
  counts.delete(key);
  if (count < remembersFrom) return;
  const [oldest] = counts.size >= mostRemembered ? counts.keys() : [];
  if (oldest !== undefined) counts.delete(oldest);
  counts.set(key, { count, until: Date.now() + rememberedMs });
}

/** How many rows a list has. A large number may be half a minute old: it changes little by then, and counting costs as much as all pages together. */
export async function countRows(db: Db, list: InTwo): Promise<number> {
  if (list.behind) return (await countLists(db, partsOf(list))).reduce((sum, count) => sum + count, 0);
  const statement = countOf(list);
  const key = keyOf(statement.compile());
  const now = rememberedCount(key);
  const known = now instanceof Promise ? await now : now;
  if (known !== undefined) return known;
  const count = async () => oneRow(await statement.execute(db)).count;
  return counting([{ list, key }], count, (counted) => [counted]);
}

/** A list whose rows can be counted without reading one: a large one, whose count may be remembered, or another. */
export type Countable = Counted | Pick<ListSql, "with">;

/** How many rows each of these lists has, in one statement. */
export async function countLists(db: Db, lists: readonly Countable[]): Promise<number[]> {
  const asked = lists.map((list) => {
    const key = "from" in list ? keyOf(countOf(list).compile()) : null;
    return { list, key, known: key === null ? undefined : rememberedCount(key) };
  });
  const open = asked.filter(({ known }) => known === undefined);
  const keyed = open.flatMap(({ list, key }, nth) => ("from" in list && key !== null ? [{ list, key, nth }] : []));
  const counted =
    open.length > 0
      ? await counting(
          keyed,
          () =>
            countOpen(
              db,
              open.map(({ list }) => list),
            ),
          (all) => keyed.map(({ nth }) => all[nth] ?? 0),
        )
      : [];
  let nth = 0;
  const found: number[] = [];
  // What others count is waited for after the own counting: two who wait for each other would both wait for ever.
  for (const { list, known } of asked)
    found.push(known === undefined ? (counted[nth++] ?? 0) : ((await known) ?? (await countOpen(db, [list]))[0] ?? 0));
  return found;
}

const Counts = z.object({ counts: z.array(z.int()) });
const countOpen = async (db: Db, lists: readonly Countable[]): Promise<number[]> =>
  oneRow(
    await typed(Counts)`select ${plannedEachTime} json_build_array(${sql.join(
      lists.map((list) =>
        "from" in list
          ? sql`(select count(*) from ${list.counts ?? list.from})`
          : sql`(with recursive ${list.with} select count(*) from hits)`,
      ),
    )}) as counts`.execute(db),
  ).counts;

const shownOf = ({ from, keys, order }: LargeListSql, part: RawBuilder<unknown>, more: RawBuilder<unknown> = sql``) =>
  sql`shown as (select ${keys}, row_number() over (order by ${order}) as nth ${more} from ${from} order by ${order} ${part})`;

/** The common table expressions of a part of the list: `shown` and `items`. */
const partOf = (list: LargeListSql, part: RawBuilder<unknown>) => sql`${shownOf(list, part)}, items as (${list.items})`;

const Keys = z.object({ total: z.int(), shown: z.string() });

/** The rows of a page whose keys were read by themselves. */
async function rowsOfKeys<Row extends z.core.$ZodType>(
  db: Db,
  row: Row,
  { items, keyTypes }: Required<Pick<LargeListSql, "items" | "keyTypes">>,
  shown: string,
) {
  const schema = () => z.object({ rows: z.array(row) });
  return oneRow(
    await typed(schema)`with shown as (select * from json_to_recordset(${shown}::json) as e(${keyTypes}, nth bigint)), items as (${items})
      select coalesce(json_agg(items order by nth), '[]') as rows from items`.execute(db),
  ).rows;
}

/** `shown` of a list with rows behind others; part: what is read of either. */
const inTwo = (
  { keys, from, order }: LargeListSql,
  behind: NonNullable<LargeListSql["behind"]>,
  { first, rest }: { readonly first: RawBuilder<unknown>; readonly rest: RawBuilder<unknown> },
) => sql`first as (select ${keys}, row_number() over (order by ${order}) as nth from ${from} order by ${order} ${first}),
  shown as (select * from first union all
    (select ${keys}, (select count(*) from first) + row_number() over (order by ${behind.order}) from ${behind.from} order by ${behind.order} ${rest}))`;

/** Reads one page of a list with rows behind others: both are counted, which says how many of the page are of which. */
async function readPageInTwo<Row extends z.core.$ZodType>(
  db: Db,
  row: Row,
  { page: asked, pageSize }: { readonly page: number; readonly pageSize: number },
  list: LargeListSql,
  behind: NonNullable<LargeListSql["behind"]>,
) {
  const [first = 0, rest = 0] = await countLists(db, partsOf(list));
  const total = first + rest;
  const page = Math.min(asked, Math.max(1, Math.ceil(total / pageSize)));
  const offset = (page - 1) * pageSize;
  const ofFirst = Math.max(0, Math.min(pageSize, first - offset));
  const schema = () => z.object({ rows: z.array(row) });
  const { rows } = oneRow(
    await typed(schema)`
      with ${plannedEachTime} ${inTwo(list, behind, {
        first: sql`limit ${ofFirst}::int offset ${offset}::int`,
        rest: sql`limit ${pageSize - ofFirst}::int offset ${Math.max(0, offset - first)}::int`,
      })}, items as (${list.items})
      select coalesce(json_agg(items order by nth), '[]') as rows from items`.execute(db),
  );
  return { rows: rows as z.output<Row>[], page, pageSize, total };
}

/** Reads one page; one past the end gives the last one. The first page comes with its count, in one statement, or two where the list has keyTypes. row: the schema of a row in JSON, so timestamps are text. */
export async function readLargePage<Row extends z.core.$ZodType>(
  db: Db,
  row: Row,
  { page: asked, pageSize }: { readonly page: number; readonly pageSize: number },
  list: LargeListSql,
): Promise<{ rows: z.output<Row>[]; page: number; pageSize: number; total: number }> {
  if (list.behind) return readPageInTwo(db, row, { page: asked, pageSize }, list, list.behind);
  const key = keyOf(countOf(list).compile());
  const now = asked > 1 ? countRows(db, list) : rememberedCount(key);
  const known = now instanceof Promise ? await now : now;
  const page = known === undefined ? 1 : Math.min(asked, Math.max(1, Math.ceil(known / pageSize)));
  if (known === 0) return { rows: [], page, pageSize, total: 0 };
  const part = sql`limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`;
  // Few who are known are all read for the page: they are counted on the way.
  if (known === undefined && list.isPlannedOnce && !list.keyTypes && !list.counts)
    return { page, pageSize, ...(await readCounted(db, row, list, part)) };
  const count = known === undefined ? sql`(select count(*)::int from ${list.counts ?? list.from})` : sql`${known}::int`;
  const read = () => readPart(db, row, list, part, count);
  const { rows, total } = known === undefined ? await counting([{ list, key }], read, (found) => [found.total]) : await read();
  return { rows: rows as z.output<Row>[], page, pageSize, total };
}

/** The rows of the first page of a list that is read as a whole for it, with its count. */
async function readCounted<Row extends z.core.$ZodType>(db: Db, row: Row, list: LargeListSql, part: RawBuilder<unknown>) {
  const schema = () => z.object({ total: z.int(), rows: z.array(row) });
  const { rows, total } = oneRow(
    await typed(schema)`with ${shownOf(list, part, sql`, count(*) over () as of_all`)}, items as (${list.items})
      select coalesce((select max(of_all) from shown), 0)::int as total, coalesce(json_agg(items order by nth), '[]') as rows from items`.execute(
      db,
    ),
  );
  return { rows: rows as z.output<Row>[], total };
}

/** The rows of a part of a list, with its count. */
async function readPart<Row extends z.core.$ZodType>(
  db: Db,
  row: Row,
  list: LargeListSql,
  part: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
) {
  const { items, keyTypes } = list;
  if (keyTypes) {
    const { shown, total } = oneRow(
      await typed(Keys)`with ${planOf(list)} ${shownOf(list, part)}
        select ${count} as total, coalesce(json_agg(shown), '[]')::text as shown from shown`.execute(db),
    );
    return { rows: await rowsOfKeys(db, row, { items, keyTypes }, shown), total };
  }
  const schema = () => z.object({ total: z.int(), rows: z.array(row) });
  return oneRow(
    await typed(schema)`
      with ${planOf(list)} ${partOf(list, part)}
      select ${count} as total, coalesce(json_agg(items order by nth), '[]') as rows from items`.execute(db),
  );
}

/** The first rows of a list, without counting it. row: as in readLargePage. */
export async function readFirstRows<Row extends z.core.$ZodType>(
  db: Db,
  row: Row,
  most: number,
  list: LargeListSql,
): Promise<z.output<Row>[]> {
  const schema = () => z.object({ rows: z.array(row) });
  const { rows } = oneRow(
    await typed(schema)`with ${planOf(list)} ${partOf(list, sql`limit ${most}::int`)}
      select coalesce(json_agg(items order by nth), '[]') as rows from items`.execute(db),
  );
  return rows as z.output<Row>[];
}

/** Every row in batches, through a cursor. Throws 409 when there are too many. */
export async function* readAllLarge<Row extends z.core.$ZodType>(db: Db, row: Row, list: LargeListSql): AsyncGenerator<z.output<Row>[]> {
  const count = await countRows(db, list);
  if (count > exportLimit) throw tooManyRows(count);
  const parts = list.behind
    ? sql`${inTwo(list, list.behind, { first: sql``, rest: sql`` })}, items as (${list.items})`
    : partOf(list, sql``);
  yield* readCursor(db, row, sql`with ${parts} select to_json(items) as row from items order by nth`);
}
