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
