import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import { createLog } from "../log.ts";
import { openEmbedded, type Embedded } from "../postgres/embedded.ts";
import { databaseCheck } from "./database-check.ts";
import { migrate } from "./migrate.ts";
import { isStamped, readFunctions, stampFunctions } from "./sql-functions.ts";

const log = createLog({ level: "silent" });
const base = mkdtempSync(join(tmpdir(), "stoa-migrate-"));
let server: Embedded;
let url = "";
let dir = "";
let round = 0;

beforeAll(async () => {
  server = await openEmbedded({ dataDir: join(base, "data"), log });
});
afterAll(async () => {
  await server.stop();
  rmSync(base, { recursive: true });
});

const query = async <R extends pg.QueryResultRow>(at: string, sql: string) => {
  const client = new pg.Client(at);
  await client.connect();
  return client.query<R>(sql).finally(() => client.end());
};

/** A fresh database and a fresh folder of SQL for each test. */
beforeEach(async () => {
  round += 1;
  await query(server.superUrl, `create database test_${round} owner stoa_owner`);
  url = server.ownerUrl.replace("/stoa?", `/test_${round}?`);
  dir = join(base, `sql-${round}`);
  mkdirSync(join(dir, "migrations"), { recursive: true });
  mkdirSync(join(dir, "functions/for-tables"), { recursive: true });
  file("202601010900_first", "create table a (id int); insert into a values (1);");
  file("202601020900_second", "create table b (id int); create table c (id int);");
});

const pathOf = (name: string) => join(dir, "migrations", `${name}.sql`);
const file = (name: string, sql: string) => writeFileSync(pathOf(name), sql);
const run = (apply = true) => migrate(url, { dir, log, apply });
const recorded = async () =>
  (await query<{ name: string }>(url, "select name from schema_migrations order by name")).rows.map(({ name }) => name);

test("applies what is missing, in order, once", async () => {
  expect(await run()).toEqual({ applied: ["202601010900_first", "202601020900_second"] });
  expect(await run()).toEqual({ applied: [] });
  file("202601030900_third", "insert into a values (2);");
  expect(await run()).toEqual({ applied: ["202601030900_third"] });
  expect((await query(url, "select * from a")).rowCount).toBe(2);
});

test("one that landed after its neighbours is applied when it is found missing", async () => {
  file("202601050900_fifth", "create table fifth (id int);");
  await run();
  file("202601040900_late", "create table late (id int);");
  expect(await run()).toEqual({ applied: ["202601040900_late"] });
  expect(await run()).toEqual({ applied: [] });
  expect((await query(url, "select from fifth, late")).rowCount).toBe(0);
});

test("refuses one that was changed after it was applied", async () => {
  await run();
  file("202601010900_first", "create table a (id bigint);");
  await expect(run()).rejects.toThrow("The migration 202601010900_first was changed after it was applied.");
});

test("refuses a database of a newer Stoa, also when it only checks, and one that knows a file that landed late", async () => {
  file("202609010900_x", "select 1;");
  await run();
  rmSync(pathOf("202609010900_x"));
  const sentence = "This database was made by a newer Stoa (migration 202609010900_x). Start that version, or restore a backup.";
  await expect(run()).rejects.toThrow(sentence);
  await expect(run(false)).rejects.toThrow(sentence);
  file("202609010900_x", "select 1;");
  rmSync(pathOf("202601010900_first"));
  await expect(run()).rejects.toThrow("This database was made by a newer Stoa (migration 202601010900_first).");
});

test("refuses what was made before the baseline in one sentence, and changes nothing", async () => {
  await query(
    url,
    "create table schema_migrations (name text primary key, sha256 text not null); insert into schema_migrations values ('0001_portals_and_people', 'x'), ('0002_courses_and_learning', 'y')",
  );
  await expect(run()).rejects.toThrow(
    "This database was made by a Stoa from before November 2026, which this one cannot take over. Start with a new data folder or an empty database, or stay with the version before.",
  );
  await expect(run(false)).rejects.toThrow("from before November 2026");
  expect(await recorded()).toEqual(["0001_portals_and_people", "0002_courses_and_learning"]);
  expect((await query(url, "select to_regclass('schema_functions') as f, to_regclass('a') as a")).rows).toEqual([{ f: null, a: null }]);
});

