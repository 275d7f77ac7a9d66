import { expect, test } from "vitest";
import type { Condition } from "#features/conditions/condition.ts";
import { circleOf, type AskedGroup, type AskingCourse } from "./circles.ts";

// CAT-4: no course asks, by whatever way, for its own completion.

const done = (...courseIds: number[]): Condition => ({ kind: "completion", courseIds, when: null });
const isIn = (...groupIds: number[]): Condition => ({ kind: "group", groupIds });
const all = (...of: Condition[]): Condition => ({ kind: "all", of });
const any = (...of: Condition[]): Condition => ({ kind: "any", of });
const none = (...of: Condition[]): Condition => ({ kind: "none", of });
const active: Condition = { kind: "status", is: "active" };

/** What a course asks: other courses (all of them, or the number given), a condition, or both. */
type Asks = { readonly first?: readonly number[]; readonly asked?: number; readonly fits?: Condition };
type Groups = Readonly<Record<number, { readonly by: Condition | null; readonly inside?: readonly number[] }>>;

/** Is course 1 in a circle, and through which of the courses that it names? */
const cases: [what: string, courses: Readonly<Record<number, Asks>>, circle: "no" | number | "group", groups?: Groups][] = [
  ["asks for nothing", { 1: {}, 2: { first: [1] } }, "no"],
  ["a course that asks for nothing", { 1: { fits: done(2) } }, "no"],
  ["a chain", { 1: { fits: done(2) }, 2: { fits: done(3) }, 3: { first: [4] } }, "no"],
  ["each the other, by conditions", { 1: { fits: done(2) }, 2: { fits: done(1) } }, 2],
  ["one by a condition, one by its list", { 1: { fits: done(2) }, 2: { first: [1] } }, 2],
  ["one by its list, one by a condition", { 1: { first: [2] }, 2: { fits: all(active, done(1)) } }, 2],
  ["by three courses", { 1: { fits: done(2) }, 2: { first: [3] }, 3: { fits: done(1) } }, 2],
  ["itself", { 1: { fits: done(1) } }, "group"],
  ["one of two, and the other asks for nothing", { 1: { fits: done(2, 3) }, 2: { fits: done(1) } }, "no"],
  ["both of two", { 1: { fits: all(done(2), done(3)) }, 2: { fits: done(1) } }, 2],
  ["a part of an any is the way out", { 1: { fits: any(done(2), active) }, 2: { fits: done(1) } }, "no"],
  ["all parts of an any lead back", { 1: { fits: any(done(2), done(3)) }, 2: { fits: done(1) }, 3: { first: [1] } }, 2],
  ["an any without parts fits nobody, which is no circle", { 1: { fits: any() }, 2: { fits: done(1) } }, "no"],
  ["whoever has not completed the other", { 1: { fits: none(done(2)) }, 2: { fits: done(1) } }, "no"],
  ["whoever is not without the other", { 1: { fits: none(none(done(2))) }, 2: { fits: done(1) } }, 2],
  ["whoever is none of two, of which one leads back", { 1: { fits: none(none(done(2)), active) }, 2: { fits: done(1) } }, 2],
  ["one of the courses in a list", { 1: { first: [2, 3], asked: 1 }, 2: { fits: done(1) } }, "no"],
  ["all of the courses in a list", { 1: { first: [2, 3] }, 2: { fits: done(1) } }, 2],
  ["the list is met, the condition is not", { 1: { first: [2], fits: done(3) }, 3: { fits: done(1) } }, 3],
  ["a circle of others is theirs", { 1: { fits: done(2) }, 2: { fits: done(3) }, 3: { fits: done(2) } }, "no"],
  ["enrolment in the other", { 1: { fits: { kind: "enrolment", test: "enrolled", courseIds: [2] } }, 2: { fits: done(1) } }, "no"],
  ["any completion at all", { 1: { fits: done() }, 2: { fits: done(1) } }, "no"],
  ["a group that people are put into", { 1: { fits: isIn(7) }, 2: { fits: done(1) } }, "no", { 7: { by: null } }],
  ["a group of those who have completed it", { 1: { fits: isIn(7) } }, "group", { 7: { by: done(1) } }],
  [
    "a group of those who have completed one that asks for it",
    { 1: { fits: isIn(7) }, 2: { first: [1] } },
    "group",
    { 7: { by: done(2) } },
  ],
  ["one of two groups", { 1: { fits: isIn(7, 8) } }, "no", { 7: { by: done(1) }, 8: { by: active } }],
  ["a group of a group", { 1: { fits: isIn(7) } }, "group", { 7: { by: isIn(8) }, 8: { by: done(1) } }],
  ["a group with another one inside", { 1: { fits: isIn(7) } }, "no", { 7: { by: done(1), inside: [8] }, 8: { by: null } }],
  ["a group that is not there", { 1: { fits: isIn(9) }, 2: { fits: done(1) } }, "no"],
  ["the other one, through a group", { 1: { fits: done(2) }, 2: { fits: isIn(7) } }, 2, { 7: { by: done(1) } }],
];

test.each(cases)("course 1 asks for %s", (_, asks, circle, made = {}) => {
  const courses = Object.entries(asks).map(([id, { first = [], asked = first.length, fits = null }]): AskingCourse => {
    return { id: Number(id), title: `Course ${id}`, requiredIds: first, asked, condition: fits };
  });
  const groups = Object.entries(made).map(([id, { by, inside = [] }]): AskedGroup => ({ id: Number(id), condition: by, childIds: inside }));
  const titles = { no: null, group: { title: null } };
  expect(circleOf(1, { courses, groups })).toEqual(typeof circle === "number" ? { title: `Course ${circle}` } : titles[circle]);
});
