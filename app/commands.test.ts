// The commands that print something and end, as a person runs them.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

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
