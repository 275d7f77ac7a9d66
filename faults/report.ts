import type { Verdict } from "./check.ts";

/** The outcome of one fault test. */
export interface Result {
  readonly id: string;
  readonly title: string;
  readonly ok: boolean;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly wrong: number;
  /** Processes killed, replies cut or moments tried, whichever the test counts. */
  readonly faults: number;
  readonly seconds: number;
  /** Additional lines: times, statuses, findings. */
  readonly notes: readonly string[];
}

export interface Fault {
  readonly id: string;
  readonly title: string;
  /** Runs the test; it may use ports from this one on. */
  run(port: number): Promise<Omit<Result, "id" | "title" | "seconds">>;
}

export const say = (text = "") => void process.stdout.write(`${text}\n`);

/** The counts of a verdict as columns of a result. */
export const tally = ({ acknowledged, lost, doubled, wrong }: Verdict) => ({ acknowledged, lost, doubled, wrong });

/** Whether nothing was lost, duplicated or wrong, and something was acknowledged at all. */
export const clean = ({ acknowledged, lost, doubled, wrong }: Pick<Verdict, "acknowledged" | "lost" | "doubled" | "wrong">) =>
  acknowledged > 0 && lost + doubled + wrong === 0;

/** Median and maximum of some milliseconds, as text. */
export function spread(values: readonly number[], unit = "ms"): string {
  if (values.length === 0) return "none";
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return `middle ${at(0.5)} ${unit}, p95 ${at(0.95)} ${unit}, largest ${at(1)} ${unit}`;
}

const columns = [
  ["", 5],
  ["acknowledged", 14],
  ["lost", 7],
  ["doubled", 9],
  ["wrong", 7],
  ["faults", 8],
  ["seconds", 9],
] as const;

export const header = () => columns.map(([name, width], at) => (at === 0 ? name.padEnd(width) : name.padStart(width))).join("") + "   ";

export function line({ id, title, ok, acknowledged, lost, doubled, wrong, faults, seconds }: Result): string {
  const cells = [acknowledged, lost, doubled, wrong, faults, Math.round(seconds)];
  return (
    id.padEnd(5) + cells.map((cell, at) => String(cell).padStart(columns[at + 1]?.[1] ?? 8)).join("") + `   ${ok ? "ok " : "RED"} ${title}`
  );
}
