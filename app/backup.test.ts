import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import type * as pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sealAudit } from "#features/audit/server/service.ts";
import { erasedListName } from "#features/lifecycle/server/erased-list.ts";
import { eraseDue } from "#features/lifecycle/server/service.ts";
import { checkBackup, restoreBackup } from "#platform/backup/restore-backup.ts";
import { writeBackup } from "#platform/backup/write-backup.ts";
import { connectDatabases } from "#platform/db/connect.ts";
import { migrate, readMigrations } from "#platform/db/migrate.ts";
import { beginBackup, openFileStore } from "#platform/files/store.ts";
import { createLog } from "#platform/log.ts";
import { databasePrefix } from "#platform/test/database.ts";
import { inDatabase, withClient } from "#platform/test/left-databases.ts";
import { afterwards, fileColumns, keptFolders, leftOut, packageColumns } from "./backup-parts.ts";
import { eraseAgain, noteErased } from "./erase-again.ts";
import { buildServer } from "./server.ts";
import { startTestApp, testPassword, type Client, type TestApp } from "./test/app.ts";

const sqlFolder = join(import.meta.dirname, "../db");
const log = createLog({ level: "silent" });
const base = mkdtempSync(join(tmpdir(), "stoa-backup-"));
const folders = ["files", "packages"];

let app: TestApp;
let student: Client;
let attempt: { epoch: number; state: { attemptId: number } };
let seq = 0;

beforeAll(async () => {
  app = await startTestApp();
  student = await app.signIn("student", "a");
  const course = await app.aCourse("a");
  await app.anEnrolment("a", { courseId: course.id, userId: student.userId });
  attempt = (await student.post("/rest/progress/launch", { courseId: course.id })).json();
});
afterAll(async () => {
  await app.close();
  rmSync(base, { recursive: true });
});

/** Saves a fact as a page would. Returns its number once the server has said that it is stored. */
async function save(): Promise<number> {
  const number = ++seq;
  const reply = await student.post(`/rest/progress/attempts/${attempt.state.attemptId}/commits`, {
    clientId: "under-a-backup",
    epoch: attempt.epoch,
    commits: [{ seq: number, fact: { kind: "view", pageId: "p1" } }],
  });
  expect(reply.json().stored).toEqual([number]);
  return number;
}

/** A new empty database of the run's server. */
async function emptyDatabase(): Promise<string> {
  const name = `${databasePrefix()}restored_${randomBytes(4).toString("hex")}`;
  await withClient(inject("superUrl"), (client) => client.query(`create database ${name}`));
  return inDatabase(inject("superUrl"), name);
}

const back = (file: string, databaseUrl = app.databaseUrl, removed = (place: string) => place) =>
  writeBackup(file, { databaseUrl, folders: keptFolders(app.config.dataDir, removed), leftOut, product: "Stoa", version: "0.1.0" });
const restore = (file: string, databaseUrl: string, dataDir: string) =>
  restoreBackup(file, { databaseUrl, sqlFolder, dataDir, folders, afterwards });

const one = async <T extends pg.QueryResultRow>(url: string, text: string) =>
  (await withClient(url, (client) => client.query<T>(text))).rows;
const tables = (url: string) =>
  one<{ name: string }>(
    url,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );

