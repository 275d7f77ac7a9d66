import { join } from "node:path";
import * as pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { openFileStore } from "#platform/files/store.ts";
import { sweepImports } from "./server/sweep-imports.ts";

let app: TestApp;
let admin: Client;
let db: pg.Client;

beforeAll(async () => {
  app = await startTestApp();
  db = new pg.Client(app.databaseUrl);
  await db.connect();
  admin = await app.signIn("admin", "a");
});
afterAll(async () => {
  await db.end();
  await app.close();
});

test("an import goes 30 days after its end with its file and rows, unless a job still works on it", async () => {
  const files = openFileStore(join(app.config.dataDir, "files"));
  const sweep = () => sweepImports({ databases: app.databases, files });
  const take = async (email: string) => {
    const one = (await admin.post("/rest/imports/paste", { text: `email\n${email}\n` })).json();
    await admin.post(`/rest/imports/${one.id}/check`, one.plan);
    const { rows } = await db.query("select file_key from imports where id = $1", [one.id]);
    return { id: one.id as number, key: rows[0].file_key as string };
  };
  const [fresh, old, busy] = [await take("fresh@sweep.example"), await take("old@sweep.example"), await take("busy@sweep.example")];
  const started = (await admin.post(`/rest/imports/${busy.id}/run`, { people: null })).json();
  await db.query("update imports set created_at = now() - interval '29 days' where id = $1", [fresh.id]);
  await db.query("update imports set created_at = now() - interval '31 days' where id = any ($1)", [[old.id, busy.id]]);
  expect(await sweep()).toBe(1);
  const left = async () => (await db.query("select id::int as id from imports order by id")).rows.map(({ id }) => id);
  expect(await left()).toEqual([fresh.id, busy.id]);
  expect((await db.query("select from import_rows where import_id = $1", [old.id])).rowCount).toBe(0);
  expect([await files.stat(old.key), (await files.stat(fresh.key)) !== null]).toEqual([null, true]);
  expect((await admin.get(`/rest/imports/${old.id}`)).statusCode).toBe(404);

  // Its job is done: 30 days later it goes too, and leaves the job and the entries of the audit log behind.
  await db.query("update jobs set state = 'done', ended_at = now() - interval '31 days' where id = $1", [started.jobId]);
  expect(await sweep()).toBe(1);
  expect(await left()).toEqual([fresh.id]);
  expect((await db.query("select from jobs where id = $1", [started.jobId])).rowCount).toBe(1);
  expect((await db.query("select from audit_events where object_kind = 'import' and object_id = $1", [old.id])).rowCount).toBeGreaterThan(
    0,
  );
});
