// The built-in database: the PostgreSQL from the npm packages, running on a subfolder of the data folder. The reasons are in
// docs/decisions/002-database-supervisor.md.
import { existsSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as pg from "pg";
import { dataDirError, openDataDir, saysDiskFull } from "../data-dir.ts";
import { tryLock, waitForLock, type Lock } from "../data-dir-lock.ts";
import { ensureRoles } from "../db/roles.ts";
import { StartError } from "../lifecycle-error.ts";
import type { Log } from "../log.ts";
import { hasCluster, makeFolders, passwordOf, prepareCluster, writeSettings } from "./cluster.ts";
import { dropForeignPid, endPostmaster, findPostmaster, isAlive, startPostmaster, type Layout } from "./postmaster.ts";
import { findProgram, type Program } from "./program.ts";
import { socketFolder } from "./socket-folder.ts";

export interface Embedded {
  readonly kind: "embedded";
  /** Superuser on the database `postgres`; for tests and maintenance only. */
  readonly superUrl: string;
  /** Owner of the database `stoa`: migrations. */
  readonly ownerUrl: string;
  /** Owns nothing and may only become `stoa_app`: requests. */
  readonly appUrl: string;
  /** Leaves the database; the last process of the data folder to leave stops the server. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** Refuses to run beside another `sole` process on this data folder; set by `start` and `dev`. */
  readonly sole?: boolean;
  /** Called when the server died and could not be restarted. */
  readonly onLost?: (error: Error) => void;
}

const layoutOf = (dataDir: string): Layout => {
  const root = join(dataDir, "postgres");
  const at = (name: string) => join(root, name);
  return { root, cluster: at("cluster"), run: at("run"), log: at("log"), password: at("password"), locks: at("locks") };
};

const urlOf = (layout: Layout, login: string, database: string) =>
  `postgresql://${login}:${passwordOf(layout, login)}@/${database}?host=${encodeURIComponent(socketFolder(layout.run))}`;

/** Runs work as the superuser on the database `postgres`. */
async function asSuperuser<T>(layout: Layout, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: urlOf(layout, "postgres", "postgres"),
    connectionTimeoutMillis: 3_000,
    query_timeout: 10_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.end().catch(() => undefined);
  }
}

const serverVersion = (layout: Layout) =>
  asSuperuser(layout, async (client) => (await client.query<{ server_version: string }>("show server_version")).rows[0]?.server_version);

/** cannot_connect_now: starting up, recovering, or shutting down. */
const isBusyStarting = (error: unknown) => (error as pg.DatabaseError).code === "57P03";

/** How long a server may stay silent, in milliseconds: one that already runs, and one just started on a busy machine. */
const patience = { running: 6_000, started: 60_000 };

/** Waits until a server answers. Recovery after a crash may take minutes as long as the server reports it. Undefined when it does not answer. */
async function whenReady(layout: Layout, alive: () => boolean, silence: number, log: Log): Promise<string | undefined> {
  const began = Date.now();
  let silentSince = began;
  let told = false;
  while (alive()) {
    try {
      return await serverVersion(layout);
    } catch (error) {
      if (isBusyStarting(error)) silentSince = Date.now();
      if (Date.now() - silentSince > silence) return undefined;
      if (!told && Date.now() - began > 3_000) {
        told = true;
        log.info("Waiting for the built-in database to recover.");
      }
      await wait(20);
    }
  }
  return undefined;
}

/** Why the server did not start, out of PostgreSQL's log, as one sentence. */
function reasonFrom(said: string, layout: Layout): Error {
  if (saysDiskFull(said)) return dataDirError({ code: "ENOSPC" }, layout.root);
  const line = said.split("\n").findLast((text) => /\b(FATAL|PANIC):/.test(text));
  const reason = line?.replace(/^.*?\b(FATAL|PANIC):\s*/, "");
  return new StartError(`The built-in database did not start${reason ? `: ${reason.replace(/\.$/, "")}` : ""}. Its log is ${layout.log}.`);
}

/** Ensures that the server runs: keeps a healthy one, ends any other and starts a new one. The caller holds the start lock. Returns its process id. */
async function ensureRunning(layout: Layout, program: Program, log: Log): Promise<number | undefined> {
  const running = findPostmaster(layout);
  if (running === undefined && (await serverVersion(layout).catch(() => undefined)) !== undefined) {
    log.info("Using the built-in database that another container runs on this folder.");
    return undefined;
  }
  if (running !== undefined) {
    const version = existsSync(layout.password) ? await whenReady(layout, () => isAlive(running), patience.running, log) : undefined;
    if (version !== undefined && version === program.version) {
      if (writeSettings(layout, program)) await asSuperuser(layout, (client) => client.query("select pg_reload_conf()"));
      log.info({ pid: running }, "Using the built-in database that is already running.");
      return running;
    }
    log.warn({ pid: running, version }, "Ending a built-in database that does not answer or is of another version.");
    await endPostmaster(running, layout, version === undefined);
  }
  prepareCluster(layout, program);
  // The last children of a killed server may hold its shared memory for a moment longer.
  for (let attempt = 1; ; attempt += 1) {
    dropForeignPid(layout);
    const started = startPostmaster(layout, program);
    let ended = started.pid === 0;
    void started.exit.then(() => (ended = true));
    if ((await whenReady(layout, () => !ended, patience.started, log)) !== undefined) {
      log.info({ pid: started.pid, version: program.version }, "The built-in database is running.");
      return started.pid;
    }
    const said = started.said();
    if (!ended) await endPostmaster(started.pid, layout, true);
    if (attempt >= 20 || !/pre-existing shared memory|lock file .* already exists/.test(said)) throw reasonFrom(said, layout);
    await wait(250);
  }
}

