import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { loadConfig } from "#platform/config.ts";
import { freshDatabase } from "../test/database.ts";
import { connectDatabases, type Databases } from "./connect.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let databases: Databases;
beforeAll(async () => {
  database = await freshDatabase(inject("superUrl"));
  databases = connectDatabases({ ownerUrl: database.url, appUrl: undefined, config: loadConfig({ STOA_DATA: "unused" }) });
});
afterAll(async () => {
  await databases.close();
  await database.drop();
});

test("work that swallows a failed statement is not answered as kept: PostgreSQL rolled it back", async () => {
  const work = databases.inPortal(1, async (db) => {
    await sql`insert into rate_limits (key) values ('kept')`.execute(db);
    await sql`select 1 / 0`.execute(db).catch(() => undefined);
    return "kept";
  });
  await expect(work).rejects.toThrow("rolled back");
  expect(await databases.shared.selectFrom("rate_limits").select("key").execute()).toEqual([]);
  expect(await databases.inPortal(1, async () => "next")).toBe("next");
});

test("reading as stoa_system changes nothing, and says why in its text", async () => {
  const reading = databases.readSystem("count in a test", async (db) => {
    const { rows } = await sql<{ role: string; text: string }>`
      select current_user as role, current_query() as text`.execute(db);
    expect(rows).toEqual([{ role: "stoa_system", text: expect.stringMatching(/^\/\* stoa: count in a test \*\//) }]);
    await sql`with gone as (delete from users returning id) select id from gone`.execute(db);
  });
  await expect(reading).rejects.toThrow("only reads");
});

test("the last statement is committed with its own message; what fails in it keeps nothing, and what is asked after it has a transaction of its own", async () => {
  const request = { portalId: 1, tokenHash: null, idleMinutes: 1, withPortals: false };
  const keys = async () => (await databases.shared.selectFrom("rate_limits").select("key").orderBy("key").execute()).map(({ key }) => key);
  const keep = (key: string, divisor: number, after?: () => Promise<void>) =>
    databases.openRequest(request, async ({ db, last }) => {
      await sql`insert into rate_limits (key) values (${`${key}-first`})`.execute(db);
      expect(await keys()).not.toContain(`${key}-first`);
      await sql`insert into rate_limits (key, points) values (${key}, 1 / ${divisor}::int)`.execute(last());
      await after?.();
      return (await sql<{ portal: string }>`select current_setting('app.portal_id') as portal`.execute(db)).rows;
    });
  // Until the statement has a name on every connection, the commit comes by itself.
  const rounds = ["a", "b", "c", "d", "e", "f", "g", "h"];
  for (const round of rounds) await keep(round, 1);
  await keep("together", 1, async () => expect(await keys()).toContain("together-first"));
  await expect(keep("broken", 0)).rejects.toThrow("division by zero");
  await expect(keep("swallowed", 1, () => Promise.reject(new Error("too late")))).rejects.toThrow("too late");
  expect(await keys()).toEqual([...rounds, "swallowed", "together"].flatMap((key) => [key, `${key}-first`]));
  expect(await keep("again", 1)).toEqual([{ portal: "1" }]);
});
