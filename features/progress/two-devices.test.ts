import { afterAll, beforeAll, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import type { Fact } from "./contract.ts";
import { quiz, right, send, startLearners, wrong, type Learners } from "./test/learners.ts";

// F16 of security.md §5.4: two devices on one attempt. Whatever order their facts arrive in, no score is lost, no time counts twice, and the device
// that was overtaken is told with its next answer.

let learners: Learners;
beforeAll(async () => {
  learners = await startLearners();
});
afterAll(() => learners.app.close());

/** Random numbers that repeat for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % most;
  };
}

type Call = { epoch: number; clientId: string; commits: { seq: number; fact: Fact }[] };

/** A device's facts in calls of one to three, each sent once or twice. */
function callsOf(random: (most: number) => number, epoch: number, facts: readonly Fact[]): Call[] {
  const clientId = `device-${epoch}-0000`;
  const numbered = facts.map((fact, index) => ({ seq: index + 1, fact }));
  const calls: Call[] = [];
  for (let at = 0; at < numbered.length;) {
    const size = 1 + random(3);
    const call = { epoch, clientId, commits: numbered.slice(at, at + size) };
    calls.push(call, ...(random(2) === 0 ? [call] : []));
    at += size;
  }
  return calls;
}

async function interleave(seed: number) {
  const random = randomFrom(seed);
  const learner = await learners.aLearner({
    content: aContent([aPage("p1"), aPage("p2"), aPage("p3", { blocks: [quiz("z", null)] })]),
    rule: {
      kind: "all",
      rules: [
        { kind: "pages", percent: 100 },
        { kind: "score", blockId: "z", percent: 100 },
      ],
    },
  });
  await learners.began(learner, 2);
  const { client, attemptId, course } = learner;
  const [passes, fails] = [right, wrong].map((answers): Fact => ({ kind: "submit", blockId: "z", answers })) as [Fact, Fact];
  const isPassedFirst = random(2) === 0;
  const first = callsOf(random, 1, [
    { kind: "place", pageId: "p1" },
    { kind: "time", seconds: 30, pageId: "p1" },
    { kind: "view", pageId: "p1" },
    { kind: "time", seconds: 11, pageId: "p1" },
    { kind: "view", pageId: "p3" },
    isPassedFirst ? passes : fails,
    { kind: "place", pageId: "p3" },
  ]);
  const second = callsOf(random, 2, [
    { kind: "place", pageId: "p2" },
    { kind: "view", pageId: "p2" },
    { kind: "time", seconds: 70, pageId: "p2" },
    isPassedFirst ? fails : passes,
  ]);

  // The first device is at work alone for a while; then the other one opens the course, and all that is left arrives in any order.
  const alone = first.splice(0, random(first.length));
  const deliver = async (call: Call) => {
    const reply = await send(client, attemptId, call.commits, call);
    expect([seed, reply.statusCode]).toEqual([seed, 200]);
    return reply.json() as { epoch: number; stored: number[] };
  };
  for (const call of alone) expect(await deliver(call)).toMatchObject({ epoch: 1 });
  expect((await client.post("/rest/progress/launch", { courseId: course.id })).json()).toMatchObject({ epoch: 2, openElsewhere: true });
  const left = [...first, ...second].map((call) => ({ call, place: random(1_000_000) })).toSorted((a, b) => a.place - b.place);
  for (let at = 0; at < left.length; at += 2)
    for (const answer of await Promise.all(left.slice(at, at + 2).map(({ call }) => deliver(call))))
      expect(answer).toMatchObject({ epoch: 2 });

  const state = (await client.get(`/rest/progress/attempts/${attemptId}`)).json();
  expect({ seed, ...state }).toMatchObject({
    seed,
    epoch: 2,
    donePages: ["p1", "p2", "p3"],
    creditedSeconds: 111,
    pageSeconds: { p1: 41, p2: 70 },
    // The newest opening says where the learner is.
    place: { pageId: "p2" },
    blocks: { z: { result: { best: { percent: 100, passed: true } } } },
    completion: { passed: true },
  });
}

test("a hundred interleavings of two devices: no score lost, no time twice, the overtaken one is told", { timeout: 120_000 }, async () => {
  const seeds = Array.from({ length: 100 }, (_, index) => index + 1);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) await interleave(seed);
    }),
  );
});
