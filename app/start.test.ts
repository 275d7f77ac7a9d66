// Starting and stopping as an operator sees it: bin/stoa.mjs with real processes, signals, ports and exit codes.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "#platform/log.ts";
import { openEmbedded } from "#platform/postgres/embedded.ts";
import { freePort } from "#platform/test/free-port.ts";
import { waitsForMe } from "#platform/test/waits-for-me.ts";
import { copyProject } from "./test/project-copy.ts";
import { freshBundle } from "../e2e/support/fresh-bundle.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const bin = join(root, "bin/stoa.mjs");
const base = mkdtempSync(join(tmpdir(), "stoa-start-"));
const dataDir = join(base, "data");
const running = new Set<ChildProcess>();

beforeAll(freshBundle, 120_000);

afterEach(async () => {
  await Promise.all([...running].map((child) => new Promise((done) => child.once("exit", done) && child.kill("SIGTERM"))));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** What production wants to be told. */
const production = { NODE_ENV: "production", PUBLIC_URL: "https://learn.example.org", CONTENT_ORIGIN: "https://content.example.net" };

const someFreePort = () => freePort("127.0.0.1");

interface Stoa {
  readonly child: ChildProcess;
  readonly left: Promise<number | null>;
  out(): string;
  err(): string;
}

function stoa(mode: string, env: Record<string, string>, command = [process.execPath, bin, mode]): Stoa {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: program === "npm" ? root : base,
    env: { PATH: process.env.PATH, STOA_DATA: dataDir, STOA_DEMO: "off", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const left = new Promise<number | null>((done) =>
    child.once("close", (code) => {
      running.delete(child);
      done(code);
    }),
  );
  return { child, left, out: () => out, err: () => err.trim() };
}

const isUp = async (one: Stoa, words: string) => {
  await Promise.race([
    // The test's own time limit is shorter.
    expect.poll(() => one.out(), { timeout: 90_000 }).toContain(words),
    one.left.then((code) => {
      throw new Error(`left with ${code}: ${one.err()} ${one.out()}`);
    }),
  ]);
};

/** Runs until the process exits by itself. Returns the exit code and standard error. */
async function refused(mode: string, env: Record<string, string>) {
  const one = stoa(mode, env);
  return { code: await one.left, said: one.err() };
}

const postmaster = () => existsSync(join(dataDir, "postgres/cluster/postmaster.pid"));

/** The application's process id: the launcher's child. No log line names it, so the system is asked. */
const appProcess = (one: Stoa) =>
  Number(readFileSync(`/proc/${one.child.pid}/task/${one.child.pid}/children`, "utf8").trim().split(" ")[0]);

test("start serves and says where; a second one, a busy port and a worker beside it; SIGTERM drains", async () => {
  const port = String(await someFreePort());
  const site = `http://127.0.0.1:${port}`;
  const first = stoa("start", { PORT: port, METRICS_TOKEN: "let-me-read" });
  await isUp(first, `Stoa is running at http://localhost:${port}`);
  expect(await (await fetch(`${site}/healthz`)).json()).toEqual({ status: "ok" });
  expect(await (await fetch(`${site}/healthz/readiness`)).json()).toEqual({ status: "ready" });
  expect(await (await fetch(`${site}/version`)).json()).toMatchObject({ product: "Stoa", version: "0.1.0" });
  expect(await (await fetch(`${site}/metrics`)).text()).toMatch(
    'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
  );
  const metricsFor = async (headers: Record<string, string>) =>
    (await fetch(`${site}/metrics`, { headers: { "x-forwarded-for": "203.0.113.9", ...headers } })).status;
  expect(await metricsFor({})).toBe(403);
  expect(await metricsFor({ authorization: "Bearer let-me-reaD" })).toBe(403);
  expect(await metricsFor({ authorization: "Bearer let-me-read" })).toBe(200);

  expect(await refused("start", { PORT: String(await someFreePort()) })).toEqual({
    code: 1,
    said: `Stoa is already running on the data folder ${dataDir}. Stop it first, or name another folder in STOA_DATA.`,
  });
  expect(await refused("web", { PORT: port })).toEqual({
    code: 1,
    said: `Port ${port} is already in use. Stop the program that uses it, or set PORT to another one.`,
  });
  const worker = stoa("worker", {});
  await isUp(worker, "works on jobs");

  // A locked table keeps a request in flight while the process is told to stop.
  const joined = await openEmbedded({ dataDir, log: createLog({ level: "silent" }) });
  const holder = new pg.Client(joined.ownerUrl);
  await holder.connect();
  await holder.query("begin; lock table schema_migrations in access exclusive mode");
  const inFlight = fetch(`${site}/healthz/readiness`);
  await expect.poll(async () => (await holder.query(waitsForMe)).rowCount).toBe(1);
  first.child.kill("SIGTERM");
  await expect.poll(() => first.out()).toContain("Stopping.");
  await holder.query("rollback");
  expect((await inFlight).status).toBe(200);
  expect(await first.left).toBe(0);
  expect(first.err()).toBe("");
  expect(first.out()).not.toContain("An error while stopping");
  await holder.end();
  await joined.stop();
  expect(postmaster()).toBe(true);
  worker.child.kill("SIGTERM");
  expect(await worker.left).toBe(0);
  expect(postmaster()).toBe(false);
}, 90_000);

test("a busy port is noticed before anything is made, and its sentence is all that is said", async () => {
  const port = await someFreePort();
  const other = createServer().listen(port, "127.0.0.1");
  const fresh = join(base, "never");
  const one = stoa("start", { PORT: String(port), STOA_DATA: fresh });
  expect([await one.left, one.err()]).toEqual([
    1,
    `Port ${port} is already in use. Stop the program that uses it, or set PORT to another one.`,
  ]);
  expect(one.out()).toBe("");
  expect(existsSync(join(fresh, "postgres"))).toBe(false);
  other.close();
});

// npm keeps a signal to itself, and the shell between it and the launcher may outlive it.
test.each(["SIGTERM", "SIGKILL"] as const)(
  "npm start ended by its pid with %s takes the server with it",
  async (signal) => {
    const port = String(await someFreePort());
    const one = stoa("start", { PORT: port }, ["npm", "start", "--silent"]);
    await isUp(one, "Stoa is running at");
    one.child.kill(signal);
    await expect.poll(() => one.out(), { timeout: 30_000 }).toContain("Stopped.");
    await one.left;
    expect(postmaster()).toBe(false);
  },
  90_000,
);

test("a launcher that is killed takes the server with it", async () => {
  const one = stoa("start", { PORT: String(await someFreePort()) });
  await isUp(one, "Stoa is running at");
  one.child.kill("SIGKILL");
  await one.left;
  expect(one.out()).toContain("Stopped.");
  expect(postmaster()).toBe(false);
}, 60_000);

test("after kill -9 the next start serves again, and Ctrl-C ends everything", async () => {
  const port = String(await someFreePort());
  const first = stoa("start", { PORT: port });
  await isUp(first, "Stoa is running at");
  process.kill(appProcess(first), "SIGKILL");
  await first.left;
  expect(postmaster()).toBe(true);
  const second = stoa("start", { PORT: port });
  await isUp(second, "Stoa is running at");
  // One Ctrl-C reaches the application twice: from the terminal and through the launcher.
  process.kill(appProcess(second), "SIGINT");
  second.child.kill("SIGINT");
  expect(await second.left).toBe(0);
  expect(second.out()).not.toContain("An error while stopping");
  expect(postmaster()).toBe(false);
}, 60_000);

test("told to stop while it starts, it leaves cleanly", async () => {
  const one = stoa("start", { PORT: String(await someFreePort()) });
  await isUp(one, "built-in database is running");
  one.child.kill("SIGTERM");
  expect(await one.left).toBe(0);
  expect(postmaster()).toBe(false);
});

test("a schema newer than the code is refused", async () => {
  const server = await openEmbedded({ dataDir, log: createLog({ level: "silent" }) });
  const client = new pg.Client(server.ownerUrl);
  await client.connect();
  await client.query("insert into schema_migrations values ('209912312359_later', 'x')");
  const outcome = await refused("worker", {});
  await client.query("delete from schema_migrations where name = '209912312359_later'");
  await client.end();
  await server.stop();
  expect(outcome).toEqual({
    code: 1,
    said: "This database was made by a newer Stoa (migration 209912312359_later). Start that version, or restore a backup.",
  });
});

test.each([
  ["a wrong value", { PORT: "abc" }, 'PORT must be a whole number between 1 and 65535, not "abc".'],
  [
    "an unreachable server",
    { DATABASE_URL: "postgresql://u:hunter2@127.0.0.1:1/stoa" },
    "No PostgreSQL answers at 127.0.0.1:1, which DATABASE_URL names.",
  ],
  ["a foreign address", { HOST: "192.0.2.1" }, "HOST is 192.0.2.1, which is not an address of this machine."],
  [
    "demo sign-ins in production",
    { ...production, STOA_DEMO: "on" },
    /^The demo sign-ins have a password everybody knows: set STOA_DEMO=off/,
  ],
  ["a short secret", { STOA_SECRET: "changeme" }, "STOA_SECRET must be at least 32 characters long."],
  ["production without its address", { ...production, PUBLIC_URL: "" }, /^PUBLIC_URL must be set in production: /],
  [
    "a first password that is none",
    { ...production, STOA_ADMIN_EMAIL: "ada@learn.example", STOA_ADMIN_PASSWORD: "a" },
    "STOA_ADMIN_PASSWORD cannot be used. Use at least 10 characters.",
  ],
  ["a data folder that cannot be made", { STOA_DATA: "/dev/null/data" }, "/dev/null/data is not a folder. Name a folder in STOA_DATA."],
  [
    "content on the app's origin in production",
    { ...production, CONTENT_ORIGIN: "https://learn.example.org" },
    /^CONTENT_ORIGIN is on learn\.example\.org/,
  ],
])(
  "refuses %s in one sentence",
  async (_, env, sentence) => {
    const one = stoa("start", { PORT: String(await someFreePort()), ...env });
    expect(await one.left).toBe(1);
    expect(one.err()).toMatch(sentence);
    expect(one.err().split("\n")).toHaveLength(1);
    expect(one.out()).toBe("");
  },
  30_000,
);

describe("in a checkout of its own", () => {
  let copy = "";
  beforeAll(() => {
    copy = copyProject();
  });
  afterAll(() => rmSync(dirname(copy), { recursive: true, force: true }));
  const here = (...args: string[]) => [process.execPath, join(copy, "bin/stoa.mjs"), ...args];
  const unknown = "PUBLIC_UR in .env is no setting of Stoa. Did you mean PUBLIC_URL?";

  test("names in .env that are none, and an address without encryption, are told at the start and by the commands", async () => {
    const port = await someFreePort();
    const other = createServer().listen(port, "127.0.0.1");
    const lines = { ...production, PUBLIC_UR: "x", PUBLIC_URL: "http://learn.example.org", PORT: String(port) };
    writeFileSync(
      join(copy, ".env"),
      Object.entries(lines)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(""),
    );
    const one = stoa("start", {}, here("start"));
    // A busy port ends it once it has said so.
    expect(await one.left).toBe(1);
    const said = one
      .out()
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(said).toEqual([unknown, expect.stringMatching(/^PUBLIC_URL begins with http:/)]);
    const backup = stoa("backup", { DATABASE_URL: "postgresql://u:hunter2@127.0.0.1:1/stoa" }, here("run", "app/backup.ts"));
    expect(await backup.left).toBe(1);
    expect(backup.err().split("\n")).toEqual([unknown, expect.stringMatching(/^No PostgreSQL answers at 127\.0\.0\.1:1/)]);
    other.close();
  });

  test("without its packages it says how to install them", async () => {
    rmSync(join(copy, "node_modules"));
    const one = stoa("start", {}, here("start"));
    expect([await one.left, one.err()]).toEqual([1, "The packages are not installed yet. Run `npm ci` first."]);
  });
});
