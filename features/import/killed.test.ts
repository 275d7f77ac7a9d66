import * as pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import { killableWorker } from "#features/jobs/test/killable-worker.ts";
import { createLog } from "#platform/log.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";

let app: TestApp;
let admin: Client;
let db: pg.Client;
let holder: pg.Client;
const settings = { JOB_LEASE_SECONDS: "3" };

beforeAll(async () => {
  app = await startTestApp(settings);
  [db, holder] = [new pg.Client(app.databaseUrl), new pg.Client(app.databaseUrl)];
  await db.connect();
  await holder.connect();
  admin = await app.signIn("admin", "a");
});
afterAll(async () => {
  await holder.end();
  await db.end();
  await app.close();
});

const one = async (id: number) => (await admin.get(`/rest/imports/${id}`)).json();
const reaches = (id: number, state: string) =>
  expect
    .poll(async () => (await db.query("select state from imports where id = $1", [id])).rows[0].state, { timeout: 120_000 })
    .toBe(state);
const count = async (text: string, values: unknown[] = []) => Number((await db.query(text, values)).rows[0].count);

test(
  "an import killed at row 3,000 of 10,000 is finished after the restart, does no row twice, and is undone",
  { timeout: 240_000 },
  async () => {
    const rows = 10_000;
    // Somebody in the seventh chunk is here already, and held by another transaction: there the run stands until it is killed.
    const { id: held } = await app.aPerson("a", { email: "row3100@killed.example", givenName: "Before" });
    const lines = Array.from({ length: rows }, (_, nth) => `row${nth + 1}@killed.example,Given ${nth + 1},Family,K-${nth + 1}`);
    const killable = killableWorker(app, settings);
    const taken = await admin.post("/rest/imports/paste", { text: `email,given name,family name,external id\n${lines.join("\n")}\n` });
    const { id, plan } = taken.json();
    await admin.post(`/rest/imports/${id}/check`, plan);
    await reaches(id, "checked");
    expect((await one(id)).counts).toMatchObject({ create: rows - 1, update: 1, error: 0 });

    await holder.query("begin");
    await holder.query("select from memberships where user_id = $1 for update", [held]);
    const started = await admin.post(`/rest/imports/${id}/run`, { people: null });
    expect(started.statusCode, started.body).toBe(200);
    await expect.poll(async () => (await holder.query(waitsForMe)).rowCount, { timeout: 60_000 }).toBeGreaterThan(0);
    expect((await one(id)).counts.done).toBe(3000);
    await killable.kill();
    await holder.query("rollback");
    expect(await count("select count(*) from users where email like '%@killed.example'")).toBe(3001);

    const worker = await startWorker({ ...app, ownerUrl: app.databaseUrl, log: createLog({ level: "silent" }) });
    try {
      await reaches(id, "done");
      const { runJobId, counts } = await one(id);
      expect(counts).toMatchObject({ done: rows, refused: 0 });
      expect(await count("select count(*) from memberships m join users u on u.id = m.user_id where u.email like '%@killed.example'")).toBe(
        rows,
      );
      const told = await db.query(
        "select count(*)::int as entries, count(distinct object_id)::int as people from audit_events where action in ('person_imported', 'person_changed_by_import')",
      );
      expect(told.rows).toEqual([{ entries: rows, people: rows }]);
      expect(await count("select run as count from jobs where id = $1", [runJobId])).toBeGreaterThan(1);

      await admin.post(`/rest/jobs/${runJobId}/undo`);
      await reaches(id, "undone");
      expect((await one(id)).counts).toMatchObject({ undone: rows, partly: 0, kept: 0 });
      expect(await count("select count(*) from memberships m join users u on u.id = m.user_id where u.email like '%@killed.example'")).toBe(
        1,
      );
      expect((await db.query("select given_name from users where id = $1", [held])).rows).toEqual([{ given_name: "Before" }]);
    } finally {
      await worker.stop();
    }
  },
);
