import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import { filesOf } from "#features/courses/content.ts";
import { openFileStore } from "#platform/files/store.ts";
import { startLearners, type Learners } from "./test/learners.ts";

// The kinds that were added later (docs/adding-a-block.md), audio, numeric and ordering: from the document to the completion.

let learners: Learners;
beforeAll(async () => {
  learners = await startLearners();
});
afterAll(() => learners.app.close());

const content = aContent([
  aPage("listen", {
    rule: { viewed: false, audioPercent: 50 },
    blocks: [
      {
        id: "horn",
        kind: "audio",
        title: "The foghorn",
        sources: [{ fileId: 41, mediaType: "audio/wav" }],
        seconds: 100,
        transcript: [{ from: 0, to: 100, text: "Three blasts mean zephyrs astern." }],
      },
    ],
  }),
  aPage("check", {
    rule: { viewed: false, quiz: "passed" },
    blocks: [
      {
        id: "z",
        kind: "quiz",
        title: "Check",
        passPercent: 100,
        submissions: null,
        questions: [
          { id: "n", kind: "numeric", stem: "How far?", points: 1, correct: 2.5, tolerance: 0.1, unit: "nm", feedback: "Read the chart." },
          {
            id: "o",
            kind: "ordering",
            stem: "In which order?",
            points: 1,
            items: ["slack", "cast off", "steer"].map((text, i) => ({ id: `o${i}`, text })),
            correct: ["o1", "o0", "o2"],
            feedback: "Lines first.",
          },
        ],
      },
    ],
  }),
]);
const right = { n: { kind: "numeric" as const, value: 2.6 }, o: { kind: "ordering" as const, order: ["o1", "o0", "o2"] } };

test("half of a recording completes its page, whatever is heard twice; a late report moves no position", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner({ content });
  const played = (ranges: [number, number][], position: number) => ({ kind: "audio" as const, blockId: "horn", ranges, position });
  const first = (await commit(learner, played([[0, 30]], 30), played([[10, 30]], 30))).state;
  expect(first).toMatchObject({ donePages: [], blocks: { horn: { kind: "audio", ranges: [[0, 30]], position: 30 } } });
  expect((await commit(learner, played([[60, 80]], 80))).state.donePages).toEqual(["listen"]);
});

test("a number within its tolerance and an order are marked; the key shows once passed, and not before", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner({ content });
  expect(JSON.stringify(learner.opened.content)).not.toMatch(/"(?:correct|tolerance|feedback)"/);
  const submit = (answers: object) => ({ kind: "submit" as const, blockId: "z", answers: answers as typeof right });
  const one = (await commit(learner, submit({ n: { kind: "numeric", value: 2.7 }, o: { kind: "ordering", order: ["o0", "o1", "o2"] } })))
    .state;
  expect(one.blocks.z.result).toMatchObject({ points: 0, passed: false });
  expect(one.blocks.z.result.questions.map(({ correct }: { correct: unknown }) => correct)).toEqual([null, null]);
  const two = (await commit(learner, submit(right))).state;
  expect(two.blocks.z.result).toMatchObject({ points: 2, passed: true, answers: right });
  expect(two.blocks.z.result.questions[0].correct).toEqual({ kind: "numeric", value: 2.5 });
  expect(two.donePages).toEqual(["check"]);
});

test("an answer in a shape that no kind has is refused as a whole", async () => {
  const { aLearner } = learners;
  const learner = await aLearner({ content });
  for (const answer of [["o1"], { kind: "numeric", value: "2.5" }, { kind: "ordering" }, { kind: "essay", text: "x" }]) {
    const commits = [{ seq: 1, fact: { kind: "submit", blockId: "z", answers: { n: answer } } }];
    const reply = await learner.client.post(`/rest/progress/attempts/${learner.attemptId}/commits`, {
      clientId: learner.clientId,
      epoch: 1,
      commits,
    });
    expect([answer, reply.statusCode]).toEqual([answer, 400]);
  }
});

