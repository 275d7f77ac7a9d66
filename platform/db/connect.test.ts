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
