// The real server as a child process on a folder of its own, with the built-in PostgreSQL as it ships (fsync on). It can be killed and started again.
import { spawn, type ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as pg from "pg";

const root = join(import.meta.dirname, "..");
const secret = "fault-secret-fault-secret-fault-secret-1";

/** Ends whatever still runs, at once: the harness itself was told to stop. */
const enders = new Set<() => void>();
process.once("exit", () => {
  for (const end of enders) end();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

export interface Stoa {
  readonly port: number;
  /** scheme://host:port of the one portal. */
  readonly origin: string;
  readonly contentOrigin: string;
  readonly dataDir: string;
  /** Signs attempt tokens and CSRF tokens. */
  readonly secret: string;
  /** Superuser on the application's database. */
  readonly databaseUrl: string;
  /** Starts the process and waits until it is ready. Gives the milliseconds that took. Throws with its last words when it ends instead. */
  start(): Promise<number>;
  /** SIGKILL of the application process; PostgreSQL lives on. */
  kill(): Promise<void>;
  /** Process id of the application as it runs now. */
  pid(): number;
  postmaster(): number;
  /** Ends what is left and removes the folder. */
  close(): Promise<void>;
  /** What the process wrote last. */
  said(): string;
}

interface StartOptions {
  /** Adds to the environment of the process. */
  readonly extra?: Record<string, string>;
  /** Fills the database with the demo. */
  readonly demo?: boolean;
  /** Prepares the new folder; gives what takes that back before the folder goes. */
  readonly prepare?: (dataDir: string) => () => void;
}

/** Prepares a server on a port and a new folder and starts it. */
export async function startStoa(
  port: number,
  { demo = false, extra = {}, prepare = () => () => undefined }: StartOptions = {},
): Promise<Stoa> {
  const dataDir = mkdtempSync(join(tmpdir(), "stoa-faults-"));
  const takeBack = prepare(dataDir);
  const origin = `http://localhost:${port}`;
  const contentOrigin = `http://content.localhost:${port}`;
  const postgres = join(dataDir, "postgres");
  let child: ChildProcess | undefined;
  let said = "";

  const stoa: Stoa = {
    port,
    origin,
    contentOrigin,
    dataDir,
    secret,
    get databaseUrl() {
      const password = createHmac("sha256", readFileSync(join(postgres, "password"), "utf8").trim())
        .update("postgres")
        .digest("base64url");
      return `postgresql://postgres:${password}@/stoa?host=${encodeURIComponent(join(postgres, "run"))}`;
    },
    async start() {
      const began = performance.now();
      // What bin/stoa.mjs starts, without the process in between: SIGKILL has to reach the server itself.
      const started = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "app/main.ts", "start"], {
        cwd: root,
        env: {
          PATH: process.env["PATH"],
          HOME: process.env["HOME"],
          NODE_ENV: "production",
          HOST: "127.0.0.1",
          PORT: String(port),
          PUBLIC_URL: origin,
          CONTENT_ORIGIN: contentOrigin,
          STOA_DATA: dataDir,
          STOA_SECRET: secret,
          STOA_DEMO: demo ? "on" : "off",
          STOA_DEMO_IN_PRODUCTION: "on",
          LOG_LEVEL: "warn",
          RATE_ANON_PER_IP: "1000000",
          RATE_COMMIT: "1000000",
          RATE_COMMIT_BURST: "1000000",
          ...extra,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      let ended = false;
      started.once("exit", () => (ended = true));
      for (const stream of [started.stdout, started.stderr])
        stream?.on("data", (bytes: Buffer) => (said = (said + bytes.toString()).slice(-20_000)));
      // The browser bundle may have to be built first.
      const patience = Date.now() + 180_000;
      while (!(await isReady(port))) {
        if (ended) throw new Error(`The server ended: ${said.slice(-2000)}`);
        if (Date.now() > patience) throw new Error(`The server is not ready after three minutes: ${said.slice(-2000)}`);
        await wait(25);
      }
      return performance.now() - began;
    },
    async kill() {
      const victim = child;
      if (!victim || victim.exitCode !== null || victim.signalCode !== null) return;
      const gone = new Promise((done) => victim.once("exit", done));
      victim.kill("SIGKILL");
      await gone;
    },
    pid: () => child?.pid ?? 0,
    postmaster: () => Number.parseInt(readFileSync(join(postgres, "cluster/postmaster.pid"), "utf8"), 10),
    async close() {
      enders.delete(endNow);
      const last = child;
      if (last && last.exitCode === null && last.signalCode === null) {
        const gone = new Promise((done) => last.once("exit", done));
        last.kill("SIGTERM");
        await gone;
      }
      // After a kill nobody has turned off the light.
      try {
        process.kill(stoa.postmaster(), "SIGQUIT");
        await wait(500);
      } catch {
        // Gone already.
      }
      takeBack();
      if (process.env["FAULTS_KEEP"]) process.stdout.write(`kept: ${dataDir}\n`);
      else rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
    said: () => said,
  };
  const endNow = () => {
    child?.kill("SIGKILL");
    try {
      process.kill(stoa.postmaster(), "SIGQUIT");
    } catch {
      // There is none.
    }
    takeBack();
  };
  enders.add(endNow);
  try {
    await stoa.start();
  } catch (error) {
    await stoa.close();
    throw error;
  }
  return stoa;
}

/** Whether the server says it is ready for requests. */
export const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz/readiness`, { signal: AbortSignal.timeout(2000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

/** Process ids of a postmaster's children, from /proc. */
export function childrenOf(parent: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    if (!(pid > 0)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent ? [pid] : [];
    } catch {
      return [];
    }
  });
}

/** Runs work as the database's superuser, whom row-level security does not bind: for filling and for checking. */
export async function onDatabase<T>(stoa: Pick<Stoa, "databaseUrl">, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: stoa.databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
