import { join } from "node:path";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { typed } from "#platform/db/typed.ts";
import { serverStatements, statementsIn } from "./typed-statements.ts";

// Rows of raw SQL match their schemas: every result in every test is compared (platform/test/check-rows.ts), and no statement bypasses that.

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const statements = serverStatements(join(import.meta.dirname, ".."));

test("no raw statement has rows of a type that nothing compares", () => {
  expect(statements.filter(({ tag }) => tag === "typed").length).toBeGreaterThan(35);
  const unchecked = statements.filter(({ tag, use }) => tag === "sql" && (use === "execute" || use === "as"));
  // A column of a query builder, whose value is text or a default.
  expect(unchecked.map(({ file }) => file)).toEqual(["features/portal/server/queries.ts"]);
  expect(statements.filter(({ tag, isNamed }) => tag === "typed" && !isNamed)).toEqual([]);
});

test("a planted one is found", () => {
  const code = "const a = sql<{ id: number }>`select ${1} as id`.execute(db); const b = typed(z.object({}))`select 1`.execute(db);";
  expect(statementsIn("a.ts", code)).toMatchObject([
    { tag: "sql", use: "execute", text: "select … as id" },
    { tag: "typed", isNamed: false },
  ]);
});

const Person = z.object({ id: z.int(), email: z.string(), created_at: z.date() });
const wrong = {
  "a column that is missing": z.extend(Person, { name: z.string() }),
  "a column too many": z.pick(Person, { id: true, email: true }),
  "another type": z.extend(Person, { id: z.string() }),
  "another value": z.extend(Person, { email: z.literal("nobody@a.test") }),
};

test("rows as the schema says go through", async () => {
  const { rows } = await typed(Person)`select id, email, created_at from users limit 2`.execute(app.databases.shared);
  expect(rows).toHaveLength(2);
});

test.each(Object.entries(wrong))("rows with %s do not", async (_, row) => {
  const asked = app.databases.inPortal(app.portal("a").id, (db) => typed(row)`select id, email, created_at from users limit 2`.execute(db));
  await expect(asked).rejects.toThrow("A typed statement and its rows differ");
});

test("names and types are compared without a row, too", async () => {
  const row = wrong["another type"];
  const asked = app.databases.inPortal(app.portal("a").id, (db) =>
    typed(row)`select id, email, created_at from users where false`.execute(db),
  );
  await expect(asked).rejects.toThrow("id is a string in the schema and type 20 in the database");
});
