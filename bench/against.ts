// npm run bench -- --against COMMIT --only W6,W6b: the same workloads on this checkout and on another commit, in turns, with the ratio of their CPU times.
import { execFile } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { median, medianAndRange, textTable } from "./statistics.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const outputLimit = 64 * 2 ** 20;

/** What one round of one build printed: for each workload its CPU milliseconds a view, and the share of pgbench's commits that go over HTTP, in percent. */
interface Round {
  readonly cpuMs: ReadonlyMap<string, number>;
  readonly ofPgbench: ReadonlyMap<string, number>;
}

/** Reads the tables that `npm run bench` prints; every build since the first prints them in this form. */
function readTables(printed: string): Round {
  const cpuMs = new Map<string, number>();
  const ofPgbench = new Map<string, number>();
  for (const line of printed.split("\n")) {
    const [, name = "", second = "", , , ratio = "", , batches = ""] = line.split("|").map((cell) => cell.trim());
    if (!/^W\d/.test(name)) continue;
    if (/^\d+ %$/.test(ratio)) ofPgbench.set(`${name}, c=${second}${batches ? `, ${batches}` : ""}`, Number.parseFloat(ratio));
    else if (/^[\d.]+ \(/.test(second)) cpuMs.set(name.split(" ")[0] ?? "", Number.parseFloat(second));
  }
  return { cpuMs, ofPgbench };
}

/** One round of a build, in a process of its own with a database of its own. */
async function round(folder: string, { only, seconds, port }: { only: string; seconds: number; port: string }): Promise<Round> {
  const args = ["run", "bench/run.ts", "--quick", "--reps", "1", "--seconds", String(seconds), "--only", only, "--port", port];
  // A limit that is missed ends the bench with 1; here only its figures count.
  const { stdout } = await run(process.execPath, [join(folder, "bin/stoa.mjs"), ...args], { cwd: folder, maxBuffer: outputLimit }).catch(
    (error: { stdout?: string; code?: number }) => {
      if (error.code === 1 && error.stdout?.includes("| W")) return { stdout: error.stdout };
      throw error;
    },
  );
  return readTables(stdout);
}

/**
 * Measures this checkout against another commit, which is installed below `folder`: `reps` rounds of both builds in turns, each second pair in the
 * other order. Prints a row for each workload: both medians, and the ratio of each pair as median and range. sameBench: the other build is measured with
 * the bench of this checkout, for workloads that its own does not have; that works as long as the other build has what the bench imports.
 */
export async function runAgainst(
  commit: string,
  options: { folder: string; only: string; reps: number; seconds: number; port: string; sameBench: boolean },
) {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const other = join(options.folder, "against");
  await run("git", ["worktree", "add", "--detach", other, commit], { cwd: root });
  try {
    say(`Installing ${commit}.`);
    await run("npm", ["ci", "--no-fund", "--no-audit"], { cwd: other, maxBuffer: outputLimit });
    if (options.sameBench) {
      rmSync(join(other, "bench"), { recursive: true });
      cpSync(join(root, "bench"), join(other, "bench"), { recursive: true });
    }
    const rounds: { here: Round; there: Round }[] = [];
    for (let rep = 0; rep < options.reps; rep++) {
      const first = await round(rep % 2 ? other : root, options);
      const second = await round(rep % 2 ? root : other, options);
      rounds.push(rep % 2 ? { here: second, there: first } : { here: first, there: second });
      say(`round ${rep + 1} of ${options.reps}`);
    }
    const rows = (pick: (one: Round) => ReadonlyMap<string, number>, digits: number) =>
      // What only one of the builds measures has no ratio.
      [...(rounds[0] ? pick(rounds[0].here).keys() : [])]
        .filter((name) => rounds.every(({ there }) => pick(there).has(name)))
        .map((name) => {
          const of = (one: Round) => pick(one).get(name) ?? Number.NaN;
          const [here, there] = [rounds.map((pair) => of(pair.here)), rounds.map((pair) => of(pair.there))];
          const ratios = rounds.map((pair) => of(pair.here) / of(pair.there));
          return [name, medianAndRange(there, digits), medianAndRange(here, digits), medianAndRange(ratios), median(ratios).toFixed(2)];
        });
    say(
      textTable(
        ["CPU ms a view, c=8", commit, "this checkout", "ratio of each pair", "median"],
        rows(({ cpuMs }) => cpuMs, 2),
      ),
    );
    const shares = rows(({ ofPgbench }) => ofPgbench, 0);
    if (options.only.split(",").includes("W6") && shares.length === 0)
      say("The ratio to pgbench is missing: there is no pgbench on this machine, or the two builds measure it in different ways.");
    if (shares.length) say(textTable(["commits over HTTP, % of pgbench", commit, "this checkout", "ratio of each pair", "median"], shares));
  } finally {
    await run("git", ["worktree", "remove", "--force", other], { cwd: root });
  }
}
