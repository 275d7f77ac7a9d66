// The built-in database with real processes and signals. When run as root, PostgreSQL runs as another user; one test runs everything as an
// ordinary user.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as pg from "pg";
import { afterAll, afterEach, expect, test } from "vitest";
import { canReach, findProgram, platformPackage } from "./program.ts";

const script = fileURLToPath(new URL("embedded-child.ts", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));
const base = mkdtempSync(join(tmpdir(), "stoa-pg-"));
chmodSync(base, 0o711);
/** Most tests share one cluster, one after the other: creating it is the slowest part. */
const sharedDir = join(base, "data");
const isRoot = process.getuid?.() === 0;
const nobody = 65534;
const children = new Set<ChildProcess>();
const clusters = new Set<string>();

/** The postmaster's process id; NaN when there is none. The pid file can appear or vanish at any moment. */
const postmasterOf = (dataDir: string) => {
  try {
    return Number.parseInt(readFileSync(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8"), 10);
  } catch {
    return Number.NaN;
  }
};

/** Waits until the condition holds; the test's time limit ends a wait for one that never does. */
const until = async (what: () => boolean) => {
  while (!what()) await pause(20);
};

const gone = (pid: number) => {
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return process.platform === "linux" || spawnSync("kill", ["-0", String(pid)]).status !== 0;
  }
};

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
  for (const dataDir of clusters) {
    const pid = postmasterOf(dataDir);
    if (Number.isNaN(pid) || gone(pid)) continue;
    process.kill(pid, "SIGQUIT");
    await until(() => gone(pid));
  }
  clusters.clear();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Opened {
  readonly child: ChildProcess;
  readonly superUrl: string;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly kept: () => number;
  /** Everything the process wrote to standard output, the log included. */
  readonly out: () => string;
}

interface Outcome {
  readonly code: number | null;
  readonly said: string;
}

interface Options {
  readonly words?: string[];
  readonly uid?: number;
  readonly command?: readonly [string, ...string[]];
  /** What is started; the file beside this one unless told. */
  readonly file?: string;
}

function launch(dataDir: string, { words = [], uid, command = [process.execPath], file = script }: Options) {
  clusters.add(dataDir);
  const child = spawn(command[0], [...command.slice(1), file, dataDir, ...words], {
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  children.add(child);
  return child;
}

/** Starts a process and waits for its database. */
function open(dataDir: string, options: Options = {}): Promise<Opened> {
  const child = launch(dataDir, options);
  let out = "";
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done, fail) => {
    child.once("exit", (code) => fail(new Error(`left with ${code}: ${said}`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      const [, superUrl, ownerUrl, appUrl] = /^open (\S+) (\S+) (\S+)\n/m.exec(out) ?? [];
      if (superUrl && ownerUrl && appUrl)
        done({
          child,
          superUrl,
          ownerUrl,
          appUrl,
          out: () => out,
          kept: () => Number(/.*^kept (\d+)\n/ms.exec(out)?.[1] ?? 0),
        });
    });
  });
}

/** Starts a process that is expected to exit by itself. */
function attempt(dataDir: string, options: Options = {}): Promise<Outcome> {
  const child = launch(dataDir, options);
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stdout?.on("data", (chunk: Buffer) => /^open /m.test(chunk.toString()) && child.kill("SIGTERM"));
  return new Promise((done) => child.once("close", (code) => done({ code, said: said.trim() })));
}

const leave = ({ child }: Opened, signal: NodeJS.Signals) =>
  new Promise<number | null>((done) => {
    child.once("exit", (code) => done(code));
    child.kill(signal);
  });

async function ask(url: string, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0] ?? {};
  } finally {
    await client.end();
  }
}

