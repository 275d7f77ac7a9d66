import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultPolicy, readsOf, type PartField, type ScormPolicy } from "#features/courses/completion-policy.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { CompletionRule, Content, Page } from "#features/courses/content.ts";
import { courseVersion, type CourseVersion } from "./server/course-version.ts";
import { decide } from "./server/decide.ts";
import { mean, type PartState } from "./server/package-parts.ts";
import { freshProgress, type Progress } from "./server/progress.ts";

// Completion is decided in one place, for online courses and for packages (SCO-6, EDT-14, INV-4).

const now = "2026-11-22T09:00:00.000Z";
const part = (fields: Partial<PartState> = {}): PartState => ({
  completed: false,
  passed: null,
  isAsset: false,
  first: null,
  last: null,
  best: null,
  sum: 0,
  count: 0,
  ...fields,
});
/** The state of a part that has reported one score. */
const scored = (percent: number, fields: Partial<PartState> = {}) =>
  part({ first: percent, last: percent, best: percent, sum: percent, count: 1, ...fields });
const sco = (key: string, { id = `${key}-b`, packageId = 1 } = {}): Block => ({ id, kind: "scorm", packageId, scoKey: key });
const page = (id: string, blocks: Block[], rule: Page["rule"] = { viewed: false, scorm: true }): Page => ({
  id,
  title: id,
  minutes: 1,
  rule,
  blocks,
});
function versionOf(pages: Page[], rule: CompletionRule): CourseVersion {
  const content: Content = { chapters: [{ id: "c", title: "c", pages }] };
  return courseVersion({ id: 1, number: 1, content, rule, itemKeys: pages.map(({ id }) => id) });
}
/** A SCORM course of `count` parts, sco-1 and so on. */
const packaged = (policy: Partial<ScormPolicy>, count = 1) =>
  versionOf(
    Array.from({ length: count }, (_, index) => page(`sco-${index + 1}`, [sco(`sco-${index + 1}`)])),
    { kind: "scorm", policy: { ...defaultPolicy, ...policy } },
  );
const learnt = (parts: Record<string, PartState>, more: Partial<Progress> = {}): Progress => ({
  ...freshProgress(1),
  parts: new Map(Object.entries(parts)),
  ...more,
});

type Row = [
  string,
  Partial<ScormPolicy>,
  Record<string, PartState>,
  { scorePercent: number | null; passed: boolean | null } | null,
  Partial<Progress>?,
];
const table: Row[] = [
  ["nothing opened", {}, {}, null],
  ["reported: opened only", {}, { "sco-1": part() }, null],
  ["reported: failed is no completion", {}, { "sco-1": part({ passed: false }) }, null],
  ["reported: completed, nothing said of passing", {}, { "sco-1": part({ completed: true }) }, { scorePercent: null, passed: null }],
  ["reported: completed and failed", {}, { "sco-1": scored(40, { completed: true, passed: false }) }, { scorePercent: 40, passed: false }],
  ["reported: an asset only has to be opened", {}, { "sco-1": part({ isAsset: true }) }, { scorePercent: null, passed: null }],
  [
    "launched: opening is enough",
    { complete: "launched", pass: "none" },
    { "sco-1": part({ passed: true }) },
    { scorePercent: null, passed: null },
  ],
  ["passed: completed alone is not enough", { complete: "passed" }, { "sco-1": part({ completed: true }) }, null],
  [
    "passed: by the package's word",
    { complete: "passed" },
    { "sco-1": part({ completed: true, passed: true }) },
    { scorePercent: null, passed: true },
  ],
  [
    "passed: by the score",
    { complete: "passed", pass: "score", passPercent: 70 },
    { "sco-1": scored(70) },
    { scorePercent: 70, passed: true },
  ],
  ["passed: a score just below", { complete: "passed", pass: "score", passPercent: 70 }, { "sco-1": scored(69.9999) }, null],
  [
    "passed: no mark set is passed by any score",
    { complete: "passed", pass: "score" },
    { "sco-1": scored(0) },
    { scorePercent: 0, passed: true },
  ],
  [
    "score: the package's word does not count",
    { pass: "score", passPercent: 70 },
    { "sco-1": scored(69, { completed: true, passed: true }) },
    { scorePercent: 69, passed: false },
  ],
  ["minutes: too little time", { complete: "minutes", minutes: 2 }, { "sco-1": part({ completed: true }) }, null, { creditedSeconds: 119 }],
  [
    "minutes: time alone decides",
    { complete: "minutes", minutes: 2 },
    { "sco-1": part() },
    { scorePercent: null, passed: null },
    { creditedSeconds: 120 },
  ],
  [
    "average: over the sessions",
    { score: "average" },
    { "sco-1": part({ completed: true, sum: 100.0001, count: 3 }) },
    { scorePercent: 33.33, passed: null },
  ],
  ["taken back, it stays so", {}, { "sco-1": part({ completed: true }) }, null, { reversed: true }],
];

