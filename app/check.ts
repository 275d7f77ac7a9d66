// `npm test`: everything that can be checked on any machine, with one line of totals at the end.
// `npm test -- http` runs only the tests whose path contains "http".
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beginRun } from "#platform/test/run-folder.ts";
import { faultsOfCatalogues } from "./words/check-catalogue.ts";

const root = join(import.meta.dirname, "..");
const filters = process.argv.slice(2);
const totals = { passed: 0, failed: 0 };
/** Names of steps and tests, with the first line of why, said again at the end: whoever sees only the last lines sees what to look for. */
const failed: string[] = [];
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const run = await beginRun();

/** Scripts that run now. A signal to stop is passed on to them, and this process exits once they have. */
const running = new Set<ChildProcess>();
let isTold = false;
for (const signal of signals)
  process.on(signal, () => {
    isTold = true;
    for (const child of running) child.kill(signal);
    if (running.size === 0) process.exit(130);
  });

/** Runs a Node script of the project; true when it succeeded. What it prints goes to `out`, or to this process's own output. */
async function script(args: readonly [file: string, ...string[]], out?: Output): Promise<boolean> {
  if (isTold) return false;
  const [file, ...rest] = args;
  const env = { ...process.env, STOA_LAUNCHER: String(process.pid) };
  const child = spawn(process.execPath, [join(root, file), ...rest], {
    cwd: root,
    env,
    stdio: out ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => out?.(bytes.toString()));
  running.add(child);
  const code = await new Promise<number | null>((done) => child.once("close", done));
  running.delete(child);
  if (isTold && running.size === 0) process.exit(130);
  return code === 0;
}

type Output = (text: string) => void;

/** Steps can run side by side: each prints what it said when it ends. The tests, which take minutes, print as they go. */
async function step(name: string, work: (out: Output) => Promise<boolean>, { isLive = false } = {}) {
  let said = "";
  const begun = `\n== ${name}\n`;
  if (isLive) process.stdout.write(begun);
  const started = performance.now();
  const ok = await work((text) => (said += text));
  totals[ok ? "passed" : "failed"]++;
  if (!ok) failed.push(`step ${name}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${isLive ? "" : begun}${said}== ${name}: ${ok ? "passed" : "FAILED"} (${seconds} s)\n`);
}

/** True when the catalogues hold exactly the texts of the sources, and a translation of each in every language. */
async function catalogueIsCurrent(out: Output): Promise<boolean> {
  const files = ["locales/en.po", "locales/de.po", "locales/pseudo.po"];
  const texts = () => files.map((file) => readFileSync(join(root, file), "utf8").replace(/^"POT-Creation-Date.*$/m, ""));
  const before = texts();
  if (!(await script(["bin/stoa.mjs", "exec", "lingui", "extract", "--clean"], out))) return false;
  const after = texts();
  const changed = files.filter((_, index) => before[index] !== after[index]);
  for (const file of changed) out(`${file} was out of date; it has been written anew, commit it.\n`);
  const faults = await faultsOfCatalogues();
  for (const fault of faults) out(`${fault}\n`);
  return changed.length === 0 && faults.length === 0;
}

/** What vitest writes about a run, as far as it is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
}
const noReport: Report = { numPassedTests: 0, numFailedTests: 0, testResults: [] };

async function runTests(): Promise<boolean> {
  const report = join(run.folder, "report.json");
  const vitest = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filters];
  const ok = await script(["node_modules/vitest/vitest.mjs", ...vitest]);
  const { numPassedTests, numFailedTests, testResults } = existsSync(report)
    ? (JSON.parse(readFileSync(report, "utf8")) as Report)
    : noReport;
  totals.passed += numPassedTests;
  totals.failed += numFailedTests;
  for (const { name, status, assertionResults } of testResults) {
    const file = relative(root, name);
    const tests = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ fullName, failureMessages: [why = ""] }) => `${file}: ${fullName} (${stripVTControlCharacters(why.split("\n")[0] ?? "")})`);
    // A file can fail by itself: when it can't be read, or before its first test.
    failed.push(...(status === "failed" && tests.length === 0 ? [file] : tests));
  }
  if (numPassedTests === 0) console.error("No test ran.");
  return ok && numPassedTests > 0;
}

// Two rows of steps run side by side, so the types have half of the cores. Each checker works out again what the files of others mean: four of
// them take 83 s of CPU, one takes 50 s.
const checkers = String(Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))));

if (filters.length === 0)
  await Promise.all([
    // The catalogue may be written anew, and the bundle reads it.
    step("message catalogue", catalogueIsCurrent)
      .then(() => step("browser bundle", (out) => script(["app/build.ts"], out)))
      .then(() => step("bundle sizes", (out) => script(["app/bundle-sizes.ts"], out))),
    step("types", (out) => script(["node_modules/typescript/bin/tsc", "-p", ".", "--checkers", checkers], out))
      .then(() => step("lint", (out) => script(["node_modules/oxlint/bin/oxlint", "--deny-warnings", "."], out)))
      .then(() => step("unused code", (out) => script(["node_modules/knip/bin/knip.js"], out)))
      .then(() => step("format", (out) => script(["node_modules/oxfmt/bin/oxfmt", "--check", "."], out))),
  ]);
await step("tests", runTests, { isLive: true });

await run.end();
if (failed.length > 0) console.log(`\n${failed.map((name) => `FAILED ${name}`).join("\n")}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;
