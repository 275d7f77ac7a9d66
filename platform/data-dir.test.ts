import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dataDirError, keptSecret, openDataDir } from "./data-dir.ts";
import { tryLock, waitForLock } from "./data-dir-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "stoa-data-"));
afterAll(() => rmSync(folder, { recursive: true }));

const module = new URL("data-dir-lock.ts", import.meta.url).href;

/** Starts another process that takes a lock and holds it until it is killed. */
async function holder(file: string, kind: string) {
  const code = `import { tryLock } from "${module}"; const lock = tryLock(${JSON.stringify(file)}, "${kind}"); console.log(!!lock); setInterval(() => lock, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const got = await new Promise<string>((done) => child.stdout.once("data", (chunk: Buffer) => done(chunk.toString().trim())));
  const killed = () =>
    new Promise<void>((done) => {
      child.once("exit", () => done());
      child.kill("SIGKILL");
    });
  return { got: got === "true", killed };
}

test("a lock excludes other processes and dies with its own", async () => {
  const file = join(folder, "lock");
  const first = await holder(file, "exclusive");
  expect(first.got).toBe(true);
  expect(tryLock(file, "exclusive")).toBeUndefined();
  expect(tryLock(file, "shared")).toBeUndefined();
  const waiting = waitForLock(file, 20);
  await first.killed();
  (await waiting).release();
});

test("shared locks stand beside each other and keep the exclusive one out", async () => {
  const file = join(folder, "shared");
  const mine = tryLock(file, "shared");
  const other = await holder(file, "shared");
  expect(other.got).toBe(true);
  mine?.release();
  expect(tryLock(file, "exclusive")).toBeUndefined();
  await other.killed();
  const last = tryLock(file, "exclusive");
  expect(last).toBeDefined();
  last?.release();
  await expect(waitForLock(file, 0)).resolves.toBeDefined();
});

test("the kept secret is made once, long, and private", () => {
  const dataDir = openDataDir(join(folder, "new", "data"));
  const secret = keptSecret(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(keptSecret(dataDir)).toBe(secret);
  expect(readFileSync(join(dataDir, "secret"), "utf8")).toBe(secret);
  expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
  writeFileSync(join(dataDir, "secret"), "short");
  expect(() => keptSecret(dataDir)).toThrow("does not hold a secret");
});

// A system that has /proc answers there that a folder just seen is not there; Node's recursive mkdir then never comes back.
test("a folder that cannot be made is one sentence, at once", () => {
  const code = `import { openDataDir } from "${new URL("data-dir.ts", import.meta.url).href}"; try { openDataDir(process.argv[1]); } catch (e) { console.log(e.message); }`;
  const made = (path: string) =>
    spawnSync(process.execPath, ["--input-type=module", "-e", code, path], { encoding: "utf8", timeout: 20_000 }).stdout.trim();
  if (existsSync("/proc/self")) expect(made("/proc/stoa/data")).toBe("/proc/stoa/data cannot be made. Name another folder in STOA_DATA.");
  expect(made("/dev/null/data")).toBe("/dev/null/data is not a folder. Name a folder in STOA_DATA.");
  symlinkSync(join(folder, "nowhere"), join(folder, "link"));
  expect(made(join(folder, "link"))).toBe(`${join(folder, "link")} cannot be made. Name another folder in STOA_DATA.`);
});

test("the folder is nobody else's to list, and only root lets its database pass through", () => {
  const dataDir = openDataDir(join(folder, "closed"));
  expect(statSync(dataDir).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
});

test("errors of the disk become one sentence", () => {
  const said = (code: string) => dataDirError(Object.assign(new Error("x"), { code }), "/srv/data").message;
  expect(said("ENOSPC")).toBe("The disk that holds /srv/data is full. Free some space and start again.");
  expect(said("EDQUOT")).toBe(said("ENOSPC"));
  expect(said("EROFS")).toBe("/srv/data is on a read-only disk. Name another folder in STOA_DATA.");
  expect(said("EACCES")).toMatch("may not write");
  expect(said("EWHAT")).toBe("x");
});