describe("a SCORM course of one part", () => {
  test.for(table)("%s", ([, policy, parts, completion, more]) => {
    const { newCompletion } = decide(learnt(parts, more), packaged(policy), now);
    expect(newCompletion).toEqual(completion && { completedAt: now, ...completion });
  });
});

test("every part of a package counts, one that passed is enough for passing where others never speak of it, and the score is their average", () => {
  const version = packaged({ complete: "passed" }, 3);
  const two = { "sco-1": scored(33.3333, { passed: true }), "sco-2": scored(66.6667, { completed: true }) };
  expect(decide(learnt(two), version, now)).toMatchObject({ newItems: ["sco-1", "sco-2"], newCompletion: null });
  const { newCompletion, progress } = decide(learnt({ ...two, "sco-3": part({ isAsset: true }) }), version, now);
  expect(newCompletion).toEqual({ completedAt: now, scorePercent: 50, passed: true });
  expect(progress.completion).toEqual(newCompletion);
});

test("an online course of texts, a quiz and parts of two packages that name them alike", () => {
  const seen = { viewed: true };
  const quiz: Block = { id: "q", kind: "quiz", title: "Q", passPercent: 50, submissions: null, questions: [] };
  const version = versionOf(
    [
      page("intro", [], seen),
      page("one", [sco("sco-1", { id: "first", packageId: 1 })], { viewed: true, scorm: true }),
      page("two", [sco("sco-1", { id: "second", packageId: 2 }), quiz]),
    ],
    {
      kind: "all",
      rules: [
        { kind: "pages", percent: 100 },
        { kind: "scorm", policy: { ...defaultPolicy, complete: "passed" } },
      ],
    },
  );
  const viewed = (id: string) => [id, { epoch: 0, seq: 0, state: { kind: "page", viewed: true, seconds: 0 } }] as const;
  const both = { first: scored(80, { passed: true }), second: scored(40, { completed: true }) };
  expect(decide(learnt(both), version, now).newItems).toEqual(["two"]);
  expect(
    decide(learnt({ second: part({ completed: true }) }, { blocks: new Map([viewed("one"), viewed("intro")]) }), version, now).newItems,
  ).toEqual(["intro", "two"]);
  const submissions = [{ blockId: "q", number: 1, answers: {}, points: 3, maxPoints: 4, passed: true, submittedAt: now }];
  const all = learnt(both, { blocks: new Map([viewed("one"), viewed("intro")]), submissions });
  expect(decide(all, version, now)).toMatchObject({
    newItems: ["intro", "one", "two"],
    newCompletion: { scorePercent: 65, passed: true },
  });
});

