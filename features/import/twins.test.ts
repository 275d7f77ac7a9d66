import { sql } from "kysely";
import * as pg from "pg";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#app/test/app.ts";
import { typed } from "#platform/db/typed.ts";
import { listTwins } from "./server/lookups.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const Read = z.object({ rows: z.int() });

test("earlier rows about the same person are found without reading the table for each row, while nothing is known of it", async () => {
  const admin = await app.signIn("admin", "a");
  const { id } = (await admin.post("/rest/imports/paste", { text: "email\ntwin@twins.example\n" })).json<{ id: number }>();
  const portalId = app.portal("a").id;
  // What the server learns about the table when it is empty, as on a portal that has imported nobody yet.
  const owner = new pg.Client(app.databaseUrl);
  await owner.connect();
  await owner.query("vacuum analyze import_rows");
  await owner.end();
  const [rows, asked] = [20_000, 50];
  const found = await app.databases.inPeople(portalId, "a test", async (db) => {
    await sql`insert into import_rows (portal_id, import_id, number, cells, verdict, email, match_key)
      select ${portalId}, ${id}, n + 1, '{}', 'create', 'p' || n || '@twins.example', 'key ' || n from generate_series(1, ${rows}) n`.execute(
      db,
    );
    const soFar = typed(Read)`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
      where relname = 'import_rows'`;
    const before = (await soFar.execute(db)).rows[0]?.rows ?? 0;
    const nth = Array.from({ length: asked }, (_, at) => at + 1);
    const twins = await listTwins(db, portalId, id, rows, {
      emails: nth.map((n) => `p${n}@twins.example`),
      keys: nth.map((n) => `key ${n}`),
      personIds: [],
    });
    return { twins: twins.length, read: ((await soFar.execute(db)).rows[0]?.rows ?? 0) - before };
  });
  expect(found.twins).toBe(2 * asked);
  expect(found.read).toBeLessThan(5 * asked);
});