test(
  "F23: a backup of a running server under commits restores with every commit that was acknowledged before it",
  { timeout: 60_000 },
  async () => {
    const store = openFileStore(join(app.config.dataDir, "files"));
    const bytes = randomBytes(300_000);
    const kept = await store.put(bytes);
    const portalId = app.portal("a").id;
    await app.databases.inSystem("prepare a test", (db) =>
      sql`insert into files (portal_id, storage_key, name, media_type, bytes, sha256) values
      (${portalId}, ${kept.key}, ${"Zeile\n\\.\tü"}, 'image/png', ${kept.bytes}, ${kept.sha256})`.execute(db),
    );
    await app.databases.inSystem("prepare a test", (db) =>
      sql`insert into jobs (portal_id, owner_id, kind, input, state, handed_at) values (${portalId}, ${student.userId}, 'none', '{}', 'queued', now())`.execute(
        db,
      ),
    );
    await sealAudit(app.databases, log);

    const before: number[] = [];
    for (let n = 0; n < 5; n++) before.push(await save());
    const state = { isOver: false };
    const file = join(base, "running.tar.gz");
    const making = back(file).finally(() => (state.isOver = true));
    const meanwhile: number[] = [];
    while (!state.isOver) meanwhile.push(await save());
    const end = await making;
    expect(end.missing).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const dataDir = mkdtempSync(join(base, "data-"));
    const url = await emptyDatabase();
    await restore(file, url, dataDir);
    const saved = await one<{ seq: number }>(url, "select seq::int as seq from commit_log where client_id = 'under-a-backup' order by seq");
    const numbers = saved.map((row) => row.seq);
    expect(numbers.slice(0, before.length)).toEqual(before);
    // A snapshot: what came later is there up to some moment, and nothing of what follows.
    expect(numbers).toEqual([...before, ...meanwhile].slice(0, numbers.length));
    for (const { name } of await tables(app.databaseUrl)) {
      const [now] = await one<{ n: number }>(url, `select count(*)::int as n from ${name}`);
      const expected = leftOut.includes(name) ? 0 : (end.rows[name] ?? (name === "schema_functions" ? 0 : (now?.n ?? 0)));
      expect([name, now?.n]).toEqual([name, expected]);
    }
    // Row for row, of what nobody changed meanwhile.
    for (const table of ["users", "memberships", "portals", "audit_links", "files", "role_assignments", "course_versions"]) {
      const digest = `select md5(string_agg(t::text, ',' order by t::text)) as rows from ${table} t`;
      expect([table, await one(url, digest)]).toEqual([table, await one(app.databaseUrl, digest)]);
    }
    expect(await buffer(await openFileStore(join(dataDir, "files")).open(kept.key))).toEqual(bytes);
    // The keys and the rings of permission are as they were made.
    const shape = `select (select json_agg(pg_get_constraintdef(oid) order by conrelid::regclass::text, conname) from pg_constraint
      where connamespace = 'public'::regnamespace) as keys,
    (select json_agg(relname || relrowsecurity || relforcerowsecurity order by relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r') as secured`;
    expect(await one(url, shape)).toEqual(await one(app.databaseUrl, shape));

    // It starts: the functions are made, people sign in with their passwords, new rows get new ids, the audit chain is whole.
    await migrate(url, { dir: sqlFolder, log });
    const databases = connectDatabases({ ownerUrl: url, appUrl: undefined, config: app.config });
    const page = { html: async () => "", development: false };
    const server = await buildServer({ config: { ...app.config, dataDir }, databases, log, page });
    try {
      const { host } = app.portal("a");
      const anonymous = app.anonymous("a");
      const reply = await server.inject({
        method: "POST",
        url: "/rest/auth/login",
        headers: {
          host,
          origin: `http://${host}`,
          "sec-fetch-site": "same-origin",
          cookie: anonymous.cookie,
          "x-csrf-token": anonymous.csrf,
        },
        payload: { email: "student@a.test", password: testPassword },
      });
      expect(reply.statusCode).toBe(200);
      await sealAudit(databases, log);
      const { rows } = await databases.inSystem("check a test", (db) => sql`select * from check_audit(${portalId}, 20)`.execute(db));
      expect(rows).toEqual([]);
      expect(await one(url, "select state, handed_at from jobs")).toEqual([{ state: "queued", handed_at: null }]);
    } finally {
      await server.close();
      await databases.close();
    }
  },
);