test("passed by the average: of the best results of quizzes and what packages report, and not by each of them", () => {
  const quiz = (id: string): Block => ({ id, kind: "quiz", title: id, passPercent: 50, submissions: null, questions: [] });
  const handedIn = (blockId: string, number: number, points: number) => ({
    blockId,
    number,
    answers: {},
    points,
    maxPoints: 10,
    submittedAt: now,
    passed: points >= 5,
  });
  const version = versionOf([page("one", [quiz("q1"), quiz("q2")], { viewed: false, quiz: "submitted" }), page("two", [sco("sco-1")])], {
    kind: "all",
    rules: [
      { kind: "pages", percent: 50 },
      { kind: "passing", percent: 70 },
    ],
  });
  const decided = (progress: Progress) => decide(progress, version, now);
  expect(decided(learnt({})).newCompletion).toBeNull();
  const one = [handedIn("q1", 1, 10), handedIn("q2", 1, 4)];
  // One of the two failed, and the average is what counts.
  expect(decided(learnt({}, { submissions: one })).newCompletion).toEqual({ completedAt: now, scorePercent: 70, passed: true });
  const low = decided(learnt({}, { submissions: [handedIn("q1", 1, 8), handedIn("q2", 1, 4)] }));
  expect(low.newCompletion).toEqual({ completedAt: now, scorePercent: 60, passed: false });
  // A quiz that is handed in again, or a package's score, raises it after the completion; a pass stays.
  const better = { ...low.progress, submissions: [...low.progress.submissions, handedIn("q2", 2, 7)] };
  expect(decided(better).newResult).toEqual({ scorePercent: 75, passed: true });
  const reported = { ...decided(better).progress, parts: new Map([["sco-1-b", scored(0)]]) };
  expect(decided(reported).newResult).toEqual({ scorePercent: 50, passed: true });
  // Without any score nothing is known of passing.
  expect(decided(learnt({ "sco-1-b": part({ completed: true }) })).newCompletion).toMatchObject({ scorePercent: null, passed: null });
});

test("what a package reports after a completion is a further result; passed stays passed, and nothing new is nothing", () => {
  const completion = { completedAt: "2026-11-01T09:00:00.000Z", scorePercent: 40, passed: false };
  const version = packaged({ score: "last" });
  const done = new Set(["sco-1"]);
  const resultOf = (state: PartState, stands: Partial<typeof completion> | { passed: boolean | null }) =>
    decide(learnt({ "sco-1": state }, { done, completion: { ...completion, ...stands } }), version, now).newResult;
  expect(resultOf(scored(40, { completed: true, passed: false }), {})).toBeNull();
  expect(resultOf(scored(85, { completed: true, passed: true }), {})).toEqual({ scorePercent: 85, passed: true });
  expect(resultOf(scored(10, { completed: true, passed: false }), { passed: true })).toEqual({ scorePercent: 10, passed: true });
  expect(resultOf(scored(40, { completed: true }), { passed: null })).toBeNull();
  const reversed = decide(learnt({ "sco-1": scored(90, { passed: true }) }, { done, reversed: true }), version, now);
  expect(reversed).toMatchObject({ newItems: [], newCompletion: null, newResult: null });
});

const percent = fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 10_000);
const anyPart = fc.record({
  completed: fc.boolean(),
  passed: fc.option(fc.boolean()),
  isAsset: fc.boolean(),
  first: fc.option(percent),
  last: fc.option(percent),
  best: fc.option(percent),
  sum: percent,
  count: fc.integer({ min: 0, max: 5 }),
});
const anyPolicy: fc.Arbitrary<ScormPolicy> = fc.record(
  {
    complete: fc.constantFrom("reported", "passed", "launched", "minutes"),
    minutes: fc.integer({ min: 1, max: 3 }),
    pass: fc.constantFrom("reported", "score", "none"),
    passPercent: percent,
    score: fc.constantFrom("best", "first", "last", "average"),
  },
  { requiredKeys: ["complete", "pass", "score"] },
);
const anySteps = fc.array(
  fc.record({ parts: fc.dictionary(fc.constantFrom("sco-1", "sco-2", "sco-3"), anyPart), seconds: fc.integer({ min: 0, max: 200 }) }),
  { minLength: 1, maxLength: 8 },
);

