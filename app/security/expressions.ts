import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "oxc-parser";
// In this process, not in a program of the machine.
process.env["RECHECK_BACKEND"] = "pure";
const { checkSync } = await import("recheck");

const root = join(import.meta.dirname, "../..");

/** Whether a file's code runs in Stoa: it is no test and no tool of the build. */
const isOurs = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|\/test\/|^app\/(?:build-|security\/)/.test(path);

/** The regular expressions that a file writes as such, as `/source/flags`. */
function expressionsIn(path: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node && typeof node.regex === "object" && node.regex !== null) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push(`/${pattern}/${flags}`);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, readFileSync(join(root, path), "utf8")).program.body);
  return found;
}

/** Every regular expression of the program with the files that write it, relative to the project. */
export function ownExpressions(): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const folder of ["app", "features", "platform", "ui"])
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      const path = relative(root, join(entry.parentPath, entry.name));
      if (!entry.isFile() || !isOurs(path)) continue;
      for (const one of expressionsIn(path)) all.set(one, [...(all.get(one) ?? []), path]);
    }
  return all;
}

/** Says whether an expression takes linear time on any text: "safe", or what was found ("2nd degree polynomial", "exponential", "unknown"). */
export function judged(expression: string): string {
  const end = expression.lastIndexOf("/");
  const found = checkSync(expression.slice(1, end), expression.slice(end + 1), { timeout: 20_000 });
  return found.status === "vulnerable" ? found.complexity.summary : found.status;
}

export interface KeptVerdicts {
  /** Found to take linear time. */
  readonly safe: readonly string[];
  /** Found to take longer, with what bounds the text that they see. */
  readonly bounded: Readonly<Record<string, string>>;
}
/** The verdicts of before, so that a run of the tests analyses new expressions only. */
export const keptFile = join(import.meta.dirname, "expressions.json");
export const keptVerdicts = () => JSON.parse(readFileSync(keptFile, "utf8")) as KeptVerdicts;