test("with MIGRATE off changes nothing and names what is missing", async () => {
  await expect(run(false)).rejects.toThrow(
    "The database lacks the migrations 202601010900_first, 202601020900_second, and MIGRATE is off.",
  );
  expect((await query(url, "select to_regclass('schema_migrations') as t")).rows).toEqual([{ t: null }]);
  await run();
  expect(await run(false)).toEqual({ applied: [] });
});

test("keeps nothing of one that fails, and all before it", async () => {
  file("202601030900_broken", "create table d (id int); insert into nowhere values (1);");
  await expect(run()).rejects.toThrow(
    'The migration 202601030900_broken failed and nothing of it was kept: relation "nowhere" does not exist (at character 38).',
  );
  expect(await recorded()).toEqual(["202601010900_first", "202601020900_second"]);
  expect((await query(url, "select to_regclass('d') as t")).rows).toEqual([{ t: null }]);
});

test.each(["0003_third", "202613010900_month", "202601010960_minute", "202601010900", "202601010900-first"])(
  "refuses a file it cannot order: %s",
  async (name) => {
    file(name, "select 1;");
    await expect(run()).rejects.toThrow(
      `The migration ${name}.sql must be named like 202611241530_name.sql: when it was written, and a word.`,
    );
  },
);

describe("functions and views", () => {
  const fn = (name: string, sql: string) => writeFileSync(join(dir, "functions", `${name}.sql`), sql);
  const revise = (revision: string) => writeFileSync(join(dir, "functions/REVISION"), `${revision}\n`);
  const one = async (sql: string) => Object.values((await query<Record<string, unknown>>(url, sql)).rows[0] ?? {})[0];
  const view = (columns: string) => fn("standing", `create view standing with (security_invoker = true) as select ${columns} from a;`);
  const copy = () => {
    const older = `${dir}-older`;
    cpSync(dir, older, { recursive: true });
    return () => migrate(url, { dir: older, log });
  };

  beforeEach(() => {
    fn("for-tables/twice", "create or replace function twice(int) returns int language sql immutable as 'select $1 * 2';");
    file("202601030900_doubled", "alter table a add column doubled int generated always as (twice(id)) stored;");
    fn("marks", "create function marks(x int) returns int language sql stable as 'select x + count(*)::int from a';");
    view("id, doubled");
    revise("2026-01-03T09:00:00Z abc");
  });

  test("are made after the migrations that they read, what tables stand on before, and only once", async () => {
    expect((await run()).applied).toHaveLength(3);
    expect(await one("select doubled + marks(10) from standing")).toBe(13);
    const at = await one("select applied_at from schema_functions");
    await run();
    expect(await one("select applied_at from schema_functions")).toEqual(at);
  });

  test("are made anew when they changed: a column less, another signature, one that is gone", async () => {
    await run();
    await query(url, "create function mine() returns int language sql as 'select 7'");
    fn("marks", "create function marks(y text) returns text language sql stable as $$ select y || '!' $$;");
    view("doubled as twofold");
    fn("twofold", "create view twofold with (security_invoker = true) as select twofold from standing;");
    revise("2026-01-04T09:00:00Z abd");
    expect(await run()).toEqual({ applied: [] });
    expect(await one("select marks('a') || twofold from twofold")).toBe("a!2");
    rmSync(join(dir, "functions/twofold.sql"));
    rmSync(join(dir, "functions/marks.sql"));
    revise("2026-01-05T09:00:00Z abe");
    await run();
    expect(await one("select to_regclass('twofold')")).toBeNull();
    expect(await one("select count(*)::int from pg_proc where proname = 'marks'")).toBe(0);
    // An object in this schema that Stoa did not create is not dropped.
    expect(await one("select mine()")).toBe(7);
  });

  test("are made anew after a migration that had to drop one", async () => {
    await run();
    file("202601060900_wider", "drop view standing; alter table a drop column doubled, add column doubled int;");
    expect((await run()).applied).toEqual(["202601060900_wider"]);
    expect(await one("select count(*)::int from standing")).toBe(1);
  });

  test("an older program refuses, and leaves them alone", async () => {
    await run();
    const older = copy();
    fn("marks", "create function marks(x int) returns int language sql stable as 'select 100 + x';");
    revise("2026-02-01T09:00:00Z abf");
    await run();
    const before = databaseCheck(url, `${dir}-older`);
    await expect(older()).rejects.toThrow(
      "The SQL functions of this database were made by a newer Stoa (2026-02-01T09:00:00Z). Start that version, or restore a backup.",
    );
    expect(await one("select marks(1)")).toBe(101);
    // A running older version stays ready: during a rolling update the next version creates the functions first.
    await before.ready();
    await before.close();
  });

  test("one that fails changes nothing, and says which", async () => {
    await run();
    fn("marks", "create function marks(x int) returns int language sql stable as 'select x + count(*)::int from nowhere';");
    await expect(run()).rejects.toThrow(
      'The SQL functions of marks.sql could not be made and nothing was changed: relation "nowhere" does not exist',
    );
    expect(await one("select marks(10)")).toBe(11);
  });

  test("with MIGRATE off others than ours are an error, and a server with older ones is not ready", async () => {
    await run();
    fn("marks", "create function marks(x int) returns int language sql stable as 'select x';");
    await expect(run(false)).rejects.toThrow("The SQL functions of the database are those of another version, and MIGRATE is off.");
    revise("2026-02-01T09:00:00Z abf");
    const check = databaseCheck(url, dir);
    await expect(check.ready()).rejects.toThrow("not migrated");
    await run();
    await check.ready();
    await check.close();
  });

  test("the note of a change is later than the one before, and written once", () => {
    const at = join(dir, "functions");
    revise("2099-01-01T00:00:00Z 0123456789abcdef");
    expect(stampFunctions(at)).toBe(true);
    const { revision } = readFunctions(at);
    expect(revision).toMatch(/^2099-01-01T00:00:01Z [0-9a-f]{16}$/);
    expect(stampFunctions(at)).toBe(false);
    view("id");
    expect(isStamped(readFunctions(at))).toBe(false);
  });
});

