import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withClient } from "./left-databases.ts";

/**
 * Creates a cluster in a new folder with the PostgreSQL programs in `bin`, and starts it. It listens on its socket only, since a port might belong to
 * somebody else. When run as root, it runs as the user postgres. Returns a superuser's address.
 */
export async function startInstalled(bin: string, folder: string): Promise<{ superUrl: string; stop(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const runAs = process.getuid?.() === 0 ? userNamed("postgres") : undefined;
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  const cluster = join(folder, "cluster");
  const made = spawnSync(join(bin, "initdb"), ["-D", cluster, "-U", "postgres", "-A", "trust", "--no-sync"], { cwd: folder, ...runAs });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr?.toString() ?? made.error?.message}`);
  const child = spawn(join(bin, "postgres"), ["-D", cluster, "-k", folder, "-c", "listen_addresses="], {
    cwd: folder,
    ...runAs,
    detached: true,
    stdio: "ignore",
  });
  child.unref();
  let ended = false;
  const exited = new Promise<void>((done) => child.once("exit", () => done(void (ended = true))));
  const superUrl = `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`;
  for (;;) {
    const isUp = await withClient(superUrl, (client) => client.query("select 1")).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (ended) throw new Error(`${bin}/postgres ended at once.`);
    await wait(50);
  }
  return {
    superUrl,
    async stop() {
      child.kill("SIGQUIT");
      await exited;
    },
  };
}

function userNamed(name: string): { uid: number; gid: number } {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${name}:`));
  if (!line) throw new Error(`There is no user ${name}, as whom root could run PostgreSQL.`);
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
