import type { Played } from "./journey.ts";

/** A row for each step and a column for each engine: seconds, or that it failed, or a dash where it was not reached. */
export function table(results: ReadonlyMap<string, readonly Played[]>): string {
  const engines = [...results.keys()];
  const names = [...new Set([...results.values()].flatMap((played) => played.map(nameOf)))];
  const rows = names.map((name) => [
    name,
    ...engines.map((engine) => {
      const one = results.get(engine)?.find((played) => nameOf(played) === name);
      if (!one) return "–";
      return one.wrong === null ? `${(one.ms / 1000).toFixed(1)} s` : "FAILED";
    }),
  ]);
  const all = [["", ...engines], ...rows];
  const widths = [0, ...engines.map((_, at) => at + 1)].map((column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  return all
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart((widths[at] ?? 0) + 3))).join(""))
    .join("\n");
}
const nameOf = ({ journey, step }: Played) => `${journey}: ${step}`;