test("whatever comes in whatever order: done stays done, a completion comes once, passed stays passed, and deciding twice is deciding once", () => {
  fc.assert(
    fc.property(anyPolicy, anySteps, (policy, steps) => {
      const version = packaged(policy, 3);
      let progress = freshProgress(1);
      let completions = 0;
      for (const { parts, seconds } of steps) {
        const before: Progress = {
          ...progress,
          parts: new Map([...progress.parts, ...Object.entries(parts)]),
          creditedSeconds: progress.creditedSeconds + seconds,
        };
        const decision = decide(before, version, now);
        completions += decision.newCompletion ? 1 : 0;
        for (const key of before.done) expect(decision.progress.done.has(key)).toBe(true);
        if (before.completion) expect(decision.newCompletion).toBeNull();
        if (before.completion?.passed) expect(decision.progress.completion?.passed).toBe(true);
        expect(decide(decision.progress, version, now)).toMatchObject({ newItems: [], newCompletion: null, newResult: null });
        progress = decision.progress;
      }
      expect(completions).toBe(progress.completion ? 1 : 0);
    }),
    { numRuns: 2_000 },
  );
});

/** A copy of a part's state in which every field that the rule does not read has the other state's value, where fields do not depend on each other. */
function withOthers(state: PartState, other: PartState, reads: readonly PartField[]): PartState {
  const keep = (field: PartField) => reads.includes(field);
  return {
    ...state,
    completed: keep("completed") ? state.completed : other.completed,
    passed: keep("passed") ? state.passed : other.passed,
    first: keep("first") ? state.first : other.first,
    last: keep("last") ? state.last : other.last,
    best: keep("best") ? state.best : other.best,
    ...(!keep("average") && { sum: other.sum, count: other.count }),
  };
}

test("what a version says that its rule reads is all that the rule reads", () => {
  const both = fc.tuple(anyPart, anyPart);
  fc.assert(
    fc.property(
      anyPolicy,
      fc.dictionary(fc.constantFrom("sco-1", "sco-2"), both),
      fc.integer({ min: 0, max: 200 }),
      (policy, states, creditedSeconds) => {
        const version = packaged(policy, 2);
        const { decidesOn, resultsOn } = readsOf(version.rule);
        const parts = (reads: readonly PartField[] | null) =>
          Object.fromEntries(Object.entries(states).map(([key, [state, other]]) => [key, reads ? withOthers(state, other, reads) : state]));
        const open = (reads: readonly PartField[] | null) => decide(learnt(parts(reads), { creditedSeconds }), version, now);
        expect(open(decidesOn).newItems).toEqual(open(null).newItems);
        expect(open(decidesOn).newCompletion === null).toBe(open(null).newCompletion === null);
        const completion = { completedAt: now, scorePercent: 50, passed: false };
        const closed = (reads: readonly PartField[] | null) =>
          decide(learnt(parts(reads), { done: new Set(["sco-1", "sco-2"]), completion }), version, now);
        expect(closed(resultsOn).newResult).toEqual(closed(null).newResult);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a rule with several policies reads what each of them reads, and what parts of lessons read without one", () => {
  const scorm = (policy: Partial<ScormPolicy>): CompletionRule => ({ kind: "scorm", policy: { ...defaultPolicy, ...policy } });
  const rule: CompletionRule = {
    kind: "all",
    rules: [scorm({ complete: "minutes", pass: "none" }), { kind: "any", rules: [scorm({ complete: "passed", score: "last" })] }],
  };
  const version = versionOf([page("sco-1", [sco("sco-1")])], rule);
  const timed = { done: new Set(["sco-1"]), creditedSeconds: 60 };
  expect(decide(learnt({ "sco-1": part() }, timed), version, now).newCompletion).toBeNull();
  expect(decide(learnt({ "sco-1": part({ passed: true }) }, timed), version, now).newCompletion).not.toBeNull();
  expect(readsOf(rule)).toEqual({ decidesOn: ["completed", "passed"], resultsOn: ["passed", "best", "last"] });
  expect(readsOf({ kind: "pages", percent: 100 })).toEqual({ decidesOn: ["completed"], resultsOn: ["passed", "best"] });
});

test("averages are exact to the last half", () => {
  expect(mean([33.335], 1, 2)).toBe(33.34);
  expect(mean([66.665, 66.665], 2, 2)).toBe(66.67);
  expect(mean([100.0001], 3, 4)).toBe(33.3334);
  expect(mean([0.0001], 2, 4)).toBe(0.0001);
  expect(mean([1.005], 1, 2)).toBe(1.01);
});
