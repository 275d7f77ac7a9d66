import { describe, expect, test } from "vitest";
import { dueOf } from "#features/enrolment/due.ts";
import { moveWidget, placeWidget, showWidget } from "./arranging.ts";
import { defaultLayout } from "./layout.ts";
import { layoutFrom } from "./stored-layout.ts";
import type { Candidate } from "./next.ts";
import { rankNext, reasonFor } from "./next.ts";
import { placeIn } from "./next-place.ts";
import { plainText } from "./plain-text.ts";

const now = new Date("2026-11-21T12:00:00Z");
const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
const candidate = ({ dueAt = null, ...fields }: Partial<Candidate> & { dueAt?: Date | null }): Candidate => ({
  courseId: 1,
  due: dueOf(dueAt, false, now.getTime()),
  causes: ["self"],
  enrolledAt: days(-30),
  lastActivityAt: null,
  isComplete: false,
  ...fields,
});

describe("reason (DASH-5)", () => {
  test.each([
    ["due a moment ago", { dueAt: now }, "overdue"],
    ["due within the week", { dueAt: days(7) }, "dueSoon"],
    ["due later, not begun", { dueAt: days(8) }, "dueLater"],
    ["due later, under way", { dueAt: days(8), lastActivityAt: days(-1) }, "started"],
    ["under way and overdue", { dueAt: days(-1), lastActivityAt: days(-1) }, "overdue"],
    ["used within a day, and overdue", { dueAt: days(-1), lastActivityAt: days(-0.9) }, "started"],
    ["complete, used within a day", { isComplete: true, lastActivityAt: days(-0.1) }, undefined],
    ["under way", { lastActivityAt: days(-400) }, "started"],
    ["given by a rule", { causes: ["self", "rule"] as const }, "assigned"],
    ["chosen alone", {}, "enrolled"],
    ["complete, though overdue", { isComplete: true, dueAt: days(-1) }, undefined],
  ])("%s", (_, fields, kind) => {
    expect(reasonFor(candidate(fields), now)?.kind).toBe(kind);
  });
});

test("what to do first: used within a day, overdue longest, due soonest, worked on latest, due later, assigned longest, enrolled latest", () => {
  const expected = [
    candidate({ courseId: 13, lastActivityAt: days(-0.1) }),
    candidate({ courseId: 12, lastActivityAt: days(-0.5), dueAt: days(-20) }),
    candidate({ courseId: 10, dueAt: days(-9) }),
    candidate({ courseId: 9, dueAt: days(-1) }),
    candidate({ courseId: 8, dueAt: days(1) }),
    candidate({ courseId: 7, dueAt: days(6), lastActivityAt: days(-1) }),
    candidate({ courseId: 6, lastActivityAt: days(-1) }),
    candidate({ courseId: 5, lastActivityAt: days(-3), dueAt: days(20) }),
    candidate({ courseId: 4, dueAt: days(9) }),
    candidate({ courseId: 3, causes: ["person"], enrolledAt: days(-50) }),
    candidate({ courseId: 2, causes: ["path"], enrolledAt: days(-2) }),
    candidate({ courseId: 1, enrolledAt: days(-1) }),
    candidate({ courseId: 11, enrolledAt: days(-5) }),
  ];
  const shuffled = expected.toSorted((a, b) => ((a.courseId * 7) % 17) - ((b.courseId * 7) % 17));
  const ranked = rankNext([...shuffled, candidate({ courseId: 99, isComplete: true })], now);
  expect(ranked.map(({ candidate: { courseId } }) => courseId)).toEqual(expected.map(({ courseId }) => courseId));
});

describe("arranging", () => {
  const { locked: _locked, ...usual } = defaultLayout;

  test.each([[null], [{}], ["text"], [{ main: 3, hidden: { a: 1 } }], [[]]])(
    "nothing usable is stored (%j): the usual arrangement",
    (stored) => {
      expect(layoutFrom(stored)).toEqual(usual);
    },
  );

  test("unknown and doubled names are dropped, new widgets come to their usual column, and the next thing stays on top", () => {
    expect(layoutFrom({ main: ["due", "bingo", "due", "next"], side: ["due", "courses"], hidden: ["next", "next", "bingo"] })).toEqual({
      main: ["due", "catalog"],
      side: ["courses", "waiting", "required", "calendar", "announcement", "links", "transcript"],
      hidden: ["next", "required", "calendar"],
    });
  });

  test("moving keeps every widget exactly once and stops at the ends", () => {
    expect(moveWidget(defaultLayout, "catalog", -1).main).toEqual(["catalog", "courses"]);
    expect(moveWidget(defaultLayout, "courses", -1)).toBe(defaultLayout);
    expect(moveWidget(defaultLayout, "transcript", 1)).toBe(defaultLayout);
    expect(placeWidget(usual, "courses", "side", "announcement")).toEqual({
      main: ["catalog"],
      side: ["due", "waiting", "required", "calendar", "courses", "announcement", "links", "transcript"],
      hidden: ["required", "calendar"],
    });
    expect(placeWidget(defaultLayout, "due", "main", null).main).toEqual(["courses", "catalog", "due"]);
    expect(showWidget(showWidget(defaultLayout, "due", false), "due", true)).toEqual(defaultLayout);
  });

  test("a step goes past what is locked", () => {
    expect(moveWidget(defaultLayout, "due", 1, ["waiting", "required", "calendar"]).side).toEqual([
      "announcement",
      "waiting",
      "required",
      "calendar",
      "due",
      "links",
      "transcript",
    ]);
    expect(moveWidget(defaultLayout, "links", 1, ["transcript"])).toBe(defaultLayout);
  });
});

test.each([
  ["", ""],
  ["<p>Closed on <strong>Friday</strong></p><p>Open again Monday</p>", "Closed on Friday Open again Monday"],
  ["<p>a &amp;&lt;b&gt;&nbsp;&#39;c&#x27; &bogus;</p>", "a &<b> 'c&#x27; &bogus;"],
  ["<h2>Winter</h2><p>Dark</p>", "Winter: Dark"],
  ["<hr><br>", ""],
  ["&#99999999;&#1114112;", "&#99999999;"],
])("the words of %j", (html, words) => {
  expect(plainText(html)).toBe(words);
});

describe("the lesson to go on with", () => {
  const page = (id: string, minutes = 1) => ({ id, title: `Page ${id}`, minutes });
  const outline = { chapters: [{ pages: [page("a"), page("b", 2)] }, { pages: [] }, { pages: [page("c", 4), page("d", 8)] }] };
  test.each([
    ["nothing begun: the first", null, [], "a", 15],
    ["left on one that is not done: that one", "b", ["a"], "b", 14],
    ["left on one that is done: the next that is not", "b", ["b", "c"], "d", 9],
    ["none left after it: the first that is not", "d", ["c", "d"], "a", 3],
    ["all done: the one it was left on", "c", ["a", "b", "c", "d"], "c", 0],
    ["all done, left nowhere or on a page that is no more: the first", "gone", ["a", "b", "c", "d"], "a", 0],
    ["left on a page that is no more: the first that is not", "gone", ["a"], "b", 14],
  ])("%s", (_, leftOn, done, pageId, minutesLeft) => {
    const place = placeIn(outline, { leftOn, done: new Set(done) });
    expect(place).toEqual({ pageId, page: `Page ${pageId}`, number: "abcd".indexOf(pageId) + 1, pages: 4, minutesLeft });
  });

  test("a course without pages has none", () => {
    expect(placeIn({ chapters: [{ pages: [] }] }, { leftOn: null, done: new Set() })).toBeNull();
  });
});
