// npm run bench: prints the table of the benchmark document for this machine. docs/benchmarks.md explains how to read it.
import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { hashPassword, verifyPassword } from "#features/auth/server/passwords.ts";
import { startProcess, type ServerProcess } from "#app/test/server.ts";
import { beginRun } from "#platform/test/run-folder.ts";
import { runAgainst } from "./against.ts";
import { calibrate } from "./cpu-time.ts";
import { editorKeys } from "./editor-keys.ts";
import { firstLoads } from "./first-load.ts";
import { importPeople } from "./import-people.ts";
import { editorWorkload, learners, pages, publishLargeCourse, seedLargeCourse, statementsAtMost } from "./large-course.ts";
import { measureLaunches } from "./launch.ts";
import { lighthouseScores } from "./lighthouse.ts";
import { routeChanges } from "./route-changes.ts";
import { pgbenchFacts, scormBench, type ScormBench } from "./scorm-commits.ts";
import { sendMail } from "./send-mail.ts";
import { seedAuthoredCourse } from "./authored-course.ts";
import { runLarge } from "./large.ts";
import { paletteKeys } from "./palette-keys.ts";
import { seedParticipants } from "./seed-crowds.ts";
import { seedPeople, type Seeded } from "./seed.ts";
import { median, medianAndRange, quantile, textTable } from "./statistics.ts";
import { measureTiming, timingAtMost } from "./timing.ts";
import { loginWorkloads, viewWorkloads } from "./view-workloads.ts";
import { measure, type Results, type Workload } from "./workload.ts";
import { referenceMs, startYardstick, type Yardstick } from "./yardstick.ts";

const { values: options } = parseArgs({
  options: {
    large: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    reps: { type: "string" },
    seconds: { type: "string" },
    port: { type: "string", default: "4240" },
    only: { type: "string" },
    profile: { type: "string" },
    lighthouse: { type: "string" },
    against: { type: "string" },
    "same-bench": { type: "boolean", default: false },
  },
});
const reps = Number(options.reps ?? (options.quick ? 3 : 5));
const seconds = Number(options.seconds ?? (options.quick ? 2 : 10));
const concurrencies = options.quick ? [8] : [1, 8, 32];
const wanted = (id: string) => !options.only || options.only.split(",").includes(id);
const say = (text = "") => process.stdout.write(`${text}\n`);

/** What the yardstick measured between the rounds, in CPU milliseconds of one request. */
const yardsticks: number[] = [];
/** How much slower than the reference machine this one is at what every request does: limits of CPU time are multiplied by it. */
const slowness = () => median(yardsticks) / referenceMs;

/** Warms up, then measures every workload at every concurrency in `reps` rounds, with the calibration loop and the yardstick before each round. */
async function measureAll(
  server: ServerProcess,
  yardstick: Yardstick,
  workloads: readonly Workload[],
  levels: readonly number[],
): Promise<Results> {
  const results: Results = new Map(workloads.map(({ id }) => [id, new Map(levels.map((c) => [c, []]))]));
  for (const workload of workloads) await measure(server, workload, 8, Math.min(3, seconds));
  await yardstick.measure(1);
  for (let rep = 1; rep <= reps; rep++) {
    const { wallMs, cpuMs } = calibrate();
    const stick = await yardstick.measure(Math.min(2, seconds));
    yardsticks.push(stick);
    say(
      `round ${rep} of ${reps}: calibration loop ${cpuMs.toFixed(0)} ms of CPU in ${wallMs.toFixed(0)} ms, yardstick ${stick.toFixed(3)} ms`,
    );
    for (const c of levels)
      for (const workload of workloads)
        results
          .get(workload.id)
          ?.get(c)
          ?.push(await measure(server, workload, c, seconds));
  }
  return results;
}

let failed = 0;
const verdict = (is: number, atMost: number | undefined) => {
  if (atMost === undefined) return "";
  if (is <= atMost) return "pass";
  failed += 1;
  return "FAIL";
};

