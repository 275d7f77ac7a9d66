import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { followLauncher } from "../follow-launcher.ts";
import { dropLeftDatabases } from "./left-databases.ts";

// Everything that a run of tests, bench or faults creates lies in one folder: data, clusters, browser profiles. Every process of the run names the
// folder in its environment or its arguments, or works in it. So whatever ends a run, its leftovers can be found and removed: by the watcher
// that was started with it or, when that was killed too, by the next run.

const prefix = "stoa-run-";
const variable = "STOA_TEST_RUN";
const ownerFile = "owner";
const serversFile = "servers";

/** The folder of the run that this process belongs to. Throws outside a run. */
export function runFolder(): string {
  const folder = process.env[variable];
  if (!folder) throw new Error("No run has begun.");
  return folder;
}

export interface Run {
  readonly folder: string;
  /** Records a PostgreSQL server on which this run creates databases, so that leftovers there are dropped too. */
  usesServer(url: string): void;
  /** Ends all processes of the run and removes the folder. */
  end(): Promise<void>;
}

/**
 * Begins a run: removes leftovers of earlier runs, creates the folder and sets it in this process's environment, where os.tmpdir() and every child
 * process find it. Inside a run it joins that run.
 */
export async function beginRun(): Promise<Run> {
  followLauncher();
  const outer = process.env[variable];
  if (outer) return { folder: outer, usesServer: noteIn(outer), end: async () => undefined };
  const base = tmpdir();
  for (const name of readdirSync(base)) if (name.startsWith(prefix) && !ownerLives(join(base, name))) await sweepRun(join(base, name));
  const folder = join(base, `${prefix}${randomBytes(4).toString("hex")}`);
  mkdirSync(folder);
  // PostgreSQL may run as another user, who has to pass through.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, ownerFile), nameOf(process.pid));
  const before = process.env["TMPDIR"];
  // In its own session, so that Ctrl-C does not reach it; the end of its standard input tells it that this process has ended.
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

/** Ends every process of a run, drops its databases on other servers and removes its folder. */
export async function sweepRun(folder: string): Promise<void> {
  // A postmaster killed by SIGKILL would leave its shared memory behind; SIGQUIT makes it stop at once and clean up.
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

/** Unmounts volumes that a fault test mounted. */
function unmountIn(folder: string) {
  if (!existsSync("/proc/mounts")) return;
  const mounted = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((place) => place.startsWith(`${folder}/`));
  for (const place of mounted.toReversed()) spawnSync("umount", ["-l", place]);
}

/** A process id with its start time, since an id alone may be reused. */
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
    // EPERM: the run belongs to another user and is not ours to end.
    return (error as NodeJS.ErrnoException).code === "EPERM" || (error as NodeJS.ErrnoException).code === "EACCES";
  }
}

/** Processes that name the run's folder or work in it, except this one. Without /proc, none are found. */
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
    // Already gone.
  }
}
