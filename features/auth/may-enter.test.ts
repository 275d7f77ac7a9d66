import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

// db/functions/may_enter.sql: sign-in, hand-over, every request and the content of packages use this one function.
test.each([
  ["active", false, true],
  ["active", true, true],
  ["suspended", false, false],
  ["suspended", true, false],
  [null, true, true],
  [null, false, false],
])("a membership that is %s, system admin %s: enters %s", async (membership, isSystemAdmin, enters) => {
  for (const role of ["inSystem", "inPortal"] as const) {
    const ask = sql<{ enters: boolean }>`select may_enter(${membership}::text, ${isSystemAdmin}::boolean) as enters`;
    const { rows } =
      role === "inSystem"
        ? await app.databases.inSystem("ask the database", (db) => ask.execute(db))
        : await app.databases.inPortal(app.portal("a").id, (db) => ask.execute(db));
    expect(rows).toEqual([{ enters }]);
  }
});
