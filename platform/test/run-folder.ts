import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { dropLeftDatabases } from "./left-databases.ts";

// Everything that a run of tests, bench or faults makes lies in one folder: data, clusters, profiles of browsers. Every process of the run names
// the folder in its environment or its arguments, or works in it. So whatever ends a run, what it left can be found and removed: by the watcher
// that was started with it or, when that was killed too, by the next run.

const prefix = "stoa-run-";
const variable = "STOA_TEST_RUN";
const ownerFile = "owner";
const serversFile = "servers";

/** The folder of the run that this process belongs to. Fails outside a run. */
export function runFolder(): string {
  const folder = process.env[variable];
  if (!folder) throw new Error("No run has begun.");
  return folder;
}

export interface Run {
  readonly folder: string;
  /** Notes a PostgreSQL server on which this run makes databases, so that what is left there is dropped too. */
  usesServer(url: string): void;
  /** Ends whatever still runs of it and removes the folder. */
  end(): Promise<void>;
}

/**
 * Begins a run: sweeps what earlier ones have left, makes the folder and puts it into this process's environment, where os.tmpdir() and every child
 * find it. Within a run it joins that one.
 */
export async function beginRun(): Promise<Run> {
  followLauncher();
  const outer = process.env[variable];
  if (outer) return { folder: outer, usesServer: noteIn(outer), end: async () => undefined };
  const base = tmpdir();
  for (const name of readdirSync(base)) if (name.startsWith(prefix) && !ownerLives(join(base, name))) await sweepRun(join(base, name));
  const folder = join(base, `${prefix}${randomBytes(4).toString("hex")}`);
  mkdirSync(folder);
  // PostgreSQL may run as another user and has to walk through.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, ownerFile), nameOf(process.pid));
  const before = process.env["TMPDIR"];
  // A session of its own, which Ctrl-C does not reach; it hears of our end by the end of its input.
  const watcher = spawn(process.execPath, [join(import.meta.dirname, "run-watcher.ts"), folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  watcher.stdin.on("error", () => undefined);
  process.env[variable] = folder;
  process.env["TMPDIR"] = folder;
  return {
    folder,
    usesServer: noteIn(folder),
    async end() {
      delete process.env[variable];
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
      await sweepRun(folder);
      watcher.stdin.end();
    },
  };
}

const noteIn = (folder: string) => (url: string) => appendFileSync(join(folder, serversFile), `${url}\n`);

/** Ends this process when the one that launched it, named in STOA_LAUNCHER, is gone: nobody waits for its result any more. */
function followLauncher() {
  const launcher = Number(process.env["STOA_LAUNCHER"]);
  if (launcher !== process.ppid) return;
  setInterval(() => {
    if (process.ppid !== launcher) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

/** Ends every process of a run, drops its databases elsewhere and removes its folder. */
export async function sweepRun(folder: string): Promise<void> {
  // A postmaster ended by SIGKILL would leave its shared memory behind; this signal makes it end at once and clean.
  for (const { pid, isPostgres } of processesOf(folder)) if (isPostgres) send(pid, "SIGQUIT");
  const others = () => processesOf(folder).filter(({ isPostgres }) => !isPostgres);
  for (const { pid } of others()) send(pid, "SIGKILL");
  for (const end = Date.now() + 5_000; processesOf(folder).length > 0 && Date.now() < end; await wait(20));
  for (const { pid } of processesOf(folder)) send(pid, "SIGKILL");
  for (const end = Date.now() + 5_000; processesOf(folder).length > 0 && Date.now() < end; await wait(20));
  const servers = join(folder, serversFile);
  if (existsSync(servers))
    for (const url of new Set(readFileSync(servers, "utf8").trim().split("\n"))) await dropLeftDatabases(url).catch(() => undefined);
  unmountIn(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Takes away volumes that a fault test has mounted. */
function unmountIn(folder: string) {
  if (!existsSync("/proc/mounts")) return;
  const mounted = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((place) => place.startsWith(`${folder}/`));
  for (const place of mounted.toReversed()) spawnSync("umount", ["-l", place]);
}

/** A process id and when it began, since an id alone may be used again. */
function nameOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return `${pid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return `${pid}`;
  }
}

function ownerLives(folder: string): boolean {
  try {
    const owner = readFileSync(join(folder, ownerFile), "utf8");
    const pid = Number.parseInt(owner, 10);
    process.kill(pid, 0);
    return nameOf(pid) === owner;
  } catch (error) {
    // Another user's run is not ours to end.
    return (error as NodeJS.ErrnoException).code === "EPERM" || (error as NodeJS.ErrnoException).code === "EACCES";
  }
}

/** Processes that name the run's folder or work in it, this one left out. Where there is no /proc none is found. */
function processesOf(folder: string): { pid: number; isPostgres: boolean }[] {
  let all: string[];
  try {
    all = readdirSync("/proc");
  } catch {
    return [];
  }
  return all.flatMap((name) => {
    const pid = Number(name);
    if (!(pid > 1) || pid === process.pid) return [];
    const read = (look: () => string) => {
      try {
        return look();
      } catch {
        return "";
      }
    };
    const stat = read(() => readFileSync(`/proc/${name}/stat`, "utf8"));
    if (stat === "" || / [ZX] /.test(stat.slice(stat.lastIndexOf(")")))) return [];
    const isOurs =
      `${read(() => readlinkSync(`/proc/${name}/cwd`))}/`.startsWith(`${folder}/`) ||
      ["environ", "cmdline"].some((what) => read(() => readFileSync(`/proc/${name}/${what}`, "utf8")).includes(folder));
    return isOurs ? [{ pid, isPostgres: stat.includes("(postgres)") }] : [];
  });
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}
