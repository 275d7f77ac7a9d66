// Proves that the checker can fail. A database that acknowledges before the data is on disk loses acknowledged facts, and the comparison must report
// it, as well as planted losses, duplicates and wrong sums. The test passes when all of these are found and the product refuses to start on that database.
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLog } from "#platform/log.ts";
import { openEmbedded } from "#platform/postgres/embedded.ts";
import { checkLedger, type Verdict } from "./check.ts";
import { learn, newWire } from "./learner.ts";
import { hashOf, openLedger, type Acknowledged } from "./ledger.ts";
import { randomFrom } from "./random.ts";
import { clean, type Fault } from "./report.ts";
import { childrenOf, onDatabase, startProcess, type ServerProcess } from "#app/test/server.ts";
import { makeWorld, type World } from "./world.ts";

const learners = 60;

/** Sends facts for some seconds, all acknowledged unless the database is gone. */
async function load(
  world: World,
  course: Awaited<ReturnType<World["aScormCourse"]>>,
  name: string,
  seconds: number,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
) {
  const people = await world.learners(course, learners);
  const ledger = openLedger(join(world.stoa.dataDir, `${name}.jsonl`));
  const agent = new Agent({ keepAlive: true, maxSockets: learners });
  const until = performance.now() + seconds * 1000;
  const work = people.map((learner, nth) =>
    learn({
      world,
      learner,
      scoKeys: course.itemKeys,
      ledger,
      wire: newWire(),
      random: randomFrom(500 + nth),
      agent,
      pace: [100, 300],
      until,
      giveUpAt: until + 30_000,
    }),
  );
  await wait(seconds * 500);
  await meanwhile();
  await Promise.all(work);
  agent.destroy();
  ledger.close();
  return { people, lines: ledger.read() };
}

const check = (world: World, lines: readonly Acknowledged[]) =>
  onDatabase(world.stoa, (client) => checkLedger(client, world.portalId, lines));

/** Kills every process of the database at once, the WAL writer included: what was only in memory is lost. */
function killWholeDatabase(stoa: ServerProcess) {
  const postmaster = stoa.postmaster();
  const all = [postmaster, ...childrenOf(postmaster)];
  for (const pid of all) process.kill(pid, "SIGSTOP");
  for (const pid of all) process.kill(pid, "SIGKILL");
}

/** Makes the running database acknowledge before anything is on disk. The product never sets this, and refuses to start on it. */
const unsafe = (stoa: ServerProcess) =>
  onDatabase(stoa, async (client) => {
    for (const [name, value] of [
      ["synchronous_commit", "off"],
      ["wal_writer_delay", "10s"],
      ["wal_writer_flush_after", "1GB"],
      ["bgwriter_lru_maxpages", "0"],
    ])
      await client.query(`alter system set ${name} = '${value}'`);
    await client.query("select pg_reload_conf()");
    await wait(500);
  });

async function planted(world: World, lines: readonly Acknowledged[]): Promise<string[]> {
  const [some] = lines;
  if (!some) throw new Error("There is nothing to plant into.");
  const problems: string[] = [];
  const expect = async (what: string, verdict: Promise<Verdict>, fits: (found: Verdict) => boolean) => {
    const found = await verdict;
    if (!fits(found)) problems.push(`${what} was not found: lost ${found.lost}, doubled ${found.doubled}, wrong ${found.wrong}`);
  };
  const seq = 1 + Math.max(...lines.map((line) => line.seq));
  const never: Acknowledged = { ...some, seq, hash: hashOf(some.fact) };
  await expect("an acknowledged fact that is not there", check(world, [...lines, never]), ({ lost }) => lost > 0);
  await expect(
    "a fact with other values",
    check(
      world,
      lines.map((line) => (line === some ? { ...line, hash: "0" } : line)),
    ),
    ({ lost }) => lost === 1,
  );
  await expect(
    "a fact nobody acknowledged",
    check(
      world,
      lines.filter((line) => line !== some),
    ),
    ({ wrong }) => wrong > 0,
  );

  const change = (text: string) => onDatabase(world.stoa, (client) => client.query(text, [world.portalId, some.attempt]));
  await change(`insert into scorm_calls (portal_id, attempt_id, sco_key, session, calls) select portal_id, attempt_id, sco_key, session, calls
    from scorm_calls where portal_id = $1 and attempt_id = $2 order by id limit 1`);
  await expect("a fact applied twice", check(world, lines), ({ doubled }) => doubled === 1);
  await change(
    "update scorm_states set reported_seconds = reported_seconds + 1 where portal_id = $1 and attempt_id = $2 and left(sco_key, 1) <> '_'",
  );
  await expect("a second too many", check(world, lines), ({ wrong }) => wrong > 0);
  return problems;
}

export const checkerGoesRed: Fault = {
  id: "RED",
  title: "the checker finds what a careless database loses, and what was planted",
  async run(port) {
    const stoa = await startProcess({ port });
    try {
      const world = await makeWorld(stoa);
      const course = await world.aScormCourse();
      // The same kill with the shipped settings: nothing may be missing.
      const kept = await load(world, course, "safe", 12, async () => killWholeDatabase(stoa));
      const safe = await check(world, kept.lines);
      const missed = clean(safe) ? await planted(world, kept.lines) : ["the run on safe settings was not clean"];

      await unsafe(stoa);
      // All of this load falls between the change and the kill; nobody sends it again.
      const careless = await load(world, course, "careless", 6);
      killWholeDatabase(stoa);
      await wait(500);
      await stoa.kill();
      const refusal = await stoa.start().then(
        () => "",
        (error: Error) => /PostgreSQL runs with synchronous_commit off[^\n]*/.exec(error.message)?.[0] ?? "",
      );
      const lost = await carelessVerdict(stoa, world, careless.lines);
      const found = lost.lost > 0;
      return {
        ok: clean(safe) && missed.length === 0 && found && refusal !== "",
        acknowledged: safe.acknowledged,
        lost: safe.lost,
        doubled: safe.doubled,
        wrong: safe.wrong,
        faults: 2,
        notes: [
          `settings that ship, every process of PostgreSQL killed at one stroke: ${safe.acknowledged} acknowledged, ${safe.lost} lost`,
          `synchronous_commit off, the same stroke: ${careless.lines.length} acknowledged, ${lost.lost} lost (must not be 0)`,
          `start on such a database: ${refusal || "it was NOT refused"}`,
          missed.length === 0
            ? "planted: a missing fact, other values, an unknown fact, a fact applied twice, a second too many: each found"
            : missed.join("; "),
          ...safe.findings,
        ],
      };
    } finally {
      await stoa.close();
    }
  },
};

/** Checks the database that lost data, after repairing it only as far as needed to read it. */
async function carelessVerdict(stoa: ServerProcess, world: World, lines: readonly Acknowledged[]): Promise<Verdict> {
  const database = await openEmbedded({ dataDir: stoa.dataDir, log: createLog({ level: "silent" }) });
  try {
    return await check(world, lines);
  } finally {
    await database.stop();
  }
}