test("is durable, closed to others, owned by a login without powers, and ends with its process", async () => {
  const opened = await open(sharedDir);
  const settings = await ask(
    opened.superUrl,
    `select current_setting('fsync') || current_setting('synchronous_commit') || current_setting('full_page_writes')
        || current_setting('data_checksums') as durable, current_setting('listen_addresses') as listen`,
  );
  expect(settings).toEqual({ durable: "onononon", listen: "" });
  expect(
    await ask(opened.ownerUrl, "select current_user::text, rolsuper, rolcreaterole from pg_roles where rolname = current_user"),
  ).toEqual({
    current_user: "stoa_owner",
    rolsuper: false,
    rolcreaterole: false,
  });
  expect(await ask(opened.ownerUrl, "set role stoa_system")).toEqual({});
  expect(await ask(opened.appUrl, "set role stoa_app")).toEqual({});
  await expect(ask(opened.appUrl, "set role stoa_system")).rejects.toThrow("permission denied");
  await expect(ask(opened.ownerUrl.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toThrow("password authentication failed");
  expect(statSync(join(sharedDir, "postgres/password")).mode & 0o777).toBe(0o600);
  expect(statSync(join(sharedDir, "postgres/cluster")).uid === 0).toBe(false);
  expect(readdirSync(join(sharedDir, "postgres")).filter((name) => /new/.test(name))).toEqual([]);
  const pid = postmasterOf(sharedDir);
  expect(await leave(opened, "SIGTERM")).toBe(0);
  expect(gone(pid)).toBe(true);
});

test("kill -9 of the app leaves the server to the next start, and no acknowledged row is lost", async () => {
  const first = await open(sharedDir, { words: ["write"] });
  await until(() => first.kept() > 50);
  const pid = postmasterOf(sharedDir);
  await leave(first, "SIGKILL");
  const second = await open(sharedDir, { words: ["write"] });
  expect(postmasterOf(sharedDir)).toBe(pid);
  expect(Number((await ask(second.ownerUrl, "select count(*) as n from kept")).n)).toBeGreaterThanOrEqual(first.kept());
  // Now kill application and server together: the next start recovers from the write-ahead log.
  await until(() => second.kept() > first.kept() + 50);
  process.kill(pid, "SIGKILL");
  await leave(second, "SIGKILL");
  const third = await open(sharedDir);
  expect(postmasterOf(sharedDir)).not.toBe(pid);
  expect(Number((await ask(third.ownerUrl, "select max(id) as n from kept")).n)).toBeGreaterThanOrEqual(second.kept());
}, 60_000);

test("a server that died is started again, one that hangs is ended at the next start", async () => {
  const first = await open(sharedDir);
  const pid = postmasterOf(sharedDir);
  process.kill(pid, "SIGKILL");
  await until(() => postmasterOf(sharedDir) > 0 && postmasterOf(sharedDir) !== pid);
  await until(() => first.out().split("is running").length === 3);
  await ask(first.ownerUrl, "select 1");
  const hung = postmasterOf(sharedDir);
  await leave(first, "SIGKILL");
  process.kill(hung, "SIGSTOP");
  const second = await open(sharedDir);
  expect(gone(hung)).toBe(true);
  await ask(second.ownerUrl, "select 1");
}, 60_000);

test("a postmaster.pid whose number now belongs to another program does not stand in the way", async () => {
  await leave(await open(sharedDir), "SIGTERM");
  const file = join(sharedDir, "postgres/cluster/postmaster.pid");
  const other = spawn("sleep", ["60"]);
  children.add(other);
  writeFileSync(file, `${other.pid}\n${sharedDir}/postgres/cluster\n1700000000\n5432\n../run\n\n`);
  await leave(await open(sharedDir), "SIGTERM");
});

test("a second whole server on the folder is refused, other processes join, the last one ends the server", async () => {
  const first = await open(sharedDir, { words: ["sole"] });
  expect(await attempt(sharedDir, { words: ["sole"] })).toEqual({
    code: 1,
    said: `Stoa is already running on the data folder ${sharedDir}. Stop it first, or name another folder in STOA_DATA.`,
  });
  const worker = await open(sharedDir);
  const pid = postmasterOf(sharedDir);
  await leave(first, "SIGTERM");
  await ask(worker.ownerUrl, "select 1");
  // The lock of a dead process does not count.
  const again = await open(sharedDir, { words: ["sole"] });
  await leave(again, "SIGKILL");
  const last = await open(sharedDir, { words: ["sole"] });
  expect(postmasterOf(sharedDir)).toBe(pid);
  await leave(worker, "SIGTERM");
  expect(gone(pid)).toBe(false);
  await leave(last, "SIGTERM");
  expect(gone(pid)).toBe(true);
}, 60_000);

test("many processes starting at once on an empty folder share one server", async () => {
  const dataDir = join(base, "crowd");
  const all = await Promise.all([1, 2, 3].map(() => open(dataDir)));
  const ids = await Promise.all(all.map(({ superUrl }) => ask(superUrl, "select system_identifier::text as id from pg_control_system()")));
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  await Promise.all(all.map((one) => leave(one, "SIGTERM")));
}, 60_000);

/** The link through which a deep data folder's socket is reached. Anybody can make one in the temporary folder. */
const linkTo = (dataDir: string) =>
  join(tmpdir(), `stoa-${createHash("sha256").update(join(dataDir, "postgres/run")).digest("hex").slice(0, 16)}`);
function linkOfAnother(dataDir: string): string {
  const link = linkTo(dataDir);
  symlinkSync(join(dataDir, "postgres/run"), link);
  lchownSync(link, 4711, 4711);
  return link;
}

/** For who keeps new files from everybody else: a checkout and data folder of root that no other user enters, but for the database's own. */
const unshared: Options = { command: ["/bin/sh", "-c", 'umask 077; exec "$0" "$@"', process.execPath] };

test("a private or very deep folder works, made under a strict umask too, and so does a lost password file", async () => {
  const secluded = join(base, "private");
  mkdirSync(secluded, { mode: 0o700 });
  const dataDir = join(secluded, "d".repeat(90), "data");
  await leave(await open(dataDir, unshared), "SIGTERM");
  // Another user's link to it is not used.
  if (isRoot) linkOfAnother(dataDir);
  rmSync(join(dataDir, "postgres/password"));
  const opened = await open(dataDir);
  await ask(opened.ownerUrl, "select 1");
  expect(lstatSync(linkTo(dataDir)).uid).toBe(process.getuid?.());
  expect(await leave(opened, "SIGTERM")).toBe(0);
});

/**
 * Node and what a test's process is made of, where another user reaches them: in place, else a copy. A checkout may lie in a folder that is closed to
 * all but root.
 */
function reachedBy(uid: number): Pick<Options, "command" | "file"> {
  const user = { uid, gid: uid, name: "another" };
  if (!isRoot || (canReach(process.execPath, user) && canReach(script, user))) return {};
  const copy = join(base, "copy");
  const has = new Set<string>();
  const bring = (name: string) => {
    if (has.has(name)) return;
    has.add(name);
    const from = join(root, "node_modules", name);
    cpSync(from, join(copy, "node_modules", name), { recursive: true, filter: (path) => !path.endsWith(".a") });
    const { dependencies = {} } = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as { dependencies?: object };
    Object.keys(dependencies).forEach(bring);
  };
  for (const name of ["pg", "pino", "kysely", "zod", relative(join(root, "node_modules"), platformPackage())]) bring(name);
  for (const name of ["package.json", "platform"]) cpSync(join(root, name), join(copy, name), { recursive: true });
  cpSync(process.execPath, join(copy, "node"));
  // A checkout made under a strict umask is readable for root alone, and so is its copy.
  spawnSync("chmod", ["-R", "a+rX", copy]);
  return { command: [join(copy, "node")], file: join(copy, relative(root, script)) };
}

test("runs as an ordinary user, who is told about folders that are not theirs", async () => {
  const uid = isRoot ? nobody : (process.getuid?.() ?? 0);
  const reached = reachedBy(uid);
  const home = join(base, "ordinary");
  mkdirSync(home);
  if (isRoot) chownSync(home, uid, uid);
  const dataDir = join(home, "data");
  const opened = await open(dataDir, { uid, ...reached });
  expect(statSync(join(dataDir, "postgres/cluster")).uid).toBe(uid);
  await leave(opened, "SIGTERM");
  if (isRoot) {
    const deep = join(home, "d".repeat(90));
    const link = linkOfAnother(deep);
    const refused = await attempt(deep, { uid, ...reached });
    rmSync(link);
    expect(refused).toEqual({
      code: 1,
      said: `${link} is in the way and belongs to another user. Remove it, or name a folder with a shorter path in STOA_DATA.`,
    });
  }
  if (!isRoot) chmodSync(home, 0o500);
  else chownSync(home, 0, 0);
  const other = join(home, "other");
  expect(await attempt(other, { uid, ...reached })).toEqual({
    code: 1,
    said: `Stoa may not write to ${other}. Give this user the folder, or name another one in STOA_DATA.`,
  });
  chmodSync(home, 0o755);
  const file = join(base, "file");
  writeFileSync(file, "");
  expect((await attempt(file)).said).toBe(`${file} is not a folder. Name a folder in STOA_DATA.`);
  // Started by root, the database keeps running as the user that owns its folder.
  if (isRoot) await leave(await open(dataDir), "SIGTERM");
}, 60_000);

test("a database of another major version is refused in one sentence", async () => {
  const dataDir = join(base, "old");
  mkdirSync(join(dataDir, "postgres/cluster"), { recursive: true });
  if (isRoot) chownSync(join(dataDir, "postgres/cluster"), nobody, nobody);
  writeFileSync(join(dataDir, "postgres/cluster/PG_VERSION"), "17\n");
  writeFileSync(join(dataDir, "postgres/password"), "x");
  const { code, said } = await attempt(dataDir);
  expect(code).toBe(1);
  expect(said).toMatch(/^The database in .* was made by PostgreSQL 17 and this Stoa brings 18\. /);
});

test("binaries in a private checkout, without their library links, are made complete or copied out", () => {
  const checkout = join(base, "checkout");
  const links = readdirSync(join(platformPackage(), "native/lib"), { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  cpSync(platformPackage(), checkout, { recursive: true, filter: (path) => !path.endsWith(".a") });
  for (const { name } of links) rmSync(join(checkout, "native/lib", name), { force: true });
  chmodSync(checkout, 0o700);
  const postgresDir = join(base, "program");
  mkdirSync(postgresDir);
  chmodSync(postgresDir, 0o711);
  const found = findProgram(postgresDir, join(postgresDir, "cluster"), checkout);
  expect(found.version).toMatch(/^18\./);
  expect(found.bin.startsWith(isRoot ? postgresDir : checkout)).toBe(true);
  for (const { name } of links) expect(existsSync(join(found.bin, "../lib", name))).toBe(true);
  // The next call finds the same copy.
  expect(findProgram(postgresDir, join(postgresDir, "cluster"), checkout)).toEqual(found);
});

// A small disk needs a mount, which not every machine allows; data-dir.test.ts tests the sentence as well.
const onSmallDisk = (dir: string): [string, ...string[]] => {
  const mounted = `mount -t tmpfs -o size=12m,mode=777 tmpfs ${dir} && exec`;
  return isRoot
    ? ["unshare", "-m", "sh", "-c", `${mounted} "$0" "$@"`]
    : ["unshare", "-rm", "sh", "-c", `${mounted} unshare -U --map-user=${process.getuid?.()} "$0" "$@"`];
};
const [mount, ...mountArgs] = onSmallDisk(base);
if (spawnSync(mount, [...mountArgs, "true"]).status === 0)
  test("a full disk is one sentence", async () => {
    const disk = join(base, "disk");
    mkdirSync(disk);
    const { code, said } = await attempt(join(disk, "data"), { command: [...onSmallDisk(disk), process.execPath] });
    expect(code).toBe(1);
    expect(said).toMatch(/^The disk that holds .* is full\. Free some space and start again\.$/);
  });
