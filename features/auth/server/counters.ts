import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";

// Counters in PostgreSQL (table rate_limits), shared by all server processes. Each statement counts atomically, so that simultaneous guesses
// are counted one by one. Times are from the database's clock, in milliseconds since 1970.

const clock = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

const Counted = z.object({ key: z.string(), points: z.int(), msLeft: z.int() });
const OfPerson = z.object({ points: z.int(), isKnown: z.boolean() });

/** Adds one to each counter; a counter starts again `seconds` after its first count. Returns the counts. */
export async function countEach(db: Db, keys: readonly string[], seconds: number) {
  const { rows } = await typed(Counted)`
    insert into rate_limits as r (key, points, expire)
    select key, 1, ${clock} + ${seconds * 1000}::bigint from unnest(${keys.toSorted()}::text[]) as k(key)
    on conflict (key) do update set
      points = case when r.expire <= ${clock} then 1 else r.points + 1 end,
      expire = case when r.expire <= ${clock} then excluded.expire else r.expire end
    returning key, points, (expire - ${clock})::integer as "msLeft"`.execute(db);
  return rows;
}

/** Adds one to a counter that starts again `seconds` after its last count. Returns the count, and whether `knownKey` is remembered. */
export async function countPerson(db: Db, key: string, knownKey: string, seconds: number) {
  return oneRow(
    await typed(OfPerson)`
      insert into rate_limits as r (key, points, expire) values (${key}, 1, ${clock} + ${seconds * 1000}::bigint)
      on conflict (key) do update set
        points = case when r.expire <= ${clock} then 1 else r.points + 1 end,
        expire = excluded.expire
      returning points, exists (select from rate_limits k where k.key = ${knownKey} and k.expire > ${clock}) as "isKnown"`.execute(db),
  );
}

/** Subtracts one from each counter. */
export const giveBack = (db: Db, keys: readonly string[]) =>
  sql`
    update rate_limits set points = greatest(points - 1, 0)
    where key in (select key from rate_limits where key = any (${[...keys]}::text[]) order by key for update)`.execute(db);

/** Removes counters. */
export const forget = (db: Db, keys: readonly string[]) => sql`delete from rate_limits where key = any (${[...keys]}::text[])`.execute(db);

/** Remembers a key for `days` from now. */
export const remember = (db: Db, key: string, days: number) =>
  sql`insert into rate_limits (key, points, expire) values (${key}, 0, ${clock} + ${days * 86_400_000}::bigint)
    on conflict (key) do update set expire = excluded.expire`.execute(db);
