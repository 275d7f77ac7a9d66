// What an operator is told about a server of their own. The built-in server, reached over its socket, stands in for it; small fake
// servers play the failures that it cannot produce.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureRoles } from "../db/roles.ts";
import { createLog } from "../log.ts";
import { checkDurability } from "./durability.ts";
import { openEmbedded, type Embedded } from "./embedded.ts";
import { openExternal } from "./external.ts";

const base = mkdtempSync(join(tmpdir(), "stoa-external-"));
let server: Embedded;

beforeAll(async () => {
  server = await openEmbedded({ dataDir: join(base, "data"), log: createLog({ level: "silent" }) });
});
afterAll(async () => {
  await server.stop();
  rmSync(base, { recursive: true });
});

const admin = async (sql: string) => {
  const client = new pg.Client(server.superUrl);
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

const as = (login: string, password: string, database = "stoa") =>
  server.superUrl.replace(/\/\/.*@\/postgres/, `//${login}:${password}@/${database}`);

/** A server that answers each message of a client with the given bytes. */
async function fake(answer: (socket: Socket, message: Buffer) => void) {
  const listening = createServer((socket) => socket.on("data", (message) => answer(socket, message)).on("error", () => undefined));
  await new Promise<void>((done) => listening.listen(0, "127.0.0.1", () => done()));
  return { port: (listening.address() as AddressInfo).port, close: () => listening.close() };
}

const message = (type: string, ...parts: (string | number[])[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

test("each way to be wrong is one sentence without the password", async () => {
  const wrong = async (url: string) => {
    const error = await openExternal(url).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error?.message ?? "").not.toContain("hunter2");
    return error?.message;
  };
  expect(await wrong("postgresql://u:hunter2@127.0.0.1:1/stoa")).toBe("No PostgreSQL answers at 127.0.0.1:1, which DATABASE_URL names.");
  expect(await wrong("postgresql://u:hunter2@nowhere.invalid/stoa")).toBe(
    "DATABASE_URL names the host nowhere.invalid, which cannot be found.",
  );
  expect(await wrong(as("stoa_owner", "hunter2"))).toMatch(/^PostgreSQL at \/.* refused the user or the password of DATABASE_URL\.$/);
  expect(await wrong(as("nobody_here", "hunter2"))).toMatch("refused the user or the password");
  expect(await wrong(server.ownerUrl.replace("/stoa?", "/missing?"))).toMatch(/^There is no database called "missing" at /);
  expect(await wrong(server.ownerUrl)).toBeUndefined();
});

test("an older server is refused", async () => {
  const row = message("D", [0, 2, 0, 0, 0, 6], "140011", [0, 0, 0, 5], "14.11");
  const column = (name: string, type: number) => [
    ...Buffer.from(`${name}\0`),
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    type,
    0,
    4,
    255,
    255,
    255,
    255,
    0,
    0,
  ];
  const columns = message("T", [0, 2], column("version", 23), column("name", 25));
  const ready = message("Z", "I");
  const old = await fake((socket, said) => {
    if (said[0] === 0) socket.write(Buffer.concat([message("R", [0, 0, 0, 0]), ready]));
    else if (said[0] === 81) socket.write(Buffer.concat([columns, row, message("C", "SELECT 1\0"), ready]));
  });
  await expect(openExternal(`postgresql://u:p@127.0.0.1:${old.port}/stoa`)).rejects.toThrow(
    "The server of DATABASE_URL is PostgreSQL 14.11; Stoa needs 15 or newer.",
  );
  old.close();
});

test("something that is no PostgreSQL is named as such", async () => {
  const web = await fake((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await expect(openExternal(`postgresql://u:p@127.0.0.1:${web.port}/stoa`)).rejects.toThrow(
    new RegExp(`^PostgreSQL at 127\\.0\\.0\\.1:${web.port}, which DATABASE_URL names, `),
  );
  web.close();
});

test("a login without the right to make roles is told what to run, and that suffices", async () => {
  await admin("create role plain login password 'plain'");
  await admin("create role web login noinherit password 'web'");
  const said = await ensureRoles(as("plain", "plain"), { appUrl: as("web", "web") }).catch((error: Error) => error.message);
  expect(said).toMatch('The database login "plain" may not make or grant the roles Stoa needs.');
  const sql = /run once: (.*)$/.exec(said ?? "")?.[1] ?? "";
  expect(sql).toBe('grant stoa_app, stoa_people, stoa_system to "plain"; grant stoa_app to "web";');
  await admin(sql);
  await ensureRoles(as("plain", "plain"), { appUrl: as("web", "web") });
});

test("a second login that could reach every portal is refused", async () => {
  await admin("create role wide login noinherit password 'wide'; grant stoa_app, stoa_system to wide");
  await admin("create role bit login noinherit password 'bit'; grant stoa_app, stoa_people to bit");
  await admin("create role mighty login superuser password 'mighty'");
  await admin("create role keeper; create role heir login noinherit password 'heir'; grant stoa_app, keeper to heir");
  const inStoa = server.superUrl.replace("/postgres?", "/stoa?");
  const client = new pg.Client(inStoa);
  await client.connect();
  await client.query("create table owned (id int); alter table owned owner to keeper");
  for (const [login, why] of [
    ["wide", "may also become stoa_system"],
    ["bit", "may also become stoa_people"],
    ["mighty", "may bypass row-level security"],
    ["heir", "owns Stoa's tables"],
  ] as const)
    await expect(ensureRoles(inStoa, { appUrl: as(login, login) })).rejects.toThrow(
      `The login "${login}" of DATABASE_APP_URL ${why}, so one injected statement could reach more than its portal shows it. Name a login that is a member of stoa_app and nothing else.`,
    );
  await expect(ensureRoles(server.ownerUrl, { appUrl: server.ownerUrl })).rejects.toThrow("may also become stoa_system");
  await ensureRoles(server.ownerUrl, { appUrl: server.appUrl });
  await client.query("drop table owned");
  await client.end();
});

test("a login that may make roles needs nobody's help", async () => {
  const own = await openEmbedded({ dataDir: join(base, "own"), log: createLog({ level: "silent" }) });
  const client = new pg.Client(own.superUrl);
  await client.connect();
  await client.query("create role maker login createrole password 'maker'; drop role stoa_system, stoa_people, stoa_app");
  const url = own.superUrl.replace(/\/\/.*@/, "//maker:maker@");
  await Promise.all([ensureRoles(url), ensureRoles(url), ensureRoles(url)]);
  const maker = new pg.Client(url);
  await maker.connect();
  await maker.query("set role stoa_app; reset role; set role stoa_people; reset role; set role stoa_system; reset role");
  await client.query("alter role stoa_app bypassrls");
  await expect(ensureRoles(url)).rejects.toThrow("alter role stoa_app nosuperuser nobypassrls;");
  await maker.end();
  await client.end();
  await own.stop();
});

test("settings that break the promise of saved are refused", async () => {
  expect(await checkDurability(server.ownerUrl)).toEqual({ problems: [], warnings: [] });
  await admin("alter role plain set synchronous_commit = off");
  expect((await checkDurability(as("plain", "plain"))).problems).toEqual([
    "PostgreSQL runs with synchronous_commit off: work that was answered with saved could be lost. Turn it on and start again.",
  ]);
  for (const name of ["fsync", "full_page_writes"]) {
    await admin(`alter system set ${name} = off`);
    await admin("select pg_reload_conf()");
    await expect.poll(async () => (await checkDurability(server.ownerUrl)).problems.join()).toMatch(`with ${name} off`);
    await admin(`alter system reset ${name}`);
    await admin("select pg_reload_conf()");
  }
});
