import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { aContent, aPage } from "#app/test/builders.ts";
import type { CompletionRule } from "#features/courses/content.ts";
import { seed } from "#platform/test/seed.ts";
import type { Answers } from "#features/questions/kinds.ts";
import type { AttemptState, Fact } from "./contract.ts";
import { applyFacts, type Arrival } from "./server/apply-facts.ts";
import { attemptState } from "./server/attempt-state.ts";
import { courseVersion } from "./server/course-version.ts";
import { freshProgress } from "./server/progress.ts";
import type { QuizState } from "#features/blocks/quiz/quiz.ts";
import type { VideoState } from "#features/blocks/video/video.ts";
import { watchedSeconds } from "#features/blocks/ranges.ts";

// security.md §5.4 F9: facts duplicated one to five times, reordered, delayed and from several epochs, compared with a small independent model.
const videoSeconds = 60;
const pages = ["p1", "p2", "p3"];
const content = aContent([
  aPage("p1", { rule: { viewed: true, minSeconds: 40 } }),
  aPage("p2", {
    rule: { viewed: false, videoPercent: 60 },
    blocks: [
      {
        id: "v1",
        kind: "video",
        title: "Film",
        sources: [],
        posterFileId: null,
        seconds: videoSeconds,
        captions: [{ fileId: 2, language: "en", label: "English" }],
        transcript: [],
      },
    ],
  }),
  aPage("p3", {
    rule: { viewed: true, quiz: "submitted" },
    blocks: [
      {
        id: "z1",
        kind: "quiz",
        title: "Quiz",
        passPercent: 100,
        submissions: 2,
        questions: [1, 2].map((n) => ({
          id: `q${n}`,
          kind: "single" as const,
          stem: "?",
          points: n,
          options: ["a", "b"].map((id) => ({ id, text: id })),
          correct: "a",
          feedback: "",
        })),
      },
    ],
  }),
]);
const rule: CompletionRule = {
  kind: "any",
  rules: [
    { kind: "pages", percent: 100 },
    {
      kind: "all",
      rules: [
        { kind: "score", blockId: "z1", percent: 30 },
        { kind: "pages", percent: 60 },
      ],
    },
  ],
};
const sinceStart = 140;

interface Delivery {
  clientId: string;
  epoch: number;
  seq: number;
  fact: Fact;
}

