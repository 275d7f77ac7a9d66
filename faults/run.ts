// npm run faults [-- F1 F8 …]: breaks the real server on purpose and compares what it acknowledged with what it stored (security.md §5.4).
import { setTimeout as wait } from "node:timers/promises";
import { beginRun } from "#platform/test/run-folder.ts";
import { importKilled } from "./import-killed.ts";
import { applicationKilled, databaseKilled } from "./kill-under-load.ts";
import { othersLoad } from "./load.ts";
import { migrationKilled } from "./migration-killed.ts";
import { mediaKilled } from "./media-killed.ts";
import { offline } from "./offline.ts";
import { pageEnds } from "./page-ends.ts";
import { checkerGoesRed } from "./red.ts";
import { peopleImportKilled } from "./people-import-killed.ts";
import { replyCut } from "./reply-cut.ts";
import { header, line, say, type Fault, type Result } from "./report.ts";
import { shuffled } from "./shuffled.ts";
import { twoDevices } from "./two-devices.ts";
import { uploads } from "./uploads.ts";
import { volumeFull } from "./volume-full.ts";

const all: readonly Fault[] = [
  applicationKilled,
  databaseKilled,
  volumeFull,
  replyCut,
  shuffled,
  offline,
  pageEnds,
  twoDevices,
  importKilled,
  mediaKilled,
  peopleImportKilled,
  uploads,
  migrationKilled,
  checkerGoesRed,
];
/** Time limit of a single test: several times what the longest needs on an otherwise idle machine. */
const patienceMs = 15 * 60_000;
const firstPort = Number(process.env["FAULTS_PORT"] ?? 4260);

const wanted = process.argv.slice(2).map((id) => id.toUpperCase());
const unknown = wanted.filter((id) => !all.some((fault) => fault.id === id));
if (unknown.length > 0) {
  say(`There is no fault test called ${unknown.join(", ")}. There are ${all.map(({ id }) => id).join(", ")}.`);
  process.exit(1);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
// With FAULTS_KEEP, data is kept for inspection, so it must not be inside a run's folder, which is removed.
const swept = process.env["FAULTS_KEEP"] ? undefined : await beginRun();
const results: Result[] = [];
for (const [nth, { id, title, run }] of all.entries()) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  say(`${id}: ${title}`);
  const quietBefore = await othersLoad();
  const began = performance.now();
  // A test that hangs fails, and must not keep the others from running.
  const limit = new AbortController();
  const tooLong = wait(patienceMs, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new Error(`not done after ${patienceMs / 60_000} minutes`);
  });
  const found = await Promise.race([run(firstPort + nth), tooLong]).catch((error: unknown) => ({
    ok: false,
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    wrong: 0,
    faults: 0,
    notes: [`It did not run to its end: ${(error as Error).stack ?? String(error)}`],
  }));
  limit.abort();
  tooLong.catch(() => undefined);
  const seconds = (performance.now() - began) / 1000;
  const machine = `before: ${quietBefore}; after: ${await othersLoad()}`;
  const result = { id, title, seconds, ...found, notes: [...found.notes, machine] };
  results.push(result);
  for (const note of result.notes) say(`    ${note}`);
  say(`    ${result.ok ? "ok" : "RED"} after ${Math.round(result.seconds)} s`);
}

say();
say(header());
for (const result of results) say(line(result));
const sum = (pick: (result: Result) => number) => results.reduce((total, result) => total + pick(result), 0);
const isGood = results.every(({ ok }) => ok);
say(
  line({
    id: "all",
    title: isGood ? "lost 0, doubled 0" : "at least one is not as it must be",
    ok: isGood,
    acknowledged: sum((r) => r.acknowledged),
    lost: sum((r) => r.lost),
    doubled: sum((r) => r.doubled),
    wrong: sum((r) => r.wrong),
    faults: sum((r) => r.faults),
    seconds: sum((r) => r.seconds),
    notes: [],
  }),
);
await swept?.end();
// A test that hangs may keep the process alive.
process.exit(isGood ? 0 : 1);