test("db/functions/REVISION stands for the functions as they are: npm run types writes it", () => {
  expect(isStamped(readFunctions(join(import.meta.dirname, "../../db/functions")))).toBe(true);
});

test("two processes at once apply each file once, and a process killed in between leaves none half done", async () => {
  // The tenth migration waits for a lock that the test holds; the first process is killed there.
  const more = (n: number) => `insert into a values (${n}); select ${n === 10 ? "pg_advisory_xact_lock(10)" : "pg_sleep(0.02)"};`;
  for (let n = 3; n < 30; n += 1) file(`2026020109${String(n).padStart(2, "0")}_more`, more(n));
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
  await expect.poll(async () => (await gate.query(waitsForMe)).rowCount, { timeout: 25_000 }).toBe(1);
  doomed.child.kill("SIGKILL");
  await doomed.done;
  await gate.end();
  const [first, second] = [start(), start()];
  const [one, two] = await Promise.all([first.done, second.done]);
  expect(one + two).toBe(20);
  expect(await recorded()).toHaveLength(29);
  expect((await query(url, "select id from a group by id having count(*) > 1")).rows).toEqual([]);
  expect((await query(url, "select * from a")).rowCount).toBe(28);
});

test("readiness asks for the migrations of this code, and takes a newer one", async () => {
  const before = databaseCheck(url, dir);
  await expect(before.ready()).rejects.toThrow("schema_migrations");
  await run();
  await before.ready();
  file("202601030900_third", "select 1;");
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