const second = fc.integer({ min: 0, max: videoSeconds });
const anAnswer = fc.record({ kind: fc.constant("single" as const), option: fc.constantFrom("a", "b") });
const answers: fc.Arbitrary<Answers> = fc.record({ q1: anAnswer, q2: anAnswer }, { requiredKeys: ["q2"] });
const aFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ kind: fc.constant("place" as const), pageId: fc.constantFrom(...pages), second }),
  fc.record({ kind: fc.constant("view" as const), pageId: fc.constantFrom(...pages, "unknown") }),
  fc.record({ kind: fc.constant("time" as const), seconds: fc.integer({ min: 0, max: 60 }), pageId: fc.constantFrom(...pages) }),
  fc.record({
    kind: fc.constant("video" as const),
    blockId: fc.constant("v1"),
    ranges: fc.array(fc.tuple(second, second), { maxLength: 3 }),
    position: second,
  }),
  fc.record({ kind: fc.constant("answers" as const), blockId: fc.constant("z1"), answers }),
  fc.record({ kind: fc.constant("submit" as const), blockId: fc.constant("z1"), answers }),
);
const arrivalTime = fc.integer({ min: 0, max: 999 });
/** How many copies of a fact arrive, and when: mostly one or two, sometimes up to five. */
const copies = fc.oneof(
  { weight: 3, arbitrary: fc.array(arrivalTime, { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.array(arrivalTime, { minLength: 3, maxLength: 5 }) },
);
/** Three clients, each opened once or twice, with many copies of their facts; sort keys decide when each copy arrives. */
const storm = (maxLength: number): fc.Arbitrary<Delivery[]> =>
  fc
    .array(fc.record({ client: fc.integer({ min: 1, max: 3 }), reopens: fc.boolean(), fact: aFact, copies }), { minLength: 1, maxLength })
    .map((made) => {
      const clients = new Map<number, { seq: number; epoch: number }>();
      return made
        .flatMap(({ client, reopens, fact, copies: arrivals }) => {
          const state = clients.get(client) ?? { seq: 0, epoch: client * 2 - 1 };
          if (reopens) state.epoch = client * 2;
          state.seq++;
          clients.set(client, state);
          const delivery = { clientId: `client-${client}`, epoch: state.epoch, seq: state.seq, fact };
          return arrivals.map((at) => ({ at, delivery }));
        })
        .toSorted((a, b) => a.at - b.at)
        .map(({ delivery }) => delivery);
    });

/** The model: facts in the order of their first arrival, call by call, with sets and maxima where the product keeps unions and stamps. */
function model(batches: Delivery[][]) {
  const stored = new Set<string>();
  let place: { epoch: number; seq: number; pageId: string; second: number | undefined } | null = null as never;
  let position: { epoch: number; seq: number; second: number } | null = null as never;
  let draft: { epoch: number; seq: number; answers: Answers | null } | null = null;
  let credited = 0;
  const secondsOn: Record<string, number> = {};
  const viewed = new Set<string>();
  const watched = new Set<number>();
  const marks: number[] = [];
  const newer = (a: { epoch: number; seq: number }, b: { epoch: number; seq: number } | null) =>
    !b || a.epoch * 1e6 + a.seq > b.epoch * 1e6 + b.seq;
  const cells = () =>
    [...Array(videoSeconds).keys()].filter((cell) => watched.has(cell) || (watched.has(cell - 1) && watched.has(cell + 1))).length;
  const done = () => [
    viewed.has("p1") && (secondsOn.p1 ?? 0) >= 40,
    cells() >= videoSeconds * 0.6 - 1,
    viewed.has("p3") && marks.length > 0,
  ];
  let completedWith: number | null | undefined;
  for (const batch of batches) {
    for (const delivery of batch) {
      const { clientId, seq, fact } = delivery;
      if (stored.has(`${clientId} ${seq}`)) continue;
      stored.add(`${clientId} ${seq}`);
      if (fact.kind === "place" && newer(delivery, place)) place = { ...delivery, pageId: fact.pageId, second: fact.second };
      if (fact.kind === "view" && pages.includes(fact.pageId)) viewed.add(fact.pageId);
      if (fact.kind === "time" && fact.pageId) {
        const got = Math.min(fact.seconds, sinceStart + 60 - credited);
        credited += got;
        secondsOn[fact.pageId] = (secondsOn[fact.pageId] ?? 0) + got;
      }
      if (fact.kind === "video") {
        for (const [from, to] of fact.ranges) for (let cell = from; cell < to; cell++) watched.add(cell);
        if (newer(delivery, position)) position = { ...delivery, second: fact.position };
      }
      if (fact.kind === "answers" && newer(delivery, draft)) draft = { ...delivery, answers: fact.answers };
      if (fact.kind === "submit" && marks.length < 2 && !marks.includes(3)) {
        const isRight = (id: string) => JSON.stringify(fact.answers[id]) === '{"kind":"single","option":"a"}';
        marks.push((isRight("q1") ? 1 : 0) + (isRight("q2") ? 2 : 0));
        if (newer(delivery, draft)) draft = { ...delivery, answers: null };
      }
    }
    const ready = done().filter(Boolean).length;
    if (completedWith === undefined && (ready === 3 || (ready === 2 && marks.some((mark) => mark > 0))))
      completedWith = marks.length ? Math.max(...marks) : null;
  }
  const completed = completedWith !== undefined;
  return {
    percent: completed ? 100 : [0, 33, 66, 100][done().filter(Boolean).length],
    donePages: pages.filter((_, index) => done()[index]),
    place: place ? { pageId: place.pageId, second: place.second } : null,
    credited,
    watched: cells(),
    position: position?.second ?? null,
    draft: draft?.answers ?? null,
    marks: marks.length ? { number: marks.length, points: marks.at(-1), best: Math.round((Math.max(...marks) / 3) * 10_000) / 100 } : null,
    score: completedWith === undefined || completedWith === null ? null : Math.round((completedWith / 3) * 10_000) / 100,
    completed,
  };
}

/** The product's answer in the same form as the model's. */
function seen(state: AttemptState) {
  const film = state.blocks.v1 as VideoState | undefined;
  const quiz = state.blocks.z1 as QuizState | undefined;
  const result = quiz?.result;
  return {
    percent: state.percent,
    donePages: state.donePages,
    place: state.place && { pageId: state.place.pageId, second: state.place.second },
    credited: state.creditedSeconds,
    watched: watchedSeconds(film?.ranges ?? []),
    position: film?.position ?? null,
    draft: quiz?.draft ?? null,
    marks: result ? { number: result.number, points: result.points, best: result.best.percent } : null,
    score: state.completion?.scorePercent ?? null,
    completed: state.completion !== null,
  };
}

/** Splits the deliveries into calls: one client, one epoch, at most three facts. */
function calls(deliveries: Delivery[]) {
  const batches: Delivery[][] = [];
  for (const delivery of deliveries) {
    const last = batches.at(-1);
    const first = last?.[0];
    if (
      last &&
      first &&
      last.length < 3 &&
      first.clientId === delivery.clientId &&
      first.epoch === delivery.epoch &&
      last.every(({ seq }) => seq < delivery.seq)
    )
      last.push(delivery);
    else batches.push([delivery]);
  }
  return batches;
}

/** Time limit in milliseconds for thousands of cases, or hundreds over HTTP and the database: the longest-running tests of the suite. */
const manyRuns = 120_000;

const version = courseVersion({ id: 1, number: 1, content, rule, itemKeys: pages });

test("the reducers end where the model ends, in 10,000 storms", { timeout: manyRuns }, () => {
  fc.assert(
    fc.property(storm(24), (deliveries) => {
      const log = new Set<string>();
      let progress = freshProgress(6);
      for (const delivery of deliveries) {
        const key = `${delivery.clientId} ${delivery.seq}`;
        if (log.has(key)) continue;
        log.add(key);
        const arrival: Arrival = delivery;
        const after = applyFacts(progress, version, [arrival], {
          now: "2026-01-01T00:00:00.000Z",
          sinceStart,
          sinceOpened: sinceStart,
          creditedToday: progress.creditedSeconds,
        }).progress;
        for (const item of progress.done) expect(after.done.has(item)).toBe(true);
        if (progress.completion) expect(after.completion).toEqual(progress.completion);
        progress = after;
      }
      expect(seen(attemptState({ id: 1, number: 1 }, version, progress))).toEqual(model(deliveries.map((delivery) => [delivery])));
    }),
    { numRuns: 10_000, ...seed },
  );
});

let app: TestApp;
let client: Client;
let courseId: number;
beforeAll(async () => {
  app = await startTestApp();
  const course = await app.aCourse("a", { content, rule });
  const person = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: course.id, userId: person.id });
  client = await app.signInAs(person, "a");
  courseId = course.id;
});
afterAll(() => app.close());

