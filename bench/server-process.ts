// The production server as a process of its own, with its built-in database in a temporary folder.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as pg from "pg";

export interface BenchServer {
  readonly origin: string;
  /** Superuser on the application's database. */
  readonly databaseUrl: string;
  /** The folder of PostgreSQL's socket, and PostgreSQL's log. */
  readonly socketFolder: string;
  readonly databaseLog: string;
  /** Every process of the server hangs from these two. */
  readonly processes: { readonly node: number; readonly database: number };
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "..");

/** What the server runs with: production, the demo allowed, fsync as it is, and no limit on how often one address asks. */
const settings = (port: number, dataDir: string) => ({
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  CONTENT_ORIGIN: `http://content.localhost:${port}`,
  STOA_DATA: dataDir,
  STOA_DEMO: "on",
  STOA_DEMO_IN_PRODUCTION: "on",
  LOG_LEVEL: "warn",
  RATE_LOGIN_PER_ACCOUNT: "100000",
  RATE_LOGIN_PER_IP: "100000",
  RATE_ANON_PER_IP: "1000000",
  RATE_COMMIT: "1000000",
  RATE_COMMIT_BURST: "1000000",
});

/** Starts the server and waits until it is ready. `extra` adds to its environment. Throws with its last words when it ends instead. */
export async function startServer(port: number, extra: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "stoa-bench-"));
  const child = spawn(process.execPath, [join(root, "bin/stoa.mjs"), "start"], {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...settings(port, dataDir), ...extra },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (said = (said + bytes.toString()).slice(-4000)));
  let ended = false;
  const exited = new Promise<void>((done) => child.once("exit", () => done(void (ended = true))));
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const origin = `http://localhost:${port}`;
  try {
    // The bundle may have to be built and the demo loaded first.
    const patience = Date.now() + 180_000;
    while (!(await isReady(origin))) {
      if (ended) throw new Error(`The server ended: ${said}`);
      if (Date.now() > patience) throw new Error(`The server is not ready after three minutes: ${said}`);
      await wait(200);
    }
    const postgres = join(dataDir, "postgres");
    const postmaster = Number.parseInt(readFileSync(join(postgres, "cluster/postmaster.pid"), "utf8"), 10);
    const password = createHmac("sha256", readFileSync(join(postgres, "password"), "utf8").trim())
      .update("postgres")
      .digest("base64url");
    const socketFolder = join(postgres, "run");
    return {
      origin,
      databaseUrl: `postgresql://postgres:${password}@/stoa?host=${encodeURIComponent(socketFolder)}`,
      socketFolder,
      databaseLog: join(postgres, "log"),
      processes: { node: child.pid ?? 0, database: postmaster },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isReady = (origin: string) =>
  fetch(`${origin}/healthz/readiness`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Runs work on the server's database as its superuser, whom row-level security does not bind: for filling, never for measuring. */
export async function onDatabase<T>(server: BenchServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