test("a fact is refused as a whole for numbers that are none, and for keys that mean something to JavaScript", async () => {
  const { aLearner } = learners;
  const learner = await aLearner({ content });
  const fact = (answers: string) =>
    `{"clientId":"${learner.clientId}","epoch":1,"commits":[{"seq":1,"fact":{"kind":"submit","blockId":"z","answers":${answers}}}]}`;
  const numberOf = (value: string) => fact(`{"n":{"kind":"numeric","value":${value}}}`);
  const bodies = [
    ...["1e400", "-1e400", "NaN", "Infinity", '"1,5"', '"2.5"', "null", "[2.5]", "{}"].map(numberOf),
    fact('{"n":{"kind":"numeric"}}'),
    fact('{"n":{"kind":"__proto__"}}'),
    fact('{"n":{"kind":"constructor","value":2.5}}'),
    fact('{"__proto__":{"kind":"numeric","value":2.5}}'),
    fact('{"n":{"kind":"numeric","value":2.5,"__proto__":{"kind":"ordering"}}}'),
    fact(`{"o":{"kind":"ordering","order":${JSON.stringify(Array.from({ length: 201 }, () => "o0"))}}}`),
    fact('{"o":{"kind":"ordering","order":["o0","\\ud800"]}}'),
    fact('{"o":{"kind":"ordering","order":[0,1,2]}}'),
    fact(`{"${"n".repeat(65)}":{"kind":"numeric","value":2.5}}`),
  ];
  for (const payload of bodies) {
    const reply = await learner.client.post(`/rest/progress/attempts/${learner.attemptId}/commits`, payload as unknown as object, {
      "content-type": "application/json",
    });
    expect([payload.slice(0, 200), reply.statusCode, Object.keys(reply.json())]).toEqual([
      payload.slice(0, 200),
      400,
      expect.arrayContaining(["code", "message"]),
    ]);
  }
  expect((await learner.client.get(`/rest/progress/attempts/${learner.attemptId}`)).json().blocks).toEqual({});
});

test("what no question asks is kept nowhere: other kinds' answers, other options, half an order, names of JavaScript's own", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner({ content });
  const draft = async (answers: object) => {
    const { state } = await commit(learner, { kind: "answers", blockId: "z", answers: answers as typeof right });
    return state.blocks.z?.draft ?? {};
  };
  expect(await draft({ n: right.o, o: right.n, constructor: right.n, toString: right.o, hasOwnProperty: right.n })).toEqual({});
  for (const order of [["o0", "o0", "o1"], ["o0", "o1"], ["o0", "o1", "o2", "o2"], ["o0", "o1", "nope"], []])
    expect([order, await draft({ o: { kind: "ordering", order } })]).toEqual([order, {}]);
  expect(await draft({ n: { kind: "numeric", value: -0, extra: "x" } })).toEqual({ n: { kind: "numeric", value: 0 } });
  expect(await draft({ n: { kind: "numeric", value: 1e308 } })).toEqual({ n: { kind: "numeric", value: 1e308 } });
});

test("a recording's file opens for who is enrolled, and for nobody else: no stranger, no visitor, nobody of another portal", async () => {
  const { app } = learners;
  const bytes = Buffer.from("RIFF....WAVE");
  const stored = await openFileStore(join(app.config.dataDir, "files")).put(bytes);
  const course = await app.aCourse("a", { content });
  const portal_id = app.portal("a").id;
  const { id } = await app.databases.inSystem("prepare a test", async (db) => {
    const file = await db
      .insertInto("files")
      .values({ portal_id, storage_key: stored.key, name: "horn.wav", media_type: "audio/wav", bytes: stored.bytes, sha256: stored.sha256 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("course_files").values({ portal_id, course_id: course.id, file_id: file.id }).execute();
    return file;
  });
  const url = `/rest/files/${id}/horn.wav`;
  const learner = await app.aPerson("a");
  await app.anEnrolment("a", { courseId: course.id, userId: learner.id });
  const enrolled = await app.signInAs(learner, "a");
  const heard = await enrolled.get(url, { range: "bytes=0-3" });
  expect([heard.statusCode, heard.body, heard.headers["content-type"], heard.headers["content-disposition"]]).toEqual([
    206,
    "RIFF",
    "audio/wav",
    expect.stringMatching(/^inline/),
  ]);
  const stranger = await app.signInAs(await app.aPerson("a"), "a");
  const abroad = await app.aPerson("b");
  expect([
    (await stranger.get(url)).statusCode,
    (await app.anonymous("a").get(url)).statusCode,
    (await (await app.signInAs(abroad, "b")).get(url)).statusCode,
    (await (await app.signIn("system", "b")).get(url)).statusCode,
  ]).toEqual([404, 401, 404, 404]);
});

test("a course is found by the title of its recording and by what is heard in it, and the file is one of its own", async () => {
  const { aLearner } = learners;
  const { course, client } = await aLearner({ content });
  expect(filesOf(content)).toEqual([41]);
  const found = async (words: string) => {
    const { rows } = (await client.get(`/rest/course/catalog?q=${words}`)).json();
    return rows.some(({ id }: { id: number }) => id === course.id);
  };
  expect([await found("foghorn"), await found("zephyr"), await found("cast")]).toEqual([true, true, false]);
});
