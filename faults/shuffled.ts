// F9: facts that arrive several times, late, in any order and from several launches lead to the state that the model computes.
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { decideCommits, stateLimits, storeEach, storePlain } from "#features/progress/server/package-commits.ts";
import { versionCache } from "#features/progress/server/version-cache.ts";
import { connectDatabases } from "#platform/db/connect.ts";
import { checkLedger, type Verdict } from "./check.ts";
import { newWire, seen, sendCommit } from "./learner.ts";
import { hashOf, openLedger, type Acknowledged } from "./ledger.ts";
import { openProxy } from "./proxy.ts";
import { randomFrom, type Random } from "./random.ts";
import { clean, say, type Fault } from "./report.ts";
import { sequenceOf } from "./sequences.ts";
import { onDatabase, startProcess } from "#app/test/server.ts";
import { makeWorld, type Course, type World } from "./world.ts";

const inDatabase = 10_000;
const overHttp = 400;
const epochs = 3;
/** Attempts per statement, as many as the server's commit queue takes. */
const together = 40;

/** Runs 10,000 sequences directly through the statements that store commits, which contain all merge rules. */
async function throughStatement(world: World, course: Course, seed: number): Promise<Verdict> {
  const sum = { acknowledged: 0, lost: 0, doubled: 0, wrong: 0, attempts: 0, findings: [] as string[] };
  const random = randomFrom(seed);
  const databases = connectDatabases({
    ownerUrl: world.stoa.databaseUrl,
    appUrl: undefined,
    config: { databasePoolSize: 1, databasePrepared: true, databaseStatementSeconds: 60 },
  });
  const versions = versionCache();
  const limits = stateLimits({ stateAttemptMb: 4, statePersonDayMb: 64 });
  try {
    for (let done = 0; done < inDatabase; done += 1000) {
      const people = await world.learners(course, Math.min(1000, inDatabase - done), epochs);
      const facts: Omit<Acknowledged, "hash">[] = [];
      for (let at = 0; at < people.length; at += together) {
        const group = people
          .slice(at, at + together)
          .map(({ attemptId }) => ({ attemptId, ...sequenceOf(random, attemptId, course.itemKeys, { epochs, facts: 4 }) }));
        facts.push(...group.flatMap((one) => one.facts));
        const rounds = Math.max(...group.map(({ deliveries }) => deliveries.length));
        for (let round = 0; round < rounds; round++) {
          const commits = group.flatMap(({ attemptId, deliveries }) => {
            const delivery = deliveries[round];
            return delivery ? [{ portalId: world.portalId, attemptId, ...delivery }] : [];
          });
          const plain = await storePlain(databases, commits, { prepared: true, limits });
          const others = commits.filter((_, index) => !plain[index]);
          const each = await storeEach(databases, others, { prepared: true, limits });
          const undecided = others.filter((_, index) => !each[index]);
          const all = [...plain, ...each, ...(await decideCommits(databases, undecided, versions, limits))].filter((one) => one != null);
          const broken = all.find((outcome) => !("stored" in outcome) || outcome.refused.length > 0);
          if (broken) throw new Error(`A commit was not taken: ${JSON.stringify(broken)}`);
        }
      }
      const part = await onDatabase(world.stoa, (client) =>
        checkLedger(
          client,
          world.portalId,
          facts.map((one) => ({ ...one, hash: hashOf(one.fact) })),
        ),
      );
      for (const key of ["acknowledged", "lost", "doubled", "wrong", "attempts"] as const) sum[key] += part[key];
      sum.findings.push(...part.findings);
    }
  } finally {
    await databases.close();
  }
  return sum;
}

/** Sends sequences over HTTP, up to four calls of an attempt in parallel, through a proxy that delays and cuts. */
async function throughHttp(world: World, course: Course, seed: number) {
  const random = randomFrom(seed);
  const people = await world.learners(course, overHttp, epochs);
  const ledger = openLedger(join(world.stoa.dataDir, "ledger.jsonl"));
  const wire = newWire();
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const proxy = await openProxy({
    to: world.stoa.port,
    decide: () =>
      random.chance(0.5) ? { kind: "delay", ms: random.whole(1, 40) } : random.chance(0.5) ? { kind: "cut-reply" } : { kind: "refuse" },
  });
  let never = 0;
  const one = async ({ attemptId, token }: (typeof people)[number], own: Random) => {
    const { deliveries, facts } = sequenceOf(own, attemptId, course.itemKeys, { epochs, facts: 6 });
    const waiting = [...deliveries];
    const acknowledged = new Set<string>();
    const sender = async () => {
      for (let delivery = waiting.shift(); delivery; delivery = waiting.shift()) {
        const { epoch, clientId, commits } = delivery;
        for (let attempt = 0; attempt < 20; attempt++) {
          // The first try of some calls goes through the proxy; the others use a keep-alive connection.
          const broken = attempt === 0 && own.chance(0.15);
          const answer = await sendCommit(world, token(epoch), clientId, commits, broken ? { port: proxy.port } : { agent }).catch(
            () => null,
          );
          if (!broken) seen(wire, answer);
          if (answer?.status === 200) {
            for (const { seq } of commits) acknowledged.add(`${clientId}:${seq}`);
            break;
          }
          await wait(own.whole(5, 60));
        }
      }
    };
    await Promise.all(Array.from({ length: own.whole(1, 4) }, sender));
    const kept = facts.filter(({ client, seq }) => acknowledged.has(`${client}:${seq}`));
    never += facts.length - kept.length;
    await ledger.record(kept);
  };
  const queue = people.map((learner, nth) => ({ learner, own: randomFrom(9000 + nth) }));
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await one(next.learner, next.own);
    }),
  );
  agent.destroy();
  await proxy.close();
  ledger.close();
  const verdict = await onDatabase(world.stoa, (client) => checkLedger(client, world.portalId, ledger.read()));
  return { verdict, wire, never };
}

export const shuffled: Fault = {
  id: "F9",
  title: "duplicates, late and reordered commits, several openings, against the model",
  async run(port) {
    const stoa = await startProcess({ port });
    try {
      const world = await makeWorld(stoa);
      const course = await world.aScormCourse();
      const http = await throughHttp(world, course, 99);
      say(
        `    ${overHttp} sequences over HTTP: ${http.verdict.acknowledged} facts, ${[...http.wire.statuses].map(([status, count]) => `${status} ${count}×`).join(", ")}`,
      );
      const direct = await throughStatement(world, course, 9);
      const both = {
        acknowledged: http.verdict.acknowledged + direct.acknowledged,
        lost: http.verdict.lost + direct.lost,
        doubled: http.verdict.doubled + direct.doubled,
        wrong: http.verdict.wrong + direct.wrong,
      };
      return {
        ok: clean(http.verdict) && clean(direct) && http.never === 0 && http.wire.stacks === 0,
        ...both,
        faults: overHttp + direct.attempts,
        notes: [
          `${overHttp} sequences over HTTP, ${direct.attempts} sequences straight through the commit statement; final states, times, scores and results equal the model`,
          ...http.verdict.findings,
          ...direct.findings.slice(0, 12),
        ],
      };
    } finally {
      await stoa.close();
    }
  },
};
