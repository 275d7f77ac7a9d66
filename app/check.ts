// `npm test`: everything that can be checked on any machine, one after the other, with one line of totals at the end.
// `npm test -- http` runs the tests whose path contains "http" only.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const filters = process.argv.slice(2);
const totals = { passed: 0, failed: 0 };

/** Runs a Node script of the project; true when it ended well. */
function script(file: string, ...args: string[]): boolean {
  return spawnSync(process.execPath, [join(root, file), ...args], { cwd: root, stdio: "inherit" }).status === 0;
}

function step(name: string, run: () => boolean) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const ok = run();
  totals[ok ? "passed" : "failed"]++;
  console.log(`== ${name}: ${ok ? "passed" : "FAILED"} (${Math.round((performance.now() - started) / 1000)} s)`);
}

/** The catalogues must hold every text of the sources: what a translator gets is what the screens say. */
function catalogueIsCurrent(): boolean {
  const files = ["locales/en.po", "locales/pseudo.po"];
  const texts = () => files.map((file) => readFileSync(join(root, file), "utf8").replace(/^"POT-Creation-Date.*$/m, ""));
  const before = texts();
  if (!script("bin/stoa.mjs", "exec", "lingui", "extract", "--clean")) return false;
  const after = texts();
  const changed = files.filter((_, index) => before[index] !== after[index]);
  for (const file of changed) console.error(`${file} was out of date; it has been written anew, commit it.`);
  return changed.length === 0;
}

function runTests(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "stoa-check-"));
  const report = join(folder, "report.json");
  const ok = script(
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...filters,
  );
  try {
    const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
    totals.passed += numPassedTests;
    totals.failed += numFailedTests;
    if (numPassedTests === 0) console.error("No test ran.");
    return ok && numPassedTests > 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (filters.length === 0) {
  step("types", () => script("node_modules/typescript/bin/tsc", "-p", "."));
  step("lint", () => script("node_modules/oxlint/bin/oxlint", "--deny-warnings", "."));
  step("unused code", () => script("node_modules/knip/bin/knip.js"));
  step("format", () => script("node_modules/oxfmt/bin/oxfmt", "--check", "."));
  step("message catalogue", catalogueIsCurrent);
  step("browser bundle", () => script("app/build.ts"));
  step("bundle sizes", () => script("app/bundle-sizes.ts"));
}
step("tests", runTests);

console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;