test("the server ends where the model ends, in 200 storms over HTTP on PostgreSQL", { timeout: manyRuns }, async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(storm(5), async (deliveries) => {
      const attemptId = await anAttempt(++number);
      let state: AttemptState | null = null;
      const acknowledged = new Set<string>();
      const batches = calls(deliveries);
      for (const batch of batches) {
        const [{ clientId, epoch }] = batch as [Delivery];
        const reply = await client.post(`/rest/progress/attempts/${attemptId}/commits`, {
          clientId,
          epoch,
          commits: batch.map(({ seq, fact }) => ({ seq, fact })),
        });
        const answer = reply.json();
        expect(reply.statusCode).toBe(200);
        for (const seq of answer.stored) acknowledged.add(`${clientId} ${seq}`);
        state = answer.state;
      }
      expect(seen(state as unknown as AttemptState)).toEqual(model(batches));
      const log = await app.databases.inSystem(
        "look under the application",
        async (db) =>
          (
            await sql<{
              key: string;
            }>`select client_id || ' ' || seq as key from commit_log where attempt_id = ${attemptId} and client_id <> 'earlier'`.execute(db)
          ).rows,
      );
      expect(new Set(log.map(({ key }) => key))).toEqual(acknowledged);
    }),
    { numRuns: 200, ...seed },
  );
});

/** An attempt that was opened six times. Its clock allows as much credited time as in the pure test. It is not near midnight UTC, where the daily limit
 *  would start over. */
const anAttempt = (number: number) =>
  app.databases.inSystem("prepare a test", async (db) => {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number, started_at)
        select e.portal_id, e.id, e.course_id, e.user_id, c.current_version_id, ${number}, now() - make_interval(days => 2)
        from enrolments e join courses c on c.portal_id = e.portal_id and c.id = e.course_id where e.course_id = ${courseId}
        returning portal_id, id),
      used as (
        insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind, claimed_seconds, credited_seconds, received_at)
        select portal_id, id, 'earlier', 1, 0, 'time', ${16 * 3600 - sinceStart - 60}::int, ${16 * 3600 - sinceStart - 60}::int,
          now() + make_interval(days => 1) from made)
      insert into attempt_states (portal_id, attempt_id, epoch) select portal_id, id, 6 from made returning attempt_id as id`.execute(db);
    return rows[0]?.id ?? 0;
  });
