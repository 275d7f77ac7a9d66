import { request } from "node:http";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import * as pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { buildServer } from "#app/server.ts";
import { startWorker } from "#app/worker.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import { killableWorker } from "./test/killable-worker.ts";
import { createLog } from "#platform/log.ts";
import type { JobKind } from "./server/job-kind.ts";
import { findOwner } from "./server/queries.ts";
import { startJob } from "./server/service.ts";
import { sweepJobs } from "./server/work-on-jobs.ts";
import { counting, effects, failing, gate, testKinds } from "./test/kinds.ts";
import { openFileStore } from "#platform/files/store.ts";

let app: TestApp;
let admin: pg.Client;
let owner: Client;
const workers: { stop(): Promise<void> }[] = [];
const settings = { JOB_LEASE_SECONDS: "1" };
const log = createLog({ level: "silent" });

beforeAll(async () => {
  app = await startTestApp(settings, { moreJobKinds: testKinds, live: { beatMs: 50, deafMs: 50 } });
  admin = new pg.Client(app.databaseUrl);
  await admin.connect();
  await admin.query(effects);
  owner = await app.signIn("manager", "a");
});
afterEach(async () => {
  await admin.query("select pg_advisory_unlock_all()");
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(async () => {
  await admin.end();
  await app.close();
});

const work = async () => {
  const worker = await startWorker({ ...app, ownerUrl: app.databaseUrl, log, kinds: testKinds });
  workers.push(worker);
  return worker;
};
/** Starts a job of the manager of A as an endpoint would. */
const begin = <Input, Checkpoint, Done>(kind: JobKind<Input, Checkpoint, Done>, input: Input, client = owner) =>
  app.databases.inPeople(app.portal("a").id, "test", async (db) => {
    const actor = await findOwner(db, { portalId: app.portal("a").id, userId: client.userId });
    if (!actor) throw new Error("Nobody");
    return startJob({ db, actor, portal: { id: app.portal("a").id }, http: { ip: "::1", requestId: "r" } }, kind, { input });
  });
const job = async (id: number, client = owner) => (await client.get(`/rest/jobs/${id}`)).json();
const state = async (id: number) => (await job(id)).state as string;
const written = async (id: number) =>
  (await admin.query<{ nth: number }>("select nth from test_effects where job_id = $1 order by nth", [id])).rows.map(({ nth }) => nth);
const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth);
const close = () => admin.query("select pg_advisory_lock($1)", [gate]);
const open = () => admin.query("select pg_advisory_unlock($1)", [gate]);
/** Waits until a job waits at the gate. */
const stands = () => expect.poll(async () => (await admin.query(waitsForMe)).rowCount, { timeout: 20_000 }).toBe(1);

test("a job runs in chunks to its end, and its owner alone sees it and gets its file", async () => {
  await work();
  const id = await begin(counting, { rows: 25 });
  await expect.poll(() => state(id), { timeout: 20_000 }).toBe("done");
  expect(await written(id)).toEqual(upTo(25));
  expect(await job(id)).toMatchObject({
    id,
    done: 25,
    total: 25,
    reason: null,
    facts: [{ label: "rows", value: "25" }],
    file: { name: "rows.csv" },
  });
  expect((await owner.get("/rest/jobs")).json()).toMatchObject({ total: 1, all: 1, rows: [{ id }] });
  expect((await owner.get("/rest/jobs/tray")).json().jobs).toMatchObject([{ id }]);
  const file = await owner.get(`/rest/jobs/${id}/file`);
  expect(file.body).toBe("rows\r\n25\r\n");
  expect(file.headers["content-disposition"]).toContain('attachment; filename="rows.csv"');
  expect(file.headers["cache-control"]).toBe("no-store");
  const counted = await admin.query("select actor_id, request_id from audit_events where action = 'counted'");
  expect(counted.rows).toEqual(Array.from({ length: 3 }, () => ({ actor_id: owner.userId, request_id: "r" })));

  const others = [await app.signIn("admin", "a"), await app.signIn("system", "a"), await app.signIn("manager", "b")];
  for (const other of others) {
    for (const path of ["", "/file"]) expect((await other.get(`/rest/jobs/${id}${path}`)).statusCode).toBe(404);
    for (const change of ["cancel", "retry", "undo", "putAway"])
      expect((await other.post(`/rest/jobs/${id}/${change}`)).statusCode).toBe(404);
    expect((await other.get("/rest/jobs")).json().rows).toEqual([]);
  }
  expect((await owner.post(`/rest/jobs/${id}/retry`)).json().code).toBe("job_done");
  expect((await owner.post(`/rest/jobs/${id}/putAway`)).statusCode).toBe(200);
  expect((await owner.get("/rest/jobs/tray")).json().jobs).toEqual([]);

  await admin.query("update jobs set file_until = now() - interval '1 second' where id = $1", [id]);
  expect((await job(id)).file).toBeNull();
  expect((await owner.get(`/rest/jobs/${id}/file`)).statusCode).toBe(404);
  const { rows } = await admin.query("select file_key from jobs where id = $1", [id]);
  const files = openFileStore(join(app.config.dataDir, "files"));
  expect(await files.stat(rows[0].file_key)).not.toBeNull();
  await sweepJobs({ ...app, files });
  expect(await files.stat(rows[0].file_key)).toBeNull();
});

test("F20: a killed worker does no row twice, and the job is taken up within a lease", async () => {
  await close();
  const killable = killableWorker(app, settings);
  const id = await begin(counting, { rows: 50, stopsAt: 3 });
  // In the middle of a chunk: thirty rows are committed, ten more are written in a transaction that is still open.
  await stands();
  expect(await written(id)).toEqual(upTo(30));
  await killable.kill();
  await open();
  await work();
  await expect.poll(() => state(id), { timeout: 30_000 }).toBe("done");
  expect(await written(id)).toEqual(upTo(50));
  const { rows } = await admin.query("select run from jobs where id = $1", [id]);
  expect(rows).toEqual([{ run: 2 }]);
  // Of the killed worker nothing is left in the queue either.
  await expect.poll(async () => (await admin.query("select from graphile_worker.jobs where task_identifier = 'run_job'")).rowCount).toBe(0);
});

test("F20: two workers do each of many jobs once", async () => {
  const jobs: number[] = [];
  for (let nth = 0; nth < 15; nth++) jobs.push(await begin(counting, { rows: 20 }));
  await Promise.all([work(), work()]);
  await expect
    .poll(async () => (await admin.query("select from jobs where id = any ($1) and state = 'done'", [jobs])).rowCount, { timeout: 30_000 })
    .toBe(jobs.length);
  for (const id of jobs) expect(await written(id)).toEqual(upTo(20));
});

test("cancelled in the middle, what was done stays; tried again, it goes on where it was", async () => {
  await work();
  await close();
  const id = await begin(counting, { rows: 40, stopsAt: 1 });
  await stands();
  const cancelled = (await owner.post(`/rest/jobs/${id}/cancel`)).json();
  expect(cancelled).toMatchObject({ state: "running", isCancelling: true });
  await open();
  await expect.poll(() => state(id)).toBe("cancelled");
  expect(await written(id)).toEqual(upTo(20));
  expect((await owner.post(`/rest/jobs/${id}/retry`)).json()).toMatchObject({ state: "queued", isCancelling: false });
  await expect.poll(() => state(id), { timeout: 20_000 }).toBe("done");
  expect(await written(id)).toEqual(upTo(40));
  const actions = await admin.query("select action from audit_events where object_kind = 'job' and object_id = $1 order by id", [id]);
  expect(actions.rows.map(({ action }) => action)).toEqual(["job_cancelled", "job_retried"]);
});

test("a queued job is cancelled at once", async () => {
  const id = await begin(counting, { rows: 10 });
  expect((await owner.post(`/rest/jobs/${id}/cancel`)).json()).toMatchObject({ state: "cancelled" });
  await work();
  const next = await begin(counting, { rows: 10 });
  await expect.poll(() => state(next), { timeout: 20_000 }).toBe("done");
  expect(await written(id)).toEqual([]);
});

test("a worker that was overtaken commits nothing more", async () => {
  await work();
  await close();
  const id = await begin(counting, { rows: 30, stopsAt: 1 });
  await stands();
  await admin.query("update jobs set run = run + 1, leased_until = now() + interval '1 hour' where id = $1", [id]);
  await open();
  await expect
    .poll(async () => (await admin.query("select from pg_locks where locktype = 'advisory' and objid = $1", [gate])).rowCount)
    .toBe(0);
  expect(await written(id)).toEqual(upTo(10));
  await admin.query("update jobs set leased_until = now() - interval '1 second' where id = $1", [id]);
  await expect.poll(() => state(id), { timeout: 20_000 }).toBe("done");
  expect(await written(id)).toEqual(upTo(30));
});

test("a job whose entry in the queue is gone is handed over again", async () => {
  const id = await begin(counting, { rows: 20 });
  // As a worker leaves it that outlived its lease: handed over once, and then the entry of the second run went with the first.
  await admin.query("update jobs set handed_at = now() - interval '1 hour' where id = $1", [id]);
  await work();
  await expect.poll(() => state(id), { timeout: 20_000 }).toBe("done");
  expect(await written(id)).toEqual(upTo(20));
});

test("a worker that is told to stop hands its job back", async () => {
  const first = await work();
  await close();
  const id = await begin(counting, { rows: 30, stopsAt: 1 });
  await stands();
  const stopped = first.stop();
  await open();
  await stopped;
  workers.length = 0;
  expect(await job(id)).toMatchObject({ state: "queued", done: 20 });
  await work();
  await expect.poll(() => state(id), { timeout: 20_000 }).toBe("done");
  expect(await written(id)).toEqual(upTo(30));
});

test("a job fails with a plain reason in the language of the person, and with its owner's right to enter", async () => {
  await work();
  const plainly = await begin(failing, { plainly: true });
  const inside = await begin(failing, { plainly: false });
  for (const id of [plainly, inside]) await expect.poll(() => state(id), { timeout: 20_000 }).toBe("failed");
  expect((await job(plainly)).reason).toBe("This cannot be undone.");
  expect((await job(inside)).reason).toContain("Something went wrong on the server.");
  await admin.query("update users set locale = 'de' where id = $1", [owner.userId]);
  expect((await job(plainly)).reason).toBe("Das lässt sich nicht rückgängig machen.");
  await admin.query("update users set locale = null where id = $1", [owner.userId]);

  const leaver = await app.aPerson("a");
  await close();
  const theirs = await begin(counting, { rows: 30, stopsAt: 0 }, await app.signInAs(leaver, "a"));
  await stands();
  await admin.query("update memberships set status = 'suspended' where user_id = $1", [leaver.id]);
  await open();
  await expect
    .poll(async () => (await admin.query("select state, reason ->> 'code' as code from jobs where id = $1", [theirs])).rows)
    .toEqual([{ state: "failed", code: "owner_gone" }]);
  expect(await written(theirs)).toEqual(upTo(10));
});

test("nobody has more than twenty unfinished jobs, and a request starts none in another's name", async () => {
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  for (let nth = 0; nth < 20; nth++) await begin(counting, { rows: 1 }, client);
  await expect(begin(counting, { rows: 1 }, client)).rejects.toMatchObject({ status: 429, code: "too_many_jobs" });
  await admin.query("update jobs set state = 'cancelled', ended_at = now() where owner_id = $1", [person.id]);
  await expect(
    app.databases.inPortal(app.portal("a").id, (db) =>
      db
        .insertInto("jobs")
        .values({ portal_id: app.portal("a").id, owner_id: owner.userId, kind: "counting", input: JSON.stringify({ rows: 1 }) })
        .execute(),
    ),
  ).rejects.toThrow("row-level security");
});

describe("the live channel", () => {
  /** Opens the stream as a page does. What arrived so far, and how it ended. */
  const listen = (port: number, client: Client) => {
    let text = "";
    let isOver = false;
    const asked = request({
      port,
      host: "127.0.0.1",
      path: "/rest/live",
      headers: { host: "a.test", cookie: client.cookie, accept: "text/event-stream" },
    });
    const status = new Promise<number>((done) =>
      asked.on("response", (answer) => {
        answer.on("data", (data: Buffer) => (text += String(data)));
        answer.on("close", () => (isOver = true));
        done(answer.statusCode ?? 0);
      }),
    );
    asked.on("error", () => (isOver = true));
    asked.end();
    return { status, text: () => text, isOver: () => isOver, close: () => asked.destroy() };
  };

  test("every web process tells the owner's pages, nobody else's, until the session ends", async () => {
    const page = { html: async () => "", development: false };
    const servers = await Promise.all(
      ["one", "two"].map(() => buildServer({ ...app, log, page, moreJobKinds: testKinds, live: { beatMs: 50, deafMs: 60_000 } })),
    );
    for (const server of servers) await server.listen({ port: 0, host: "127.0.0.1" });
    const [one = 0, two = 0] = servers.map(({ server }) => (server.address() as AddressInfo).port);
    const other = await app.signIn("admin", "a");
    const streams = [listen(one, owner), listen(two, owner), listen(two, other)];
    expect(await Promise.all(streams.map(({ status }) => status))).toEqual([200, 200, 200]);
    // A second "again" at a process's first stream says that it listens.
    const again = ([...those]: typeof streams) => Math.max(...those.map(({ text }) => text().match(/event: again/g)?.length ?? 0));
    for (const those of [streams.slice(0, 1), streams.slice(1)]) await expect.poll(() => again(those)).toBe(2);
    await begin(failing, { plainly: true });
    for (const { text } of streams.slice(0, 2)) await expect.poll(text).toContain("event: jobs");
    expect(streams[2]?.text()).not.toContain("event: jobs");

    await other.post("/rest/auth/logout");
    await expect.poll(() => streams[2]?.isOver()).toBe(true);
    expect(streams[2]?.text()).toContain("event: ended");
    expect(streams[0]?.isOver()).toBe(false);

    const many = Array.from({ length: 8 }, () => listen(one, owner));
    expect((await Promise.all(many.map(({ status }) => status))).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 429]);
    for (const { close: end } of [...streams, ...many]) end();
    await Promise.all(servers.map((server) => server.close()));
  });

  test("where notifications do not arrive, pages are told to ask again", async () => {
    const page = { html: async () => "", development: false };
    const databases = { ...app.databases, listenUrl: "postgresql://nobody@127.0.0.1:1/none" };
    const server = await buildServer({ ...app, databases, log, page, live: { beatMs: 50, deafMs: 50 } });
    await server.listen({ port: 0, host: "127.0.0.1" });
    const stream = listen((server.server.address() as AddressInfo).port, owner);
    await expect.poll(() => stream.text().match(/event: again/g)?.length ?? 0).toBeGreaterThan(2);
    stream.close();
    await server.close();
  });

  test("an open stream is no visit, and who is not signed in gets none", async () => {
    expect((await app.anonymous("a").get("/rest/live", { accept: "text/event-stream" })).statusCode).toBe(401);
    expect((await owner.get("/rest/live")).statusCode).toBe(406);
  });
});
