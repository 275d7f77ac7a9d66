// One postmaster process: find it, check that it is ours, start it, end it.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { canReach, type Program } from "./program.ts";

/** Paths of the built-in database in the data folder. */
export interface Layout {
  readonly root: string;
  readonly cluster: string;
  readonly run: string;
  readonly log: string;
  readonly password: string;
  readonly locks: string;
}

const linux = process.platform === "linux";

/** Whether a process exists and runs. A zombie (ended, but not yet reaped by its parent) does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  if (!linux) return true;
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** A mark that every process of this cluster carries in its command line, which any user may read; its working folder only root with ptrace may. */
const markOf = (cluster: string) => `stoa-${createHash("sha256").update(cluster).digest("hex").slice(0, 12)}`;

/** Whether a live process belongs to this cluster: the process id alone may have been reused. */
function worksIn(pid: number, cluster: string): boolean {
  try {
    const command = linux
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout;
    return command.includes(markOf(cluster));
  } catch {
    return false;
  }
}

/** Every live process of this cluster, including children of a killed postmaster. */
function processesOf(cluster: string): number[] {
  const all = linux ? readdirSync("/proc") : (spawnSync("ps", ["-axo", "pid="], { encoding: "utf8" }).stdout ?? "").split("\n");
  return all.map((name) => Number(name.trim())).filter((pid) => pid > 1 && worksIn(pid, cluster) && isAlive(pid));
}

/** The process id of this cluster's running postmaster, or undefined. */
export function findPostmaster({ cluster }: Layout): number | undefined {
  let written: string;
  try {
    written = readFileSync(join(cluster, "postmaster.pid"), "utf8");
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(written, 10);
  return pid > 1 && isAlive(pid) && worksIn(pid, cluster) ? pid : undefined;
}

/**
 * Removes a postmaster.pid whose process id now belongs to another program, which PostgreSQL would take for a running server. Does so only
 * when no process works in the cluster.
 */
export function dropForeignPid({ cluster }: Layout) {
  const file = join(cluster, "postmaster.pid");
  const pid = Number.parseInt(readFileSync(file, { encoding: "utf8", flag: "a+" }), 10);
  if (!(pid > 1)) return rmSync(file, { force: true });
  if (isAlive(pid) && !worksIn(pid, cluster) && processesOf(cluster).length === 0) rmSync(file, { force: true });
}

function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}

/** How long each signal gets to work, in milliseconds: fast shutdown, immediate shutdown, kill. */
const polite = [
  ["SIGINT", 30_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
] as const;

/** Ends a postmaster. `harsh` starts with the immediate shutdown, for one that does not answer. Committed data survives either way. */
export async function endPostmaster(pid: number, { cluster }: Layout, harsh = false) {
  for (const [signal, limit] of harsh ? polite.slice(1) : polite) {
    sendSignal(pid, signal);
    // A stopped (SIGSTOP) process handles no other signal until it continues.
    sendSignal(pid, "SIGCONT");
    for (const deadline = Date.now() + limit; Date.now() < deadline; await wait(20)) if (!isAlive(pid)) break;
    if (!isAlive(pid)) break;
  }
  // Children notice by themselves that their postmaster was killed, except stopped ones.
  for (const child of processesOf(cluster)) sendSignal(child, "SIGKILL");
}

const longestLog = 10 * 1024 * 1024;

/** Opens PostgreSQL's log for appending, after rotating one that has grown long. Returns the descriptor and the offset where new text begins. */
export function openLog({ log }: Layout) {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > longestLog) renameSync(log, `${log}.1`);
  return { descriptor: openSync(log, "a", 0o600), from: statSync(log).size };
}

/** What PostgreSQL wrote to its log after the offset `from`. */
export const logSince = ({ log }: Layout, from: number) => readFileSync(log).subarray(from).toString("utf8");

/**
 * The path by which a process of `program`'s user names the cluster folder. In a private folder (a checkout in root's home) that user cannot
 * resolve the path, but may work in it: the working directory is set before the process changes user.
 */
export function clusterArgument({ cluster }: Layout, { runAs }: Program): string {
  return !linux || canReach(cluster, runAs) ? cluster : "/proc/self/cwd";
}

export interface Started {
  readonly pid: number;
  /** Resolves once the process has ended. */
  readonly exit: Promise<void>;
  /** What it has written to the log so far. */
  said(): string;
}

/** Starts a postmaster in its own session, so that neither Ctrl-C nor the end of this process reaches it. */
export function startPostmaster(layout: Layout, program: Program): Started {
  const { descriptor, from } = openLog(layout);
  const child = spawn(
    join(program.bin, "postgres"),
    ["-D", clusterArgument(layout, program), "-c", `cluster_name=${markOf(layout.cluster)}`],
    {
      cwd: layout.cluster,
      ...(program.runAs && { uid: program.runAs.uid, gid: program.runAs.gid }),
      env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
      detached: true,
      stdio: ["ignore", descriptor, descriptor],
    },
  );
  closeSync(descriptor);
  child.unref();
  const exit = new Promise<void>((done) => {
    child.once("exit", () => done());
    child.once("error", () => done());
  });
  return { pid: child.pid ?? 0, exit, said: () => logSince(layout, from) };
}
