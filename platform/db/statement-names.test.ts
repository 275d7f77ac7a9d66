import { sql } from "kysely";
import * as pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { loadConfig } from "#platform/config.ts";
import { freshDatabase } from "../test/database.ts";
import { connectDatabases, type Databases } from "./connect.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase(inject("superUrl"));
});
afterAll(() => database.drop());

// One connection, so that every transaction sees the statements prepared by earlier ones.
const withDatabases = async (prepared: "on" | "off", work: (databases: Databases) => Promise<void>) => {
  const config = loadConfig({ STOA_DATA: "unused", DATABASE_POOL_SIZE: "1", DATABASE_PREPARED: prepared });
  const databases = connectDatabases({ ownerUrl: database.url, appUrl: undefined, config });
  try {
    await work(databases);
  } finally {
    await databases.close();
  }
};
const addOne = (databases: Databases, number: number) =>
  databases.inPortal(1, async (db) => (await sql<{ sum: number }>`select ${number}::int + 1 as sum`.execute(db)).rows[0]?.sum);
const prepared = (databases: Databases) =>
  databases.inPortal(1, async (db) => {
    const { rows } = await sql<{
      runs: number;
    }>`select generic_plans + custom_plans as runs from pg_prepared_statements where statement like '%::int + 1%'`.execute(db);
    return rows.map(({ runs }) => runs);
  });

test("a statement that comes again is prepared once and answers the same", async () => {
  await withDatabases("on", async (databases) => {
    expect(await addOne(databases, 1)).toBe(2);
    expect(await prepared(databases)).toEqual([]);
    for (const number of [2, 3, 4, 5]) expect(await addOne(databases, number)).toBe(number + 1);
    expect(await prepared(databases)).toEqual([3]);
  });
});

test("nothing is prepared when DATABASE_PREPARED is off", async () => {
  await withDatabases("off", async (databases) => {
    for (const number of [1, 2, 3, 4, 5]) expect(await addOne(databases, number)).toBe(number + 1);
    expect(await prepared(databases)).toEqual([]);
  });
});

test("after the schema changed under a prepared statement, one request fails and the next one works", async () => {
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query("create table shape (a int); grant select on shape to stoa_app");
  await withDatabases("on", async (databases) => {
    const read = () => databases.inPortal(1, async (db) => (await sql`select * from shape`.execute(db)).rows);
    for (let i = 0; i < 5; i++) expect(await read()).toEqual([]);
    await owner.query("alter table shape add column b int");
    await expect(read()).rejects.toThrow("cached plan must not change result type");
    expect(await read()).toEqual([]);
  });
  await owner.query("drop table shape");
  await owner.end();
});
