import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";

// Counters in PostgreSQL (table rate_limits), shared by all server processes. Each statement counts atomically, so that simultaneous guesses
// are counted one by one. Times are from the database's clock, in milliseconds since 1970.

const clock = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

const Counted = z.object({ key: z.string(), points: z.int(), msLeft: z.int() });
const Found = z.object({ found: z.nullable(z.record(z.string(), z.unknown())) });
const OfSignIn = z.object({ msOver: z.nullable(z.int()), points: z.int(), isKnown: z.boolean(), ...Found.shape });

/** The counters of one attempt to prove a password, as keys: of the account from this source, of the source, of the account, and that the source is known. */
export interface SignInKeys {
  readonly pair: string;
  readonly address: string;
  readonly person: string;
  readonly known: string;
}

/** Adds one, or `by`, to each counter; a counter starts again `seconds` after its first count. Returns the counts. */
export async function countEach(db: Db, keys: readonly string[], seconds: number, by = 1) {
  const { rows } = await typed(Counted)`
    insert into rate_limits as r (key, points, expire)
    select key, ${by}::integer, ${clock} + ${seconds * 1000}::bigint from unnest(${keys.toSorted()}::text[]) as k(key)
    on conflict (key) do update set
      points = case when r.expire <= ${clock} then ${by}::integer else r.points + ${by}::integer end,
      expire = case when r.expire <= ${clock} then excluded.expire else r.expire end
    returning key, points, (expire - ${clock})::integer as "msLeft"`.execute(db);
  return rows;
}

/**
 * Counts one attempt to prove a password, in one statement: for its pair and its address, which start again `seconds` after their first count; then, unless
 * one of these has passed its limit, for the person, whose counter starts again `personSeconds` after its last count. Returns for how long the attempt is
 * over a limit (null: it is not), the person's count, whether the source is known, and the row that `whose` finds, if it is given and finds one.
 */
export async function countSignIn(
  db: Db,
  { pair, address, person, known }: SignInKeys,
  {
    seconds,
    personSeconds,
    mostOfPair,
    mostOfAddress,
  }: Readonly<Record<"seconds" | "personSeconds" | "mostOfPair" | "mostOfAddress", number>>,
  whose: RawBuilder<unknown> = nobody,
) {
  return oneRow(
    await typed(OfSignIn)`
      with counted as (
        insert into rate_limits as r (key, points, expire)
        select key, 1, ${clock} + ${seconds * 1000}::bigint from unnest(${[pair, address].toSorted()}::text[]) as k(key)
        on conflict (key) do update set
          points = case when r.expire <= ${clock} then 1 else r.points + 1 end,
          expire = case when r.expire <= ${clock} then excluded.expire else r.expire end
        returning key, points, expire),
      over as (
        select max(expire - ${clock})::integer as ms from counted
        where points > case key when ${pair} then ${mostOfPair}::integer else ${mostOfAddress}::integer end),
      of_person as (
        insert into rate_limits as r (key, points, expire)
        select ${person}, 1, ${clock} + ${personSeconds * 1000}::bigint from over where over.ms is null
        on conflict (key) do update set
          points = case when r.expire <= ${clock} then 1 else r.points + 1 end,
          expire = excluded.expire
        returning points)
      select over.ms as "msOver", coalesce(p.points, 0) as points,
        exists (select from rate_limits k where k.key = ${known} and k.expire > ${clock}) as "isKnown", ${rowOf(whose)} as found
      -- Not waiting for the disk: a crash of PostgreSQL itself may forget the counts of its last moments, which nobody is told of.
      from set_config('synchronous_commit', 'off', true), over left join of_person p on true`.execute(db),
  );
}

const nobody = sql`select where false`;
const rowOf = (whose: RawBuilder<unknown>) => sql`(select row_to_json(w) from (${whose}) w)`;

/** The row that `whose` finds, or null. */
export async function findWhose(db: Db, whose: RawBuilder<unknown>) {
  return oneRow(await typed(Found)`select ${rowOf(whose)} as found`.execute(db)).found;
}

/**
 * What follows a right password, as parts of a `with`, for the statement that starts the session: removes the counters of the pair and the person, gives the address
 * its count back, and knows the source for `days`.
 */
export const forgettingSignIn = ({ pair, address, person, known }: SignInKeys, days: number): RawBuilder<unknown> =>
  sql`locked as materialized (
      -- In the order in which countSignIn takes them.
      select key from rate_limits where key = any (${[pair, address, person]}::text[]) order by key = ${person}, key collate "C" for update),
    given_back as (
      update rate_limits r set points = greatest(r.points - 1, 0) from locked l where r.key = l.key and r.key = ${address}),
    forgotten as (delete from rate_limits r using locked l where r.key = l.key and r.key <> ${address}),
    known as (
      insert into rate_limits (key, points, expire) values (${known}, 0, ${clock} + ${days * 86_400_000}::bigint)
      on conflict (key) do update set expire = excluded.expire)`;

/** The same as a statement of its own. */
export const forgetSignIn = (db: Db, keys: SignInKeys, days: number) => sql`with ${forgettingSignIn(keys, days)} select`.execute(db);

/** Subtracts one from each counter. */
export const giveBack = (db: Db, keys: readonly string[]) =>
  sql`
    update rate_limits set points = greatest(points - 1, 0)
    where key in (select key from rate_limits where key = any (${[...keys]}::text[]) order by key collate "C" for update)`.execute(db);

/** Removes counters, whatever they stand at. */
export const forgetCounts = (db: Db, keys: readonly string[]) => db.deleteFrom("rate_limits").where("key", "in", keys).execute();

const Points = z.object({ points: z.int() });

/** What a counter stands at; 0 for one that is over. */
export async function countOf(db: Db, key: string): Promise<number> {
  const { rows } = await typed(Points)`select points from rate_limits where key = ${key} and expire > ${clock}`.execute(db);
  return rows[0]?.points ?? 0;
}