/** Ensures that the two logins, the roles and the database exist. */
async function provision(layout: Layout) {
  await asSuperuser(layout, async (client) => {
    for (const [login, inherit] of [
      ["stoa_owner", "inherit"],
      ["stoa_web", "noinherit"],
    ] as const) {
      const known = await client.query("select from pg_roles where rolname = $1", [login]);
      const password = pg.escapeLiteral(passwordOf(layout, login));
      await client.query(`${known.rowCount === 0 ? "create" : "alter"} role ${login} login nosuperuser ${inherit} password ${password}`);
    }
    const made = await client.query("select from pg_database where datname = 'stoa'");
    if (made.rowCount === 0) await client.query("create database stoa owner stoa_owner");
  });
  await ensureRoles(urlOf(layout, "postgres", "postgres"), { grantTo: "stoa_owner", appUrl: urlOf(layout, "stoa_web", "stoa") });
}

/**
 * Opens the built-in database of a data folder: creates it, starts it, or joins the one that runs. When it cannot, undoes what it began and throws
 * a StartError with one sentence.
 */
export async function openEmbedded({ dataDir, log, sole = false, onLost }: EmbeddedOptions): Promise<Embedded> {
  const layout = layoutOf(openDataDir(dataDir));
  const lockFile = (name: string) => join(layout.locks, name);
  let soleLock: Lock | undefined;
  let membership: Lock | undefined;
  let turn: Lock | undefined;
  let pid: number | undefined;

  const leave = async () => {
    turn ??= await waitForLock(lockFile("turn"), 600);
    membership?.release();
    // The exclusive lock is free only when no other process is a member: then this one is the last and stops the server.
    const last = tryLock(lockFile("members"), "exclusive");
    if (last) {
      const running = findPostmaster(layout);
      if (running !== undefined) await endPostmaster(running, layout);
      if (socketFolder(layout.run) !== layout.run) rmSync(socketFolder(layout.run), { force: true });
      last.release();
    }
    soleLock?.release();
    turn.release();
    turn = undefined;
  };

  try {
    makeFolders(layout);
    // Refuses a link of somebody else's before anything waits for an answer there.
    socketFolder(layout.run);
    if (sole) {
      soleLock = tryLock(lockFile("sole"), "exclusive");
      if (!soleLock)
        throw new StartError(`Stoa is already running on the data folder ${dataDir}. Stop it first, or name another folder in STOA_DATA.`);
    }
    turn = await waitForLock(lockFile("turn"), 600);
    membership = tryLock(lockFile("members"), "shared");
    if (!membership) throw new StartError(`The data folder ${dataDir} is being closed by another process. Start again.`);
    const program = findProgram(layout.root, layout.cluster);
    if (hasCluster(layout) && !program.runAs && lstatSync(layout.cluster).uid !== process.getuid?.())
      throw new StartError(`The database in ${layout.root} belongs to another user. Start Stoa as that user or as root.`);
    pid = await ensureRunning(layout, program, log);
    await provision(layout);
    turn.release();
    turn = undefined;

    let stopping = false;
    let restart: Promise<void> | undefined;
    const startAgain = async () => {
      log.error({ pid }, "The built-in database ended unexpectedly; starting it again.");
      try {
        turn = await waitForLock(lockFile("turn"), 600);
        if (!stopping) pid = await ensureRunning(layout, program, log);
      } catch (error) {
        onLost?.(error as Error);
      } finally {
        turn?.release();
        turn = undefined;
        restart = undefined;
      }
    };
    const watch = setInterval(() => {
      if (!stopping && pid !== undefined && !isAlive(pid)) restart ??= startAgain();
    }, 1_000);
    watch.unref();

    let stopped: Promise<void> | undefined;
    return {
      kind: "embedded",
      superUrl: urlOf(layout, "postgres", "postgres"),
      ownerUrl: urlOf(layout, "stoa_owner", "stoa"),
      appUrl: urlOf(layout, "stoa_web", "stoa"),
      stop() {
        stopped ??= (async () => {
          stopping = true;
          clearInterval(watch);
          await restart;
          await leave();
        })();
        return stopped;
      },
    };
  } catch (error) {
    if (membership) await leave().catch((reason: unknown) => log.error(reason));
    else {
      soleLock?.release();
      turn?.release();
    }
    throw dataDirError(error, layout.root);
  }
}
