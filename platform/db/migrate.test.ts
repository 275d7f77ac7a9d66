import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../log.ts";
import { openEmbedded, type Embedded } from "../postgres/embedded.ts";
import { migrate } from "./migrate.ts";
import { databaseCheck } from "./database-check.ts";

const log = createLog({ level: "silent" });
const base = mkdtempSync(join(tmpdir(), "stoa-migrate-"));
let server: Embedded;
let url = "";
let dir = "";
let round = 0;

beforeAll(async () => {
  server = await openEmbedded({ dataDir: join(base, "data"), log });
}, 30_000);
afterAll(async () => {
  await server.stop();
  rmSync(base, { recursive: true });
});

const query = async <R extends pg.QueryResultRow>(at: string, sql: string) => {
  const client = new pg.Client(at);
  await client.connect();
  return client.query<R>(sql).finally(() => client.end());
};

/** A fresh database and a fresh folder of migrations for each test. */
beforeEach(async () => {
  round += 1;
  await query(server.superUrl, `create database test_${round} owner stoa_owner`);
  url = server.ownerUrl.replace("/stoa?", `/test_${round}?`);
  dir = join(base, `migrations-${round}`);
  mkdirSync(dir);
  file("0001_first", "create table a (id int); insert into a values (1);");
  file("0002_second", "create table b (id int); create table c (id int);");
});

const file = (name: string, sql: string) => writeFileSync(join(dir, `${name}.sql`), sql);
const run = (apply = true) => migrate(url, { dir, log, apply });
const recorded = async () =>
  (await query<{ name: string }>(url, "select name from schema_migrations order by name")).rows.map(({ name }) => name);

test("applies what is missing, in order, once", async () => {
  expect(await run()).toEqual({ applied: ["0001_first", "0002_second"] });
  expect(await run()).toEqual({ applied: [] });
  file("0003_third", "insert into a values (2);");
  expect(await run()).toEqual({ applied: ["0003_third"] });
  expect((await query(url, "select * from a")).rowCount).toBe(2);
});

test("refuses one that comes too late", async () => {
  file("0005_fifth", "select 1;");
  await run();
  file("0004_fourth", "create table late (id int);");
  await expect(run()).rejects.toThrow(
    "The migration 0004_fourth comes before 0005_fifth, which is already applied. Give it a number after that one.",
  );
  expect(await recorded()).not.toContain("0004_fourth");
});

test("refuses one that was changed or removed after it was applied", async () => {
  await run();
  file("0001_first", "create table a (id bigint);");
  await expect(run()).rejects.toThrow("The migration 0001_first was changed after it was applied.");
  rmSync(join(dir, "0001_first.sql"));
  await expect(run()).rejects.toThrow("The database has the migration 0001_first, whose file is missing.");
});

test("refuses a database of a newer Stoa, also when it only checks", async () => {
  file("0009_x", "select 1;");
  await run();
  rmSync(join(dir, "0009_x.sql"));
  const sentence = "This database was made by a newer Stoa (migration 0009_x). Start that version, or restore a backup.";
  await expect(run()).rejects.toThrow(sentence);
  await expect(run(false)).rejects.toThrow(sentence);
});

test("with MIGRATE off changes nothing and names what is missing", async () => {
  await expect(run(false)).rejects.toThrow("The database lacks the migrations 0001_first, 0002_second, and MIGRATE is off.");
  expect((await query(url, "select to_regclass('schema_migrations') as t")).rows).toEqual([{ t: null }]);
  await run();
  expect(await run(false)).toEqual({ applied: [] });
});

test("keeps nothing of one that fails, and all before it", async () => {
  file("0003_broken", "create table d (id int); insert into nowhere values (1);");
  await expect(run()).rejects.toThrow(
    'The migration 0003_broken failed and nothing of it was kept: relation "nowhere" does not exist (at character 38).',
  );
  expect(await recorded()).toEqual(["0001_first", "0002_second"]);
  expect((await query(url, "select to_regclass('d') as t")).rows).toEqual([{ t: null }]);
});

test("refuses files it cannot order", async () => {
  file("0002_again", "select 1;");
  await expect(run()).rejects.toThrow("The migrations 0002_again.sql and 0002_second.sql have the same number.");
  rmSync(join(dir, "0002_again.sql"));
  file("3_third", "select 1;");
  await expect(run()).rejects.toThrow("The migration 3_third.sql must be named like 0001_name.sql.");
});

test("two processes at once apply each file once, and a process killed in between leaves none half done", async () => {
  // The tenth waits until the test lets it go on: there the first process is killed.
  const more = (n: number) => `insert into a values (${n}); select ${n === 10 ? "pg_advisory_xact_lock(10)" : "pg_sleep(0.02)"};`;
  for (let n = 3; n < 30; n += 1) file(`00${String(n).padStart(2, "0")}_more`, more(n));
  const gate = new pg.Client(url);
  await gate.connect();
  await gate.query("select pg_advisory_lock(10)");
  const code = `import { migrate } from ${JSON.stringify(new URL("migrate.ts", import.meta.url).href)};
    const log = { info() {} };
    console.log((await migrate(${JSON.stringify(url)}, { dir: ${JSON.stringify(dir)}, log })).applied.length);`;
  const start = () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    return { child, done: new Promise<number>((done) => child.once("close", () => done(Number(out)))) };
  };
  const doomed = start();
  const waiting = "select from pg_locks where locktype = 'advisory' and objid = 10 and not granted";
  await expect.poll(async () => (await gate.query(waiting)).rowCount, { timeout: 25_000 }).toBe(1);
  doomed.child.kill("SIGKILL");
  await doomed.done;
  await gate.end();
  const [first, second] = [start(), start()];
  const [one, two] = await Promise.all([first.done, second.done]);
  expect(one + two).toBe(20);
  expect(await recorded()).toHaveLength(29);
  expect((await query(url, "select id from a group by id having count(*) > 1")).rows).toEqual([]);
  expect((await query(url, "select * from a")).rowCount).toBe(28);
}, 30_000);

test("readiness asks for the newest migration of this code, and takes a newer one", async () => {
  const before = databaseCheck(url, dir);
  await expect(before.ready()).rejects.toThrow("schema_migrations");
  await run();
  await before.ready();
  file("0003_third", "select 1;");
  const after = databaseCheck(url, dir);
  await expect(after.ready()).rejects.toThrow("not migrated");
  await run();
  await Promise.all([before.ready(), after.ready()]);
  await Promise.all([before.close(), after.close()]);
});

test("a server that stopped waiting for its disk is not ready, also long after the start", async () => {
  await run();
  const check = databaseCheck(url, dir);
  await check.ready();
  await query(url, `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`);
  const later = databaseCheck(url, dir);
  await expect(later.ready()).rejects.toThrow(
    "PostgreSQL runs with synchronous_commit off: work that was answered with saved could be lost.",
  );
  await Promise.all([check.close(), later.close()]);
});
