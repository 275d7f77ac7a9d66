import type { Played } from "./journey.ts";

/**
 * The last lines of a run and its exit code: 1 where a step failed or no engine ran, 2 where all went well in those that are installed and others are
 * not (`absent`, a sentence each), else 0.
 */
export function outcome(results: ReadonlyMap<string, readonly Played[]>, absent: readonly string[]): { lines: string[]; code: 0 | 1 | 2 } {
  const failed = [...results.values()].flat().filter(({ wrong }) => wrong !== null).length;
  const how = failed === 0 ? "everything as it must be" : failed === 1 ? "1 step failed" : `${failed} steps failed`;
  return {
    lines: [`Ran in ${[...results.keys()].join(", ") || "no engine"}: ${results.size === 0 ? "nothing was played" : how}.`, ...absent],
    code: failed > 0 || results.size === 0 ? 1 : absent.length > 0 ? 2 : 0,
  };
}
