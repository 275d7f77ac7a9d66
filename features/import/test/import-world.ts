import * as pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { startWorker } from "#app/worker.ts";
import { createLog } from "#platform/log.ts";

interface Open {
  app: TestApp;
  admin: Client;
  manager: Client;
  db: pg.Client;
}

/** One server, worker and database for all tests of imports, and what they do with it. `open` is filled before the first test. */
export function importWorld() {
  const open = {} as Open;
  let worker: { stop(): Promise<void> };
  beforeAll(async () => {
    const app = await startTestApp({ JOB_LEASE_SECONDS: "2" });
    const db = new pg.Client(app.databaseUrl);
    await db.connect();
    Object.assign(open, { app, db, admin: await app.signIn("admin", "a"), manager: await app.signIn("manager", "a") });
    worker = await startWorker({ ...app, ownerUrl: app.databaseUrl, log: createLog({ level: "silent" }) });
  });
  afterAll(async () => {
    await worker.stop();
    await open.db.end();
    await open.app.close();
  });

  const upload = (client: Client, data: Buffer | string, name = "people.csv") =>
    client.upload(`/rest/imports/file?name=${encodeURIComponent(name)}`, data);

  async function take(text: string, client = open.admin) {
    const answer = await client.post("/rest/imports/paste", { text });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }
  async function check(one: { id: number; plan: object }, plan: object = {}, client = open.admin) {
    const answer = await client.post(`/rest/imports/${one.id}/check`, { ...one.plan, ...plan });
    expect(answer.statusCode, answer.body).toBe(200);
    return settled(one.id, client);
  }
  /** The import once no job works on it. */
  async function settled(id: number, client = open.admin) {
    const read = async () =>
      (await client.get(`/rest/imports/${id}`)).json() as Record<string, unknown> & {
        state: string;
        counts: Record<string, number>;
        runJobId: number;
        jobId: number;
        problems: { code: string; message: string }[];
      };
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toMatch(/ing$/);
    return read();
  }
  async function run(id: number, body: object = { people: null }, client = open.admin) {
    const answer = await client.post(`/rest/imports/${id}/run`, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return settled(id, client);
  }
  const rowsOf = async (id: number, result = "", client = open.admin) =>
    (await client.get(`/rest/imports/${id}/rows?result=${result}`)).json().rows;
  const person = async (email: string, key: "a" | "b" = "a") =>
    (
      await open.db.query(
        `select u.id, u.given_name, u.family_name, u.locale, u.time_zone, m.status, m.external_id, m.is_author, m.is_manager, m.is_admin
         from users u left join memberships m on m.user_id = u.id and m.portal_id = $2 where u.email = $1`,
        [email, open.app.portal(key).id],
      )
    ).rows[0];
  const aGroup = async (name: string, key: "a" | "b" = "a") =>
    Number(
      (await open.db.query("insert into groups (portal_id, name) values ($1, $2) returning id", [open.app.portal(key).id, name])).rows[0]
        .id,
    );
  return { open, upload, take, check, settled, run, rowsOf, person, aGroup };
}
export type ImportWorld = ReturnType<typeof importWorld>;