function printTable(workloads: readonly Workload[], results: Results, levels: readonly number[]) {
  const rows = workloads.map(({ id, name, atMost }) => {
    const at = (c: number) => results.get(id)?.get(c) ?? [];
    const base = at(levels.includes(8) ? 8 : (levels[0] ?? 1));
    const cpu = median(base.map(({ cpuMs }) => cpuMs));
    const one = base[0];
    return [
      `${id} ${name}`,
      medianAndRange(base.map(({ cpuMs }) => cpuMs)),
      atMost === undefined ? "" : String(atMost),
      atMost === undefined ? "" : (atMost * slowness()).toFixed(2),
      verdict(cpu, atMost === undefined ? undefined : atMost * slowness()),
      median(base.map(({ databaseMs }) => databaseMs)).toFixed(2),
      ...levels.filter((c) => c !== 8).map((c) => medianAndRange(at(c).map(({ cpuMs }) => cpuMs))),
      medianAndRange(
        base.map(({ perSecond }) => perSecond),
        0,
      ),
      quantile(
        base.flatMap(({ latencies }) => latencies),
        0.5,
      ).toFixed(1),
      quantile(
        base.flatMap(({ latencies }) => latencies),
        0.95,
      ).toFixed(1),
      ((one?.bytes ?? 0) / 1000).toFixed(1),
      (one?.requests ?? 0).toFixed(0),
      one?.queries ? one.queries.toFixed(1) : "–",
    ];
  });
  const head = [
    "workload",
    "CPU ms/view, c=8",
    "at most",
    "at most here",
    "",
    "of it database",
    ...levels.filter((c) => c !== 8).map((c) => `CPU ms/view, c=${c}`),
    "views/s",
    "ms",
    "p95",
    "kB",
    "requests",
    "queries",
  ];
  say(textTable(head, rows));
  say(
    `Limits are those of the machine of docs/benchmarks.md, where the yardstick takes ${referenceMs} ms of CPU. Here it takes ${medianAndRange(yardsticks, 3)}: ${slowness().toFixed(2)} times as much.`,
  );
}

