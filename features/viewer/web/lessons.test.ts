import { expect, test } from "vitest";
import type { LearnerContent, LearnerPage } from "#features/courses/content.ts";
import type { AttemptState } from "#features/progress/contract.ts";
import { lessonsOf, pageToOpen } from "./lessons.ts";

const page = (id: string, more: Partial<LearnerPage> = {}): LearnerPage => ({
  id,
  title: id,
  minutes: 3,
  rule: { viewed: true },
  blocks: [],
  ...more,
});
const quiz = { id: "q", kind: "quiz" as const, title: "Check", passPercent: 80, submissions: null, questions: [] };
const content: LearnerContent = {
  chapters: [
    { id: "one", title: "One", pages: [page("a"), page("b")] },
    { id: "two", title: "Two", pages: [page("c", { rule: { viewed: true, quiz: "passed" }, blocks: [quiz] })] },
  ],
};
const nothing: AttemptState = {
  attemptId: 1,
  number: 1,
  percent: 0,
  donePages: [],
  place: null,
  creditedSeconds: 0,
  reviewSeconds: 0,
  pageSeconds: {},
  blocks: {},
  completion: null,
};

test("a page whose end was reached shows as complete and saving until the server says so", () => {
  const [, b] = lessonsOf(content, nothing, [{ kind: "view", pageId: "b" }]);
  expect(b).toMatchObject({ number: 2, state: "complete", isSaving: true });
});

test("a lesson opened on an earlier visit is under way", () => {
  const states = lessonsOf(content, { ...nothing, pageSeconds: { a: 0, c: 12 } }, []).map(({ state }) => state);
  expect(states).toEqual(["started", "empty", "started"]);
});

test("reaching the end of a page with a quiz to pass completes nothing", () => {
  const c = lessonsOf(
    content,
    { ...nothing, blocks: { q: { kind: "quiz", draft: { x: { kind: "single", option: "y" } }, result: null } } },
    [{ kind: "view", pageId: "c" }],
  )[2];
  expect(c).toMatchObject({ state: "started", isSaving: false });
});

test("a locked lesson opens when those before it are complete, also while that is being saved; and for whoever completed the course", () => {
  const rule = { viewed: true, locked: true };
  const locked = {
    chapters: [
      { id: "one", title: "One", pages: [page("a"), page("b", { rule })] },
      { id: "two", title: "Two", pages: [page("c", { rule }), page("d")] },
    ],
  };
  const states = (state: Partial<AttemptState>, ...viewed: string[]) =>
    lessonsOf(
      locked,
      { ...nothing, ...state },
      viewed.map((pageId) => ({ kind: "view", pageId })),
    ).map((lesson) => lesson.state);
  expect(states({})).toEqual(["empty", "locked", "locked", "empty"]);
  expect(states({}, "a")).toEqual(["complete", "empty", "locked", "empty"]);
  expect(states({ donePages: ["a"] }, "b")).toEqual(["complete", "complete", "empty", "empty"]);
  expect(states({ donePages: ["b"] })).toEqual(["empty", "complete", "locked", "empty"]);
  const completion = { completedAt: "2026-11-29T09:00:00.000Z", scorePercent: null, passed: null };
  expect(states({ completion })).toEqual(["empty", "empty", "empty", "empty"]);
  const left = { ...nothing, place: { pageId: "c" } };
  const opens = (asked: string | null) => pageToOpen(lessonsOf(locked, left, []), asked, left)?.page.id;
  expect([opens(null), opens("c")]).toEqual(["a", "c"]);
});

test("opens what the address asks for, then where the learner left, then the first lesson not done", () => {
  const lessons = lessonsOf(content, { ...nothing, donePages: ["a"] }, []);
  const left = { ...nothing, place: { pageId: "c" } };
  expect(pageToOpen(lessons, "a", left)?.page.id).toBe("a");
  expect(pageToOpen(lessons, "gone", left)?.page.id).toBe("c");
  expect(pageToOpen(lessons, null, nothing)?.page.id).toBe("b");
});
