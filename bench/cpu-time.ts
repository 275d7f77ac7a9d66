// CPU time of the whole server, read from /proc: Node, the postmaster and every backend, including backends that have ended.
import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second of the times in /proc; 100 on every Linux we know. */
const ticks = 100;

interface Process {
  readonly parent: number;
  /** User and system time of the process and of its ended children, in ticks. */
  readonly time: number;
}

function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may contain spaces, so fields are counted after it: state, parent, … utime is the 12th.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index]);
    return { parent: at(1), time: at(11) + at(12) + at(13) + at(14) };
  } catch {
    return undefined;
  }
}

/** Milliseconds of CPU time that the processes `roots` and all their descendants have used since they started. Throws where there is no /proc. */
export function cpuMs(roots: readonly number[]): number {
  const all = new Map<number, Process>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const found = pid > 0 ? readProcess(pid) : undefined;
    if (found) all.set(pid, found);
  }
  const belongs = new Map<number, boolean>(roots.map((pid) => [pid, true]));
  const isOurs = (pid: number): boolean => {
    const known = belongs.get(pid);
    if (known !== undefined) return known;
    const parent = all.get(pid)?.parent ?? 0;
    const answer = parent > 1 && isOurs(parent);
    belongs.set(pid, answer);
    return answer;
  };
  let sum = 0;
  for (const [pid, { time }] of all) if (isOurs(pid)) sum += time;
  return (sum * 1000) / ticks;
}

/** Memory of a process that is not swapped out, in MB. */
export function residentMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return (pages * 4096) / 2 ** 20;
}

/** Runs a fixed amount of pure CPU work. Returns its wall and CPU milliseconds; a large difference means that another process uses the machine. */
export function calibrate(): { wallMs: number; cpuMs: number } {
  const [began, cpuBegan] = [performance.now(), process.cpuUsage()];
  let state = 1;
  for (let i = 0; i < 60_000_000; i++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  const used = process.cpuUsage(cpuBegan);
  if (state === 0) throw new Error("This generator never gives 0 here.");
  return { wallMs: performance.now() - began, cpuMs: (used.user + used.system) / 1000 };
}
