import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildBrowser, bundleIsStale } from "#app/build.ts";

const lock = join(import.meta.dirname, "../../node_modules/.e2e-build.lock");

/** Makes sure dist/ is built from these sources. Test files run side by side, so the first one builds and the others wait for it. */
export async function freshBundle(): Promise<void> {
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

/** False while another living process builds. */
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
