// How busy the machine is with other work, so that a reader can judge the times that a run measured.
import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

/** Busy ticks and all ticks of all processors since boot. */
function ticks() {
  const all = (/^cpu +(.*)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1] ?? "").split(" ").map(Number).slice(0, 8);
  const sum = all.reduce((total, each) => total + each, 0);
  // Idle, and waiting for the disk.
  return { sum, busy: sum - (all[3] ?? 0) - (all[4] ?? 0) };
}

/** Measures for a second while the harness itself is idle: the share of the processors that other programs use, and the load averages. */
export async function othersLoad(): Promise<string> {
  const before = ticks();
  await wait(1000);
  const after = ticks();
  const percent = Math.round((100 * (after.busy - before.busy)) / Math.max(1, after.sum - before.sum));
  return `${percent} % of ${availableParallelism()} processors busy with other things, load ${loadavg()
    .map((each) => each.toFixed(1))
    .join(" ")}`;
}
