// A virtual learner: makes facts at its own pace, sends pending ones as the launcher does, and repeats until the server has them.
import { randomUUID } from "node:crypto";
import type { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { CmiFact } from "#features/progress/contract.ts";
import { launcherCommitPath, type LauncherCommitReply } from "#features/scorm/contract.ts";
import { factMaker } from "./facts.ts";
import { ask, leaksStack, type Answer } from "./http.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";
import type { Learner, World } from "./world.ts";

/** What a run observed on the wire. */
export interface Wire {
  /** Number of answers by status; 0 = no complete answer. */
  readonly statuses: Map<number, number>;
  stacks: number;
  /** When each successful request was sent and answered, in ms of performance.now(). */
  readonly good: { readonly sentAt: number; readonly at: number }[];
  /** When each failed request failed. */
  readonly bad: number[];
  readonly latencies: number[];
}

export const newWire = (): Wire => ({ statuses: new Map(), stacks: 0, good: [], bad: [], latencies: [] });

/** Sends one commit to the launcher's endpoint. */
export function sendCommit(
  world: World,
  token: string,
  clientId: string,
  commits: readonly { seq: number; fact: CmiFact }[],
  { port, agent = false }: { port?: number; agent?: Agent | false } = {},
): Promise<Answer> {
  const { stoa } = world;
  return ask({
    port: port ?? stoa.port,
    host: `localhost:${stoa.port}`,
    method: "POST",
    path: launcherCommitPath,
    headers: { origin: world.originOf(token), "content-type": "text/plain;charset=UTF-8" },
    body: JSON.stringify({ token, clientId, commits }),
    agent,
  });
}

/** Records an answer, or that none came. */
export function seen(wire: Wire, answer: Answer | null, sentAt = performance.now()) {
  const status = answer?.status ?? 0;
  wire.statuses.set(status, (wire.statuses.get(status) ?? 0) + 1);
  if (answer && status >= 400 && leaksStack(answer)) wire.stacks++;
  if (status === 200) wire.good.push({ sentAt, at: performance.now() });
  else wire.bad.push(performance.now());
}

export interface LearnerOptions {
  readonly world: World;
  readonly learner: Learner;
  readonly scoKeys: readonly string[];
  readonly ledger: Ledger;
  readonly wire: Wire;
  readonly random: Random;
  readonly agent: Agent;
  /** Shortest and longest pause between facts, in milliseconds. */
  readonly pace: readonly [number, number];
  /** No new facts are made after this time of performance.now(); pending ones are still sent. */
  readonly until: number;
  /** Gives up at this time of performance.now(); what is still pending was never acknowledged. */
  readonly giveUpAt: number;
}

/** Learns until the end. Resolves once everything was acknowledged or given up, with the number of facts that were not acknowledged. */
export async function learn(options: LearnerOptions): Promise<number> {
  const { world, learner, scoKeys, ledger, wire, random, agent, pace } = options;
  const clientId = randomUUID();
  const epoch = 1;
  const token = learner.token(epoch);
  const make = factMaker(random, scoKeys);
  let pending: { seq: number; fact: CmiFact }[] = [];
  let seq = 0;
  let failures = 0;
  let nextTry = 0;
  let nextFact = performance.now() + random.next() * pace[1];
  for (;;) {
    const now = performance.now();
    // Read each time: the caller may shorten them meanwhile.
    const { until, giveUpAt } = options;
    if (now >= nextFact && now < until) {
      seq++;
      pending.push({ seq, fact: make(`${clientId}:${seq}`) });
      nextFact = now + pace[0] + random.next() * (pace[1] - pace[0]);
    }
    if (pending.length === 0 && now >= until) return 0;
    if (now > giveUpAt) return pending.length;
    if (pending.length === 0 || now < nextTry) {
      await wait(Math.max(5, Math.min(now < until ? nextFact - now : 200, pending.length > 0 ? nextTry - now : Infinity)));
      continue;
    }
    const batch = pending.slice(0, 50);
    const answer = await sendCommit(world, token, clientId, batch, { agent }).catch(() => null);
    seen(wire, answer, now);
    if (answer?.status === 200) {
      wire.latencies.push(performance.now() - now);
      failures = 0;
      const { stored } = JSON.parse(answer.body) as LauncherCommitReply;
      const kept = new Set(stored);
      await ledger.record(
        batch
          .filter((one) => kept.has(one.seq))
          .map((one) => ({ attempt: learner.attemptId, client: clientId, epoch, seq: one.seq, fact: one.fact })),
      );
      pending = pending.filter((one) => !kept.has(one.seq));
    } else {
      // The outbox's delays: 1 s, doubled each time, at most half a minute, with jitter; a longer Retry-After wins.
      failures++;
      const pause = Math.min(30_000, 1000 * 2 ** (failures - 1)) * (0.5 + random.next() / 2);
      nextTry = performance.now() + Math.max(pause, (answer?.retryAfter ?? 0) * 1000);
    }
  }
}
