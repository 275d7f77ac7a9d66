import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildBrowser, bundleIsStale } from "#app/build.ts";

const lock = join(import.meta.dirname, "../../node_modules/.e2e-build.lock");

/**
 * Ensures that dist/ is built from the current sources. Test files run in parallel, so the first one builds and the others wait for it. A process
 * looks once: reading all sources takes a tenth of a second.
 */
export const freshBundle = (): Promise<void> => (looked ??= buildWhileStale());
let looked: Promise<void> | undefined;

async function buildWhileStale(): Promise<void> {
  while (bundleIsStale()) {
    if (!takeLock()) {
      await wait(200);
      continue;
    }
    try {
      if (bundleIsStale()) await buildBrowser();
    } finally {
      rmSync(lock, { force: true });
    }
  }
}

/** Takes the lock; false while another living process builds. */
function takeLock(): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (existsSync(lock) && !isAlive(Number(readFileSync(lock, "utf8")))) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