test("security.md 3.8: whoever was erased after a backup is erased again by the start after its restore, by a list that names nobody", async () => {
  const portalId = app.portal("a").id;
  const files = openFileStore(join(app.config.dataDir, "files"));
  const [gone, stays] = [await app.aPerson("a", { givenName: "Erased", familyName: "Person" }), await app.aPerson("a")];
  const file = join(base, "before-erasing.tar.gz");
  await back(file);
  const { start } = await checkBackup(file, { sqlFolder, folders });
  const admin = await app.signIn("admin", "a");
  const asked = await admin.post(`/rest/lifecycle/people/${gone.id}/erasure`, { when: "later", reason: "Asked by letter" });
  expect(asked.statusCode, asked.body).toBe(200);
  await withClient(app.databaseUrl, (client) => client.query("update erasures set due_at = now() where user_id = $1", [gone.id]));
  expect(await eraseDue(app.databases, files)).toBe(1);

  // The list holds numbers and a time.
  const list = join(app.config.dataDir, erasedListName);
  expect(Object.keys(JSON.parse(readFileSync(list, "utf8").trim().split("\n").at(-1) ?? "{}"))).toEqual(["portal", "user", "at"]);
  expect(statSync(list).mode & 0o777).toBe(0o600);

  const dataDir = mkdtempSync(join(base, "data-"));
  const url = await emptyDatabase();
  await restore(file, url, dataDir);
  expect(await one(url, `select email from users where id = ${gone.id}`)).toEqual([{ email: gone.email }]);
  expect(noteErased(dataDir, start.madeAt, list)).toBe(1);
  expect(noteErased(dataDir, new Date(Date.now() + 2 * 3_600_000).toISOString(), list)).toBe(0);
  expect(noteErased(dataDir, start.madeAt, join(base, "no-list"))).toBeNull();
  await migrate(url, { dir: sqlFolder, log });
  const databases = connectDatabases({ ownerUrl: url, appUrl: undefined, config: app.config });
  try {
    const again = { dataDir, databases, files: openFileStore(join(dataDir, "files")), log };
    await eraseAgain(again);
    expect(
      await one(url, `select kind, given_name, family_name, email like '%@erased.invalid' as nobody from users where id = ${gone.id}`),
    ).toEqual([{ kind: "departed", given_name: "", family_name: "", nobody: true }]);
    expect(await one(url, `select kind, email from users where id = ${stays.id}`)).toEqual([{ kind: "person", email: stays.email }]);
    await sealAudit(databases, log);
    const { rows } = await databases.inSystem("check a test", (db) => sql`select * from check_audit(${portalId}, 20)`.execute(db));
    expect(rows).toEqual([]);
    // Once: a later start finds nothing to do.
    await eraseAgain(again);
    expect(await one(url, `select count(*)::int as n from erasures where user_id = ${gone.id}`)).toEqual([{ n: 1 }]);
  } finally {
    await databases.close();
  }
});

test("a package is kept with all its files, whatever they are called", async () => {
  const folder = join(app.config.dataDir, "packages", "1".repeat(32));
  const path = join("Übung ".repeat(20).trim(), "läuft.html");
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), "<p>läuft</p>");
  writeFileSync(join(folder, "empty.js"), "");
  const file = join(base, "package.tar.gz");
  const [, packages] = keptFolders(app.config.dataDir, (place) => place);
  const named = {
    ...packages,
    name: "packages",
    folder: join(app.config.dataDir, "packages"),
    named: () => `select '${"1".repeat(32)}' as path`,
  };
  const end = await writeBackup(file, { databaseUrl: app.databaseUrl, folders: [named], leftOut, product: "Stoa", version: "0.1.0" });
  expect(end.files).toEqual({ packages: 2 });
  const dataDir = mkdtempSync(join(base, "data-"));
  await restore(file, await emptyDatabase(), dataDir);
  const restored = join(dataDir, "packages", "1".repeat(32));
  expect(readFileSync(join(restored, path), "utf8")).toBe("<p>läuft</p>");
  expect(readFileSync(join(restored, "empty.js"), "utf8")).toBe("");
});

test("what is removed while a backup is made is in it, and gone afterwards", async () => {
  const dir = join(app.config.dataDir, "files");
  const store = openFileStore(dir);
  const { key } = await store.put(Buffer.from("removed meanwhile"));
  await app.databases.inSystem("prepare a test", (db) =>
    sql`insert into files (portal_id, storage_key, name, media_type, bytes, sha256) values
      (${app.portal("a").id}, ${key}, 'a', 'text/plain', 17, '')`.execute(db),
  );
  const aside = await beginBackup(dir);
  await expect(beginBackup(dir)).rejects.toThrow("Another backup of this data folder is being made.");
  await store.remove(key);
  expect(await store.stat(key)).toBeNull();
  const file = join(base, "removed.tar.gz");
  expect(await back(file, app.databaseUrl, aside.removed)).toMatchObject({ missing: [] });
  await aside.end();
  const later = await back(join(base, "later.tar.gz"), app.databaseUrl, aside.removed);
  expect(later.missing).toEqual([`files/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`]);
  const dataDir = mkdtempSync(join(base, "data-"));
  await restore(file, await emptyDatabase(), dataDir);
  expect(String(await buffer(await openFileStore(join(dataDir, "files")).open(key)))).toBe("removed meanwhile");
});