/** CPU milliseconds of one password check alone, at the cost that sign-in uses. */
async function measureHash() {
  const kept = await hashPassword("a password of the bench");
  const times: number[] = [];
  for (let i = 0; i < 10; i++) {
    const before = process.cpuUsage();
    await verifyPassword(kept, "a password of the bench");
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  say(`Password hash: argon2id, ${/m=\d+,t=\d+,p=\d+/.exec(kept)?.[0]}; one check takes ${medianAndRange(times, 1)} ms of CPU.`);
}

function printMachine() {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const load = readFileSync("/proc/loadavg", "utf8").split(" ").slice(0, 3).join(" ");
  say(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${model}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, load ${load}`,
  );
  say(`${reps} rounds of ${seconds} s; CPU = every process of the server with its PostgreSQL, the client left out; median (range).`);
}

/**
 * Measures commits per second over HTTP against PostgreSQL alone with the statement that the server sends, in turns: one commit a statement beside one user,
 * and statements of many commits beside many users, whose commits the server puts together.
 */
async function runCommitRatio(server: ServerProcess, { workloads, pgbench }: ScormBench) {
  const rows: string[][] = [];
  const kinds = [
    { users: 1, clients: 1, batch: 1, atLeast: undefined },
    { users: 8, clients: 8, batch: 1, atLeast: undefined },
    { users: 32, clients: 32, batch: 1, atLeast: 35 },
    { users: 8, clients: 2, batch: 4, atLeast: undefined },
    { users: 32, clients: 2, batch: 16, atLeast: 60 },
    { users: 64, clients: 2, batch: 32, atLeast: 60 },
  ];
  for (const workload of workloads)
    for (const { users, clients, batch, atLeast } of kinds) {
      const [overHttp, alone, slowest]: [number[], number[], number[]] = [[], [], []];
      for (let rep = 0; rep < reps; rep++) {
        const sample = await measure(server, workload, users, seconds);
        overHttp.push(sample.perSecond);
        slowest.push(quantile(sample.latencies, 0.95));
        const perSecond = await pgbench({ clients, batch }, Math.max(1, seconds));
        if (perSecond === null) {
          say("There is no pgbench on this machine, so the ratio of commits to it is not measured.");
          return;
        }
        alone.push(perSecond);
      }
      const ratio = (100 * median(overHttp)) / median(alone);
      rows.push([
        `${workload.id} ${workload.name}`,
        String(users),
        medianAndRange(overHttp, 0),
        medianAndRange(alone, 0),
        `${ratio.toFixed(0)} %`,
        atLeast === undefined ? "" : `${atLeast} ${verdict(-ratio, -atLeast)}`,
        `${clients} × ${batch}`,
        median(slowest).toFixed(0),
      ]);
    }
  say(
    textTable(
      [
        "commits a second",
        "users",
        "over HTTP",
        "pgbench, same statement",
        "ratio",
        "% at least",
        "its clients × commits a statement",
        "p95 ms",
      ],
      rows,
    ),
  );
  say(`pgbench stored ${await pgbenchFacts(server)} facts of its own.`);
}

async function runFirstLoads(server: ServerProcess, seeded: Seeded) {
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  const loads = await firstLoads(server, seeded);
  const scores = await lighthouseScores(options.lighthouse, server, seeded);
  const rows = loads.map(({ name, cold, warm, atMost, mobile }) => [
    `W13 ${name}`,
    kB(cold.bytes),
    atMost ? `${atMost.all} ${verdict(cold.bytes / 1000, atMost.all)}` : "",
    kB(cold.scriptBytes),
    atMost ? `${atMost.script} ${verdict(cold.scriptBytes / 1000, atMost.script)}` : "",
    cold.pictures ? `${cold.requests} (${cold.pictures})` : String(cold.requests),
    kB(cold.laterBytes),
    kB(warm.bytes),
    String(warm.requests),
    `${(mobile.lcp / 1000).toFixed(2)} (${(mobile.lcpMedian / 1000).toFixed(2)})`,
    mobile.blocking.toFixed(0),
    `${mobile.shift.toFixed(3)} ${verdict(mobile.shift, 0.02)}`,
    String(scores?.screens.get(name) ?? "–"),
  ]);
  say(
    textTable(
      [
        "first load",
        "kB cold",
        "at most",
        "of it script",
        "at most",
        "requests (course pictures)",
        "kB ahead, at rest",
        "kB warm",
        "requests",
        "mobile LCP s",
        "blocked ms",
        "shift, 0.02 at most",
        "Lighthouse",
      ],
      rows,
    ),
  );
  say(
    "Mobile: 412 × 823, 9 Mbit/s, 100 ms, processor 4 times slower; five visits. LCP is the best of them (their median), reported, its target is 1.8 s; blocked is the best, shift the worst.",
  );
  say(
    scores
      ? `Lighthouse ${scores.version}, performance on its own phone, the best of three; reported, its target is 95.`
      : "Lighthouse was not run: it is no part of this package. -- --lighthouse FOLDER names where it is installed.",
  );
}

/** Measures route changes inside the application. Times are only reported, since other load on the machine adds to them; memory has a limit. */
async function runRouteChanges(server: ServerProcess, seeded: Seeded) {
  const { cold, warm, across, presses, memoryMb } = await routeChanges(server, seeded);
  const p75 = (values: readonly number[]) => quantile(values, 0.75).toFixed(0);
  const times = (values: readonly number[]) => [p75(values), Math.max(...values).toFixed(0), String(values.length)];
  say(
    textTable(
      ["route changes", "ms, p75", "worst", "of", "target"],
      [
        ["press to the whole screen, first time (9 Mbit/s, 100 ms)", ...times(cold), "300"],
        ["the same, open before", ...times(warm), "100"],
        ["between learner's and staff's screens, first time", ...times(across.cold), "1200"],
        ["the same, open before", ...times(across.warm), "300"],
        ["press to the next paint", ...times(presses), "100, none over 200"],
      ],
    ),
  );
  say(`50 route changes leave ${memoryMb.toFixed(1)} MB more in use, 10 at most. ${verdict(memoryMb, 10)}`);
}

/** Measures how long a package of 100 parts takes to begin, and what that weighs. */
async function runLaunches(server: ServerProcess, seeded: Seeded) {
  const rows = (await measureLaunches(server, seeded)).map(({ name, all }) => {
    const kB = all.map(({ bytes }) => bytes / 1000);
    const ms = all.map((one) => one.ms);
    return [
      name,
      medianAndRange(kB, 1),
      verdict(median(kB), 150),
      medianAndRange(ms, 0),
      verdict(Math.min(...ms), 1500),
      String(all[0]?.requests.length ?? 0),
    ];
  });
  say(textTable(["launch of 100 parts, 9 Mbit/s, 100 ms", "kB, at most 150", "", "ms, at most 1500 (the best)", "", "requests"], rows));
}

/** Measures bringing in a table of people; with --large, one of 200,000. Other load takes from the rows a second, and adds to what the yardstick takes before and after. */
async function runImport(server: ServerProcess, yardstick: Yardstick) {
  const rows = options.large ? 200_000 : 20_000;
  const before = await yardstick.measure(2);
  const costs = await importPeople(server, rows);
  const slower = (before + (await yardstick.measure(2))) / 2 / referenceMs;
  const atLeast = 5000 / slower;
  say(
    textTable(
      [`W11 import of ${rows} people`, "rows/s", "at least", "at least here", "", "CPU ms/row", "of it database", "MB at most"],
      costs.map((cost) => [
        cost.what,
        cost.perSecond.toFixed(0),
        "5000",
        atLeast.toFixed(0),
        verdict(-cost.perSecond, -atLeast),
        cost.cpuMs.toFixed(3),
        cost.databaseMs.toFixed(3),
        `${cost.memoryMb.toFixed(0)} ${verdict(cost.memoryMb, 300)}`,
      ]),
    ),
  );
}

/** Prints how long keys take: the name of each, its times and the target of their median in milliseconds. */
async function printKeys(yardstick: Yardstick, title: string, rows: readonly (readonly [string, readonly number[], number])[]) {
  const slower = (await yardstick.measure(2)) / referenceMs;
  say(
    textTable(
      [title, "ms, median", "p75", "worst", "of", "at most", "at most here", ""],
      rows.map(([name, ms, target]) => [
        name,
        median(ms).toFixed(0),
        quantile(ms, 0.75).toFixed(0),
        Math.max(...ms).toFixed(0),
        String(ms.length),
        String(target),
        (target * slower).toFixed(0),
        verdict(median(ms), target * slower),
      ]),
    ),
  );
}

/** Measures authoring in a course of 300 pages: what its editor opens with, and publishing it while 10,000 people are in it. */
async function runLargeCourse(server: ServerProcess, yardstick: Yardstick, seeded: Seeded) {
  const course = await seedLargeCourse(server, seeded);
  if (wanted("W16")) {
    const editor = await editorWorkload(server, course, Math.max(...concurrencies));
    const results = await measureAll(server, yardstick, [editor], concurrencies);
    printTable([editor], results, concurrencies);
    const statements = Math.max(...[...(results.get("W16")?.values() ?? [])].flat().map(({ queries }) => queries));
    say(`The editor opens with ${statements.toFixed(0)} statements, ${statementsAtMost} at most. ${verdict(statements, statementsAtMost)}`);
    editor.close();
  }
  if (wanted("keys")) {
    const { typing, moving } = await editorKeys(server, course);
    await printKeys(yardstick, `keys in the editor of ${pages} pages, processor 4 times slower`, [
      ["a key in a text to its paint", typing, 50],
      ["moving a page", moving, 200],
    ]);
  }
  if (wanted("W17")) {
    const slower = (await yardstick.measure(2)) / referenceMs;
    const rows = (await publishLargeCourse(server, seeded, course, reps)).map((rounds) => {
      const cpu = rounds.map((one) => one.cpuMs);
      return [
        rounds[0]?.what ?? "",
        medianAndRange(cpu, 0),
        (2000 * slower).toFixed(0),
        verdict(median(cpu), 2000 * slower),
        medianAndRange(
          rounds.map(({ databaseMs }) => databaseMs),
          0,
        ),
        median(rounds.map(({ answerMs }) => answerMs)).toFixed(0),
        median(rounds.map(({ ms }) => ms)).toFixed(0),
      ];
    });
    say(
      textTable(
        [
          `W17 publishing ${pages} pages, ${learners} in progress`,
          "CPU ms",
          "at most here",
          "",
          "of it database",
          "ms to the answer",
          "until all are moved",
        ],
        rows,
      ),
    );
  }
}

printMachine();
// --profile FOLDER makes every Node process write a CPU profile there when the server stops.
const run = await beginRun();
if (options.against) {
  const { against, only = "W6,W6b", port, "same-bench": sameBench } = options;
  await runAgainst(against, { folder: run.folder, only, reps, seconds, port, sameBench }).finally(() => run.end());
  process.exit();
}
if (options.only === "mail") {
  const messages = options.quick ? 2_000 : 10_000;
  const { perSecond, cpuMs, memoryMb } = await sendMail(Number(options.port), messages);
  say(
    textTable(
      [`mail: ${messages} messages, one worker`, "messages/s, at least 200", "CPU ms/message", "MB early", "MB at most"],
      [["to a mail server", perSecond.toFixed(0), cpuMs.toFixed(2), memoryMb.early.toFixed(0), memoryMb.most.toFixed(0)]],
    ),
  );
  run.end();
  process.exit();
}
if (options.only === "timing") {
  const samples = options.quick ? 40 : 400;
  const timings = await measureTiming(Number(options.port), samples);
  say(
    textTable(
      [
        `who has an account, ${samples} known and ${samples} unknown`,
        "known, median ms",
        "unknown",
        "difference",
        `at most ${timingAtMost}`,
      ],
      timings.map(({ name, known, unknown }) => {
        const difference = known - unknown;
        return [name, known.toFixed(1), unknown.toFixed(1), difference.toFixed(1), verdict(Math.abs(difference), timingAtMost)];
      }),
    ),
  );
  await run.end();
  process.exit(failed ? 1 : 0);
}
const server = await startProcess({
  port: Number(options.port),
  demo: true,
  settings: {
    RATE_LOGIN_PER_ACCOUNT: "100000",
    RATE_LOGIN_PER_IP: "100000",
    // What an operator gets who sets nothing.
    LOG_LEVEL: "info",
    ...(options.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profile}` }),
  },
});
try {
  const basis = await seedPeople(server);
  const isCrowded = wanted("W10") || (options.large && wanted("lists"));
  const crowd = isCrowded ? await seedParticipants(server, basis) : undefined;
  const authored = options.only && ["W5a", "W5av"].some(wanted) ? await seedAuthoredCourse(server, basis) : undefined;
  const seeded = { ...basis, ...(crowd && { crowdedCourse: crowd.course }), ...(authored && { authoredCourse: authored }) };
  const views = await viewWorkloads(server, seeded);
  const yardstick = await startYardstick(server, seeded.portalId);
  if (wanted("W11")) await runImport(server, yardstick);
  if (!options.large && ["W16", "W17", "keys"].some(wanted)) await runLargeCourse(server, yardstick, seeded);
  if (options.large) {
    const measureEach = (workloads: readonly Workload[]) => measureAll(server, yardstick, workloads, [8]);
    await runLarge({ server, seeded, views, things: crowd, wanted, measureEach, verdict, slowness, say });
  } else {
    await measureHash();
    const scorm = await scormBench(server, seeded, views.learners);
    const workloads = [...views.workloads, ...(await loginWorkloads(server, seeded)), ...scorm.workloads]
      .filter(({ id }) => wanted(id))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (workloads.length) printTable(workloads, await measureAll(server, yardstick, workloads, concurrencies), concurrencies);
    const files = views.files.filter(({ id }) => wanted(id));
    if (files.length) {
      say();
      printTable(files, await measureAll(server, yardstick, files, [8]), [8]);
    }
    say();
    if (wanted("W6")) await runCommitRatio(server, scorm);
    say();
    if (wanted("W13")) await runFirstLoads(server, seeded);
    say();
    if (wanted("W13") || wanted("routes")) await runRouteChanges(server, seeded);
    if (wanted("launch")) await runLaunches(server, seeded);
    if (wanted("palette")) {
      const { opening, finding } = await paletteKeys(server);
      await printKeys(yardstick, "the command palette", [
        ["its keys to its field", opening, 50],
        ["a letter to what the server found", finding, 100],
      ]);
    }
    say();
    for (const [id, { calls, files: fetched, later }] of views.recorded)
      say(
        `${id} asks ${calls.map(({ method, path }) => `${method} ${path}`).join(", ")}; ${fetched.length} files; apart: ${later.length} calls.`,
      );
  }
  yardstick.close();
  views.close();
} finally {
  await server.close();
  await run.end();
}
process.exitCode = failed ? 1 : 0;
