// How tests, bench and faults start a server: inside this process (startInProcess), or as the process that ships (startProcess).
import { spawn, type ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as pg from "pg";
import { startSession } from "#features/auth/server/sessions.ts";
import { loadConfig, type Config } from "#platform/config.ts";
import { connectDatabases, type Databases } from "#platform/db/connect.ts";
import { createLog } from "#platform/log.ts";
import { freshDatabase } from "#platform/test/database.ts";
import { freePort } from "#platform/test/free-port.ts";
import { buildServer, type ServerDeps } from "../server.ts";
import { cloneDemo, secret } from "./demo-template.ts";

const root = join(import.meta.dirname, "../..");
/** No test asks name servers of others: nothing answers there. A test that asks has a server of its own. */
const nobody = { DNS_SERVERS: "127.0.0.1:9" };

/** What bin/stoa.mjs tells Node. */
const flags = JSON.parse(readFileSync(join(root, "bin/server-flags.json"), "utf8")) as string[];

/** Switches rate limits by address off, because here all requests come from one address. */
const unlimited = {
  RATE_ANON_PER_IP: "1000000",
  RATE_TOKEN: "1000000",
  RATE_COMMIT: "1000000",
  RATE_COMMIT_BURST: "1000000",
  STATE_PERSON_DAY_MB: "100000",
};

const addresses = (port: number) => ({ PUBLIC_URL: `http://localhost:${port}`, CONTENT_ORIGIN: `http://content.localhost:${port}` });

export interface InProcessOptions {
  /** What its database contains at first: the schema alone, or the demo with its files. */
  readonly content?: "empty" | "demo";
  /** Serves the built bundle on a free port of localhost. Without it, requests are injected. */
  readonly listens?: boolean;
  /** Additional settings. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly lowered?: Pick<ServerDeps, "importLimits" | "bodyMs" | "loginWait" | "moreJobKinds" | "live">;
  /** Maps the database's URL to the one that the server uses, such as a proxy's; the same by default. */
  readonly reachedBy?: (databaseUrl: string) => string;
}

export interface InProcess {
  readonly databases: Databases;
  readonly config: Config;
  /** Superuser URL of its database, for checking it directly. */
  readonly databaseUrl: string;
  /** The server that runs now; a restart replaces it. */
  readonly server: FastifyInstance;
  /** Its port; 0 when requests are injected. */
  readonly port: number;
  /** Creates a session for a person in a portal. Returns its token. */
  openSession(portalId: number, userId: number): Promise<string>;
  /** Stops the server as if its process had died: connections are cut, the port is closed. */
  stop(): Promise<void>;
  /** Starts it again on the same port and database. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the whole server in this process, on its own database and data folder, both cloned from the run's templates. */
export async function startInProcess(superUrl: string, options: InProcessOptions = {}): Promise<InProcess> {
  const { content = "empty", listens = false, settings = {}, lowered = {}, reachedBy = (url: string) => url } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "stoa-app-"));
  const database = content === "demo" ? await cloneDemo(superUrl, dataDir) : await freshDatabase(superUrl);
  const port = listens ? await freePort("localhost") : 0;
  const config = loadConfig({
    NODE_ENV: "test",
    STOA_DATA: dataDir,
    STOA_SECRET: secret,
    DATABASE_POOL_SIZE: "6",
    ...unlimited,
    ...nobody,
    ...(listens ? addresses(port) : { PUBLIC_URL: "http://a.test" }),
    ...settings,
  });
  const databases = connectDatabases({ ownerUrl: reachedBy(database.url), appUrl: undefined, config });
  const log = createLog({ level: "silent" });
  let server: FastifyInstance | undefined;
  const start = async () => {
    // Without a browser, the unbuilt index.html is enough.
    const page = { html: async () => readFileSync(join(root, "index.html"), "utf8"), development: false };
    server = await buildServer({ config, databases, log, ...(!listens && { page }), ...lowered });
    if (listens) await server.listen({ port, host: "localhost" });
    else await server.ready();
  };
  const stop = async () => {
    server?.server.closeAllConnections();
    await server?.close();
    server = undefined;
  };
  await start();
  return {
    databases,
    config,
    databaseUrl: database.url,
    get server() {
      if (!server) throw new Error("The server is stopped.");
      return server;
    },
    port,
    openSession: (portalId, userId) =>
      databases.inSystem("prepare a test", (db) =>
        startSession(db, { portalId, userId, userAgent: "test", ip: "127.0.0.1", requestId: "test", maxHours: 1, action: "signed_in" }),
      ),
    stop,
    start,
    async close() {
      await stop();
      await databases.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface ProcessOptions {
  readonly port: number;
  /** Fills the database with the demo. */
  readonly demo?: boolean;
  /** Additional environment variables of the process. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Prepares the new data folder. Returns a function that undoes this before the folder is removed. */
  readonly prepare?: (dataDir: string) => () => void;
  /** Keeps the data folder. */
  readonly keep?: boolean;
}

export interface ServerProcess {
  readonly port: number;
  /** scheme://host:port of the first portal, and of course content. */
  readonly origin: string;
  readonly contentOrigin: string;
  readonly dataDir: string;
  /** Signs attempt tokens and CSRF tokens. */
  readonly secret: string;
  /** Superuser URL of the application's database. */
  readonly databaseUrl: string;
  /** The folder of PostgreSQL's socket, and PostgreSQL's log file. */
  readonly socketFolder: string;
  readonly databaseLog: string;
  /** Starts the process and waits until it is ready. Returns the milliseconds that took. Throws with its last output when it ends instead. */
  start(): Promise<number>;
  /** Kills the application process with SIGKILL; PostgreSQL keeps running. */
  kill(): Promise<void>;
  /** Process id of the running application. */
  pid(): number;
  postmaster(): number;
  /** Ends remaining processes and removes the folder. */
  close(): Promise<void>;
  /** The last output of the process. */
  said(): string;
}

/** Clean-up to run when this process itself is told to stop. */
const left = new Set<() => void>();

/** Starts the server that ships as its own process: in production mode, with its built-in PostgreSQL in a new folder and fsync on. */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  const { port, demo = false, settings = {}, prepare = () => () => undefined, keep = Boolean(process.env["FAULTS_KEEP"]) } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "stoa-process-"));
  const takeBack = prepare(dataDir);
  if (left.size === 0) process.once("exit", () => left.forEach((undo) => undo()));
  left.add(takeBack);
  const postgres = join(dataDir, "postgres");
  const socketFolder = join(postgres, "run");
  let child: ChildProcess | undefined;
  let said = "";

  const one: ServerProcess = {
    port,
    origin: addresses(port).PUBLIC_URL,
    contentOrigin: addresses(port).CONTENT_ORIGIN,
    dataDir,
    secret,
    get databaseUrl() {
      const password = createHmac("sha256", readFileSync(join(postgres, "password"), "utf8").trim())
        .update("postgres")
        .digest("base64url");
      return `postgresql://postgres:${password}@/stoa?host=${encodeURIComponent(socketFolder)}`;
    },
    socketFolder,
    databaseLog: join(postgres, "log"),
    async start() {
      const began = performance.now();
      // The process that bin/stoa.mjs would start, without the launcher in between: SIGKILL has to reach the server itself.
      const started = spawn(process.execPath, [...flags, "--disable-warning=ExperimentalWarning", "app/main.ts", "start"], {
        cwd: root,
        env: {
          PATH: process.env["PATH"],
          HOME: process.env["HOME"],
          TMPDIR: tmpdir(),
          NODE_ENV: "production",
          HOST: "127.0.0.1",
          PORT: String(port),
          ...addresses(port),
          STOA_DATA: dataDir,
          STOA_SECRET: secret,
          STOA_DEMO: demo ? "on" : "off",
          STOA_DEMO_IN_PRODUCTION: "on",
          LOG_LEVEL: "warn",
          ...unlimited,
          ...settings,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream?.on("data", (bytes: Buffer) => (said = (said + bytes.toString()).slice(-20_000)));
      // The browser bundle may have to be built first.
      const patience = Date.now() + 180_000;
      while (!(await isReady(port))) {
        if (hasEnded(started)) throw new Error(`The server ended: ${said.slice(-2000)}`);
        if (Date.now() > patience) throw new Error(`The server is not ready after three minutes: ${said.slice(-2000)}`);
        await wait(25);
      }
      return performance.now() - began;
    },
    kill: () => end(child, "SIGKILL"),
    pid: () => child?.pid ?? 0,
    postmaster: () => Number.parseInt(readFileSync(join(postgres, "cluster/postmaster.pid"), "utf8"), 10),
    async close() {
      await end(child, "SIGTERM");
      // After a kill, PostgreSQL is still running.
      try {
        const postmaster = one.postmaster();
        process.kill(postmaster, "SIGQUIT");
        for (; ; await wait(20)) process.kill(postmaster, 0);
      } catch {
        // Already gone.
      }
      left.delete(takeBack);
      takeBack();
      if (keep) process.stdout.write(`kept: ${dataDir}\n`);
      else rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
    said: () => said,
  };
  try {
    await one.start();
  } catch (error) {
    await one.close();
    throw error;
  }
  return one;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals) {
  if (!child || hasEnded(child)) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await gone;
}

/** Whether a server on this port reports itself ready. */
export const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz/readiness`, { signal: AbortSignal.timeout(2000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

/** Process ids of a process's children, from /proc. */
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

/** Runs work as the superuser of a server's database, who bypasses row-level security: for filling and checking, never for measuring. */
export async function onDatabase<T>(
  { databaseUrl }: Pick<ServerProcess, "databaseUrl">,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // When the server is killed meanwhile, the running query rejects; without a listener the error would end this process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
