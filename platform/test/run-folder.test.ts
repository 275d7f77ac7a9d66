import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Begins a run in its own temporary folder, with a child process that nothing else would end. Resolves when both exist. */
async function aRun(base: string) {
  const code = `
    const { beginRun } = await import(${JSON.stringify(join(import.meta.dirname, "run-folder.ts"))});
    await beginRun();
    const { spawn } = await import("node:child_process");
    const left = spawn(process.execPath, ["--eval", "setInterval(() => 0, 1e6)"], { detached: true, stdio: "ignore" });
    console.log(left.pid);
    setInterval(() => 0, 1e6);`;
  const { STOA_TEST_RUN: _, STOA_LAUNCHER: __, ...env } = process.env;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: import.meta.dirname,
    env: { ...env, TMPDIR: base },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const left = await new Promise<number>((done) => child.stdout.once("data", (bytes: Buffer) => done(Number(bytes.toString()))));
  return { child, left };
}

const lives = (pid: number) => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};
const runsIn = (base: string) => readdirSync(base).filter((name) => name.startsWith("stoa-run-"));

test.skipIf(process.platform !== "linux").each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
  "a run ended by %s leaves no process and no folder behind",
  async (signal) => {
    const base = mkdtempSync(join(tmpdir(), "stoa-runs-"));
    const { child, left } = await aRun(base);
    expect([runsIn(base).length, lives(left)]).toEqual([1, true]);
    child.kill(signal);
    await expect.poll(() => [runsIn(base), lives(left)]).toEqual([[], false]);
  },
);

test.skipIf(process.platform !== "linux")("what a run leaves whose watcher was killed with it is removed by the next one", async () => {
  const base = mkdtempSync(join(tmpdir(), "stoa-runs-"));
  const first = await aRun(base);
  const [name = ""] = runsIn(base);
  const isWatcher = (pid: string) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      return command.includes("run-watcher.ts") && command.includes(name);
    } catch {
      return false;
    }
  };
  const watcher = Number(readdirSync("/proc").find((pid) => /^\d+$/.test(pid) && isWatcher(pid)));
  process.kill(watcher, "SIGKILL");
  first.child.kill("SIGKILL");
  await expect.poll(() => lives(watcher) || lives(first.child.pid ?? 0)).toBe(false);
  expect([runsIn(base), lives(first.left)]).toEqual([[name], true]);
  const second = await aRun(base);
  expect([runsIn(base).includes(name), lives(first.left)]).toEqual([false, false]);
  second.child.kill("SIGTERM");
  await expect.poll(() => runsIn(base)).toEqual([]);
});