test("a backup that is cut off, changed, of a newer version or no backup is refused with a sentence, and so is a target that holds something", async () => {
  const file = join(base, "whole.tar.gz");
  await back(file);
  await expect(back(file)).rejects.toThrow(`${file} is there already. Name another file.`);
  const whole = readFileSync(file);
  const plain = gunzipSync(whole);
  const url = await emptyDatabase();
  const dataDir = join(base, "nothing");
  const broken = join(base, "broken.tar.gz");
  const refusedAs = async (bytes: Buffer, sentence: string) => {
    writeFileSync(broken, bytes);
    await expect(checkBackup(broken, { sqlFolder, folders })).rejects.toThrow(sentence);
  };
  /** The same while restoring, where an alteration can come after the check: the database stays empty. */
  const undone = async (bytes: Buffer, sentence: string) => {
    await refusedAs(bytes, sentence);
    await expect(restore(broken, url, mkdtempSync(join(base, "data-")))).rejects.toThrow(sentence);
    expect(await tables(url)).toEqual([]);
  };
  const altered = `${broken} is not a whole backup: it was cut off or changed. Nothing was restored.`;
  await refusedAs(whole.subarray(0, whole.length >> 1), altered);
  await undone(whole.subarray(0, whole.length - 1), altered);
  await refusedAs(Buffer.concat([whole, Buffer.from("x")]), altered);
  await refusedAs(gzipSync(plain.subarray(0, plain.length - 1024 - 512)), altered);
  await refusedAs(Buffer.from("not a backup"), altered);
  await refusedAs(Buffer.alloc(0), altered);
  const changed = Buffer.from(plain);
  const at = changed.indexOf("student@a.test");
  changed.write("studend", at);
  await undone(gzipSync(changed), altered);
  // A name that leads out of its folder.
  const outside = Buffer.from(plain.toString("latin1").replace("files/", "../../"), "latin1");
  await refusedAs(gzipSync(outside), altered);

  const first = readMigrations(join(sqlFolder, "migrations"))[0]?.name ?? "";
  const newer = (from: string, to: string) => {
    const bytes = Buffer.from(plain);
    bytes.write(to, bytes.indexOf(from));
    return gzipSync(bytes);
  };
  await refusedAs(
    newer('"form": 1', '"form": 9'),
    `${broken} was made by a newer Stoa (0.1.0). Restore it with that version or a later one.`,
  );
  const unknown = first.replace("202611", "209911");
  await refusedAs(
    newer(first, unknown),
    `${broken} was made by a newer Stoa (0.1.0, migration ${unknown}). Restore it with that version or a later one.`,
  );
  await expect(restore(join(base, "none.tar.gz"), url, dataDir)).rejects.toThrow(`There is no file ${join(base, "none.tar.gz")}.`);

  await expect(restore(file, app.databaseUrl, dataDir)).rejects.toThrow(
    "The database that DATABASE_URL names is not empty. Restore into an empty one, so that nothing is lost.",
  );
  await restore(file, url, mkdtempSync(join(base, "data-")));
});

test("a backup of an older version is restored as it was, and migrated by the next start", async () => {
  const all = readMigrations(join(sqlFolder, "migrations"));
  const old = mkdtempSync(join(base, "old-"));
  mkdirSync(join(old, "migrations"));
  const last = all.at(-1)?.name ?? "";
  for (const { name } of all.slice(0, -1)) cpSync(join(sqlFolder, "migrations", `${name}.sql`), join(old, "migrations", `${name}.sql`));
  cpSync(join(sqlFolder, "functions/for-tables"), join(old, "functions/for-tables"), { recursive: true });
  const from = await emptyDatabase();
  await migrate(from, { dir: old, log });
  await one(from, "insert into portals (slug, name) values ('old', 'Old')");
  const file = join(base, "old.tar.gz");
  await back(file, from);
  const url = await emptyDatabase();
  await restore(file, url, mkdtempSync(join(base, "data-")));
  const applied = async () =>
    (await one<{ name: string }>(url, "select name from schema_migrations order by name")).map(({ name }) => name);
  expect(await applied()).not.toContain(last);
  expect(await migrate(url, { dir: sqlFolder, log })).toEqual({ applied: [last] });
  expect(await one(url, "select slug from portals")).toEqual([{ slug: "old" }]);
  const [made] = await one<{ id: number }>(url, "insert into portals (slug, name) values ('new', 'New') returning id::int as id");
  expect(made?.id).toBeGreaterThan(1);
});

test("every column that names a stored file is one whose files are kept, and every table's rows can be read", async () => {
  const named = await one<{ name: string }>(
    app.databaseUrl,
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name ~ '(file|storage|package)_key$' order by 1`,
  );
  const kept = named.map(({ name }) => name).filter((name) => !leftOut.includes(name.replace(/\..*/, "")));
  expect(kept).toEqual([...fileColumns, ...packageColumns].toSorted());
  const known = new Set((await tables(app.databaseUrl)).map(({ name }) => name));
  expect(leftOut.filter((name) => !known.has(name))).toEqual([]);
});
