// F1 and F2: 200 virtual learners commit while a process is killed again and again.
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { checkLedger } from "./check.ts";
import { learn, newWire } from "./learner.ts";
import { openLedger } from "./ledger.ts";
import { randomFrom } from "./random.ts";
import { clean, spread, tally, type Fault } from "./report.ts";
import { childrenOf, onDatabase, startProcess, type ServerProcess } from "#app/test/server.ts";
import { makeWorld } from "./world.ts";

const learners = 200;
const pace = [1000, 3000] as const;

interface Plan {
  readonly seconds: number;
  readonly kills: number;
  /** Kills for the `nth` time (from 0) and restarts what does not restart by itself. Returns what it did, in words. */
  readonly kill: (stoa: ServerProcess, nth: number) => Promise<string>;
  /** Longest allowed time from a kill until all requests succeed again, in milliseconds. */
  readonly limitMs: number;
}

async function killUnderLoad(port: number, { seconds: full, kills: all, kill, limitMs }: Plan) {
  // FAULTS_SHORT=1 is for trying out a change: a third of the time and of the kills. It does not replace a full run.
  const isShort = process.env["FAULTS_SHORT"] === "1";
  const [seconds, kills] = isShort ? [full / 3, Math.ceil(all / 3)] : [full, all];
  const stoa = await startProcess({ port });
  try {
    const world = await makeWorld(stoa);
    const course = await world.aScormCourse();
    const people = await world.learners(course, learners);
    const ledger = openLedger(join(stoa.dataDir, "ledger.jsonl"));
    const wire = newWire();
    const agent = new Agent({ keepAlive: true, maxSockets: learners });
    const until = performance.now() + seconds * 1000;
    const work = people.map((learner, nth) =>
      learn({
        world,
        learner,
        scoKeys: course.itemKeys,
        ledger,
        wire,
        random: randomFrom(1000 + nth),
        agent,
        pace,
        until,
        giveUpAt: until + 120_000,
      }),
    );

    const killedAt: number[] = [];
    const did: string[] = [];
    const random = randomFrom(7);
    for (let nth = 0; nth < kills; nth++) {
      // Spread over the duration of the load, at irregular moments.
      const at = until - seconds * 1000 + ((nth + 0.4 + random.next() * 0.5) / kills) * (seconds * 1000 - 8000);
      await wait(Math.max(0, at - performance.now()));
      killedAt.push(performance.now());
      did.push(await kill(stoa, nth));
    }
    const left = (await Promise.all(work)).reduce((sum, one) => sum + one, 0);
    agent.destroy();
    ledger.close();
    // From the kill until a request sent after it succeeds and no other fails any more.
    const silences = killedAt.map((from, nth) => {
      const good = wire.good.find(({ sentAt }) => sentAt > from)?.at ?? Infinity;
      const bad = wire.bad.findLast((at) => at > from && at < (killedAt[nth + 1] ?? Infinity)) ?? from;
      return Math.max(good, bad) - from;
    });
    const verdict = await onDatabase(stoa, (client) => checkLedger(client, world.portalId, ledger.read()));
    const statuses = [...wire.statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status === 0 ? "no answer" : status} ${count}×`);
    return {
      ok: clean(verdict) && left === 0 && wire.stacks === 0 && silences.every((ms) => ms <= limitMs),
      ...tally(verdict),
      faults: kills,
      notes: [
        `${learners} learners, ${seconds} s of load; answers: ${statuses.join(", ")}; answers with a stack: ${wire.stacks}`,
        `from the kill until requests are answered and none fails any more: ${silences.map((ms) => (ms / 1000).toFixed(2)).join(", ")} s (allowed ${limitMs / 1000} s)`,
        `kills: ${did.join("; ")}`,
        `answer times: ${spread(wire.latencies)}; never acknowledged at the end: ${left}`,
        ...verdict.findings,
      ],
    };
  } finally {
    await stoa.close();
  }
}

/** The process id of a PostgreSQL backend that works for the application. */
const aBackend = (stoa: ServerProcess) =>
  onDatabase(stoa, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where usename = 'stoa_web' and backend_type = 'client backend' limit 1",
    );
    return rows[0]?.pid;
  });

export const applicationKilled: Fault = {
  id: "F1",
  title: "SIGKILL of the application under load, started again on the same folder",
  run: (port) =>
    killUnderLoad(port, {
      seconds: 180,
      kills: 8,
      limitMs: 5000,
      async kill(stoa) {
        await stoa.kill();
        return `ready again in ${((await stoa.start()) / 1000).toFixed(1)} s`;
      },
    }),
};

export const databaseKilled: Fault = {
  id: "F2",
  title: "SIGKILL of PostgreSQL under load: a backend and the postmaster in turn",
  run: (port) =>
    killUnderLoad(port, {
      seconds: 90,
      kills: 4,
      limitMs: 10_000,
      async kill(stoa, nth) {
        if (nth % 2 === 0) {
          const backend = (await aBackend(stoa)) ?? childrenOf(stoa.postmaster())[0];
          if (backend === undefined) throw new Error("There is no backend to kill.");
          process.kill(backend, "SIGKILL");
          return "backend";
        }
        process.kill(stoa.postmaster(), "SIGKILL");
        return "postmaster";
      },
    }),
};
