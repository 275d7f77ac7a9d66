import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aContent, aPage } from "#app/test/builders.ts";
import type { Content, Page } from "#features/courses/content.ts";
import type { Fact } from "./contract.ts";
import { applyFacts } from "./server/apply-facts.ts";
import { courseVersion } from "./server/course-version.ts";
import { isLocked } from "./server/evaluate.ts";
import { freshProgress } from "./server/progress.ts";
import { quiz, right, startLearners, type Learners } from "./test/learners.ts";

// A locked page opens when every page before it is complete (capabilities EDT-1): until then nothing on it counts, whatever a browser sends.

let learners: Learners;
beforeAll(async () => {
  learners = await startLearners();
});
afterAll(() => learners.app.close());

const content = aContent([
  aPage("intro", { blocks: [{ id: "oath", kind: "attestation", statement: "I have read it." }], rule: { viewed: true, attested: true } }),
  aPage("more"),
  aPage("check", { rule: { viewed: false, quiz: "passed", locked: true }, blocks: [quiz("z")] }),
]);
const onLocked: Fact[] = [
  { kind: "place", pageId: "check" },
  { kind: "view", pageId: "check" },
  { kind: "time", seconds: 20, pageId: "check" },
  { kind: "answers", blockId: "z", answers: right },
  { kind: "submit", blockId: "z", answers: right },
];
const before: Fact[] = [
  { kind: "view", pageId: "intro" },
  { kind: "attest", blockId: "oath" },
  { kind: "view", pageId: "more" },
];

test("nothing on a locked page counts while one before it is left; each fact is refused with the reason", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner({ content });
  const [last, ...rest] = before.toReversed() as [Fact, ...Fact[]];
  const { refused, state } = await commit(learner, ...rest, ...onLocked);
  expect(refused).toHaveLength(onLocked.length);
  for (const one of refused)
    expect(one).toMatchObject({ code: "page_locked", message: "This lesson opens when the lessons before it are complete." });
  expect(state).toMatchObject({ donePages: ["intro"], creditedSeconds: 0, place: null });
  expect(Object.keys(state.blocks)).toEqual(["oath"]);
  // With the last one it opens, within one call.
  const opened = await commit(learner, last, ...onLocked);
  expect(opened.refused).toEqual([]);
  expect(opened.state).toMatchObject({ donePages: ["intro", "more", "check"], completion: { passed: true, scorePercent: 100 } });
});

test("whoever has completed the course finds every page open", async () => {
  const { aLearner, commit } = learners;
  const learner = await aLearner({ content, rule: { kind: "page", pageId: "more" } });
  expect((await commit(learner, { kind: "view", pageId: "more" })).state.completion).not.toBeNull();
  expect((await commit(learner, ...onLocked)).refused).toEqual([]);
});

const ids = ["p0", "p1", "p2", "p3", "p4"];
test("whatever is locked and in whatever order pages are read: a page is complete exactly when it was read while it was open", () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: ids.length, maxLength: ids.length }),
      fc.array(fc.constantFrom(...ids), { maxLength: 15 }),
      fc.boolean(),
      (locks, order, isOneCall) => {
        const pages: Page[] = ids.map((id, at) => ({ id, title: id, minutes: 0, rule: { viewed: true, locked: locks[at] }, blocks: [] }));
        const whole: Content = { chapters: [{ id: "c", title: "c", pages }] };
        const version = courseVersion({ id: 1, number: 1, content: whole, rule: { kind: "pages", percent: 100 }, itemKeys: ids });
        const moment = { now: "2026-11-29T09:00:00.000Z", sinceStart: 0, creditedToday: 0, sinceOpened: 0 };
        const facts = order.map((pageId, at) => ({ clientId: "c", epoch: 1, seq: at + 1, fact: { kind: "view" as const, pageId } }));
        let progress = freshProgress(1);
        for (const call of isOneCall ? [facts] : facts.map((one) => [one])) progress = applyFacts(progress, version, call, moment).progress;
        const read = new Set<string>();
        const opens = (at: number) => !locks[at] || ids.slice(0, at).every((id) => read.has(id));
        for (const id of order) if (read.size === ids.length || opens(ids.indexOf(id))) read.add(id);
        expect([...progress.done].toSorted()).toEqual([...read].toSorted());
        expect(pages.map((one) => isLocked(one, version, progress))).toEqual(ids.map((id, at) => !read.has(id) && !opens(at)));
      },
    ),
    { numRuns: 2_000 },
  );
});
