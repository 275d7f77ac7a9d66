// The commands that print something and end, as a person runs them.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import * as pg from "pg";
import { afterAll, expect, test } from "vitest";
import { migrate } from "#platform/db/migrate.ts";
import { createLog } from "#platform/log.ts";
import { openEmbedded } from "#platform/postgres/embedded.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const base = mkdtempSync(join(tmpdir(), "stoa-commands-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Runs bin/stoa.mjs. With `leaves`, the reader of its output goes at once, as in `npm run routes | head -0`. */
async function run(args: readonly string[], { env = {}, leaves = false }: { env?: Record<string, string>; leaves?: boolean } = {}) {
  const child = spawn(process.execPath, [join(root, "bin/stoa.mjs"), ...args], { env: { PATH: process.env.PATH, ...env } });
  const left = new Promise<number | null>((done) => child.once("close", done));
  if (leaves) child.stdout.destroy();
  const [out, said] = await Promise.all([leaves ? "" : text(child.stdout), text(child.stderr)]);
  return { code: await left, out, said: said.trim() };
}

test("npm run adl without its cases fails, and says where they belong", async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
  const folder = join(base, "no-cases");
  const [, , ...args] = scripts["adl"]?.split(" ") ?? [];
  expect(await run(args, { env: { ADL_CASES: folder } })).toEqual({
    code: 1,
    out: "",
    said: `ADL's cases are not here: they belong in ${folder}. Nothing was played.`,
  });
});

test("npm run routes prints method, path, rule and feature of every route", async () => {
  const { code, out, said } = await run(["run", "app/print-routes.ts"]);
  expect([code, said]).toEqual([0, ""]);
  const [head, ...routes] = out
    .trim()
    .split("\n")
    .map((line) => line.split(/ {2,}/));
  expect(head).toEqual(["method", "path", "rule", "feature"]);
  expect(routes.filter((cells) => cells.length !== 4)).toEqual([]);
  for (const route of [
    ["GET", "/", "anonymous", "portal"],
    ["GET", "/v/*", "anonymous", "portal"],
    ["GET", "/c/*", "anonymous", "scorm"],
    ["POST", "/educate/scorm/upload", "make-courses", "scorm"],
    ["GET", "/rest/environment/announcements", "signed in", "portal"],
    ["GET", "/healthz", "anonymous", "(platform)"],
  ])
    expect(routes).toContainEqual(route);
});

test("what prints ends without a trace when its reader leaves", async () => {
  const talks = join(base, "talks.mjs");
  writeFileSync(talks, 'setInterval(() => console.log("a line"), 10);\n');
  expect(await run(["run", talks], { leaves: true })).toMatchObject({ code: 141, said: "" });
});

test("what breaks for another reason still says so", async () => {
  const breaks = join(base, "breaks.mjs");
  writeFileSync(breaks, 'process.stdout.emit("error", new Error("the disk is full"));\n');
  const { code, said } = await run(["run", breaks]);
  expect([code, said]).toEqual([1, expect.stringContaining("the disk is full")]);
});

test("npm run backup and reset-factors say where there is no Stoa, and make nothing there", async () => {
  const dataDir = join(base, "nothing");
  const said = `There is no Stoa in ${dataDir}. Name its data folder in STOA_DATA, or its database in DATABASE_URL.`;
  for (const args of [
    ["run", "app/backup.ts", join(base, "of-nothing.tar.gz")],
    ["run", "app/reset-factors.ts", "ana@example.org", "Lost her phone"],
  ])
    expect(await run(args, { env: { STOA_DATA: dataDir } })).toEqual({ code: 1, out: "", said });
  expect([existsSync(dataDir), existsSync(join(base, "of-nothing.tar.gz"))]).toEqual([false, false]);
});

test("npm run backup and reset-factors say that a database of another program is none of Stoa's", { timeout: 60_000 }, async () => {
  const server = await openEmbedded({ dataDir: join(base, "other-database"), log: createLog({ level: "silent" }) });
  try {
    const env = { STOA_DATA: join(base, "beside"), DATABASE_URL: server.ownerUrl };
    const said = "There is no Stoa in this database. Start Stoa on it once, or name another one in DATABASE_URL.";
    expect(await run(["run", "app/backup.ts", join(base, "of-other.tar.gz")], { env })).toEqual({ code: 1, out: "", said });
    expect(await run(["run", "app/reset-factors.ts", "ana@example.org", "Lost her phone"], { env })).toEqual({ code: 1, out: "", said });
    expect(existsSync(join(base, "of-other.tar.gz"))).toBe(false);
  } finally {
    await server.stop();
  }
});

test("npm run backup beside a running server, and npm run restore into an empty folder", { timeout: 120_000 }, async () => {
  const log = createLog({ level: "silent" });
  const dataDir = join(base, "data");
  const file = join(base, "kept.tar.gz");
  const running = await openEmbedded({ dataDir, log, sole: true });
  const made = "insert into portals (slug, name) values ('kept', 'Kept')";
  const slugs = async (url: string, before = "select 1") => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(before);
      return (await client.query<{ slug: string }>("select slug from portals")).rows;
    } finally {
      await client.end();
    }
  };
  try {
    await migrate(running.ownerUrl, { dir: join(root, "db"), log });
    await slugs(running.ownerUrl, made);
    expect(await run(["run", "app/backup.ts", file], { env: { STOA_DATA: dataDir } })).toMatchObject({ code: 0, said: "" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    await running.stop();
  }
  expect(await run(["run", "app/restore.ts", file], { env: { STOA_DATA: dataDir } })).toMatchObject({
    code: 1,
    said: expect.stringContaining(`The data folder ${dataDir} is not empty: it holds `),
  });

  // What a restore that was killed leaves: its sign, and some of its files.
  const target = join(base, "restored");
  mkdirSync(join(target, "files"), { recursive: true });
  writeFileSync(join(target, "restoring"), "");
  expect(await run(["worker"], { env: { STOA_DATA: target, STOA_DEMO: "off" } })).toMatchObject({
    code: 1,
    said: `A restore into ${target} was broken off or is under way. Run \`npm run restore\` again; it begins anew.`,
  });
  expect(await run(["run", "app/restore.ts", file], { env: { STOA_DATA: target } })).toMatchObject({ code: 0, said: "" });
  expect(readdirSync(target)).not.toContain("restoring");
  const restored = await openEmbedded({ dataDir: target, log });
  try {
    expect(await slugs(restored.superUrl.replace("/postgres?", "/stoa?"))).toEqual([{ slug: "kept" }]);
  } finally {
    await restored.stop();
  }
});
