// `npm test`: everything that can be checked on any machine, one step after another, with one line of totals at the end.
// `npm test -- http` runs only the tests whose path contains "http".
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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

/** Runs a Node script of the project; true when it succeeded. A signal to stop is passed on, and this process exits once the script has. */
async function script(file: string, ...args: string[]): Promise<boolean> {
  const env = { ...process.env, STOA_LAUNCHER: String(process.pid) };
  const child = spawn(process.execPath, [join(root, file), ...args], { cwd: root, env, stdio: "inherit" });
  let told = false;
  const pass = (signal: NodeJS.Signals) => {
    told = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  for (const signal of signals) process.off(signal, pass);
  if (told) process.exit(130);
  return code === 0;
}

async function step(name: string, work: () => Promise<boolean>) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const ok = await work();
  totals[ok ? "passed" : "failed"]++;
  if (!ok) failed.push(`step ${name}`);
  console.log(`== ${name}: ${ok ? "passed" : "FAILED"} (${Math.round((performance.now() - started) / 1000)} s)`);
}

/** True when the catalogues hold exactly the texts of the sources, and a translation of each in every language. */
async function catalogueIsCurrent(): Promise<boolean> {
  const files = ["locales/en.po", "locales/de.po", "locales/pseudo.po"];
  const texts = () => files.map((file) => readFileSync(join(root, file), "utf8").replace(/^"POT-Creation-Date.*$/m, ""));
  const before = texts();
  if (!(await script("bin/stoa.mjs", "exec", "lingui", "extract", "--clean"))) return false;
  const after = texts();
  const changed = files.filter((_, index) => before[index] !== after[index]);
  for (const file of changed) console.error(`${file} was out of date; it has been written anew, commit it.`);
  const faults = await faultsOfCatalogues();
  for (const fault of faults) console.error(fault);
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
  const ok = await script(
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...filters,
  );
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

if (filters.length === 0) {
  await step("types", () => script("node_modules/typescript/bin/tsc", "-p", "."));
  await step("lint", () => script("node_modules/oxlint/bin/oxlint", "--deny-warnings", "."));
  await step("unused code", () => script("node_modules/knip/bin/knip.js"));
  await step("format", () => script("node_modules/oxfmt/bin/oxfmt", "--check", "."));
  await step("message catalogue", catalogueIsCurrent);
  await step("browser bundle", () => script("app/build.ts"));
  await step("bundle sizes", () => script("app/bundle-sizes.ts"));
}
await step("tests", runTests);

await run.end();
if (failed.length > 0) console.log(`\n${failed.map((name) => `FAILED ${name}`).join("\n")}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;
