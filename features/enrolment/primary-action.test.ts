import { expect, test } from "vitest";
import { primaryAction } from "./primary-action.ts";
import type { PrimaryAction, Situation } from "./primary-action.ts";

const open = { status: "published", selfEnrol: true, hasContent: true, entry: "open", isPriced: false } as const;
const invited = { ...open, selfEnrol: false };
const empty = { ...open, hasContent: false };
const upcoming = { ...open, entry: "upcoming" } as const;
const closed = { ...open, entry: "closed" } as const;
const priced = { ...open, isPriced: true };
const unprepared = { isPrepared: false };
const archived = { ...open, status: "archived" } as const;
const active = { active: true, expiresAt: null };
const expired = { active: false, expiresAt: "2026-01-01T00:00:00Z" };
const left = { active: false, expiresAt: null };
const underWay = { percent: 40, completed: false, passed: null };
const done = { percent: 100, completed: true, passed: null };
const passed = { percent: 100, completed: true, passed: true };
const failed = { percent: 100, completed: true, passed: false };

type Row = [what: string, situation: Partial<Situation>, action: Partial<PrimaryAction>];
const table: Row[] = [
  ["a stranger to an open course", {}, { kind: "enrol" }],
  ["a stranger to a course by invitation", { course: invited }, { kind: "locked", reason: "byInvitation" }],
  ["a stranger to a course without content", { course: empty }, { kind: "locked", reason: "empty" }],
  ["a stranger to an archived course", { course: archived }, { kind: "locked", reason: "archived" }],
  ["a system admin who is no member", { isMember: false }, { kind: "locked", reason: "notMember" }],
  ["enrolled, not begun", { enrolment: active }, { kind: "start" }],
  ["enrolled by invitation, not begun", { course: invited, enrolment: active }, { kind: "start" }],
  ["enrolled, nothing to open", { course: empty, enrolment: active }, { kind: "locked", reason: "empty" }],
  ["enrolled, not begun, archived since", { course: archived, enrolment: active }, { kind: "locked", reason: "archived" }],
  ["under way", { enrolment: active, attempt: underWay }, { kind: "continue", percent: 40 }],
  ["under way, archived since", { course: archived, enrolment: active, attempt: underWay }, { kind: "continue", percent: 40 }],
  ["completed", { enrolment: active, attempt: done }, { kind: "review", canRetake: true }],
  ["completed and passed", { enrolment: active, attempt: passed }, { kind: "review", canRetake: true }],
  ["completed, archived since", { course: archived, enrolment: active, attempt: done }, { kind: "review", canRetake: false }],
  ["completed without passing", { enrolment: active, attempt: failed }, { kind: "retake" }],
  ["not passed, archived since", { course: archived, enrolment: active, attempt: failed }, { kind: "review", canRetake: false }],
  ["left before beginning", { enrolment: left }, { kind: "enrol" }],
  ["left before beginning, by invitation now", { course: invited, enrolment: left }, { kind: "locked", reason: "byInvitation" }],
  ["access ended before beginning", { enrolment: expired }, { kind: "renew" }],
  ["access ended while under way", { enrolment: expired, attempt: underWay }, { kind: "renew" }],
  ["access withdrawn while under way", { enrolment: left, attempt: underWay }, { kind: "renew" }],
  ["access ended after completing", { enrolment: expired, attempt: done }, { kind: "renew" }],
  ["access ended, by invitation", { course: invited, enrolment: expired, attempt: done }, { kind: "locked", reason: "ended" }],
  ["a stranger before people may enrol", { course: upcoming }, { kind: "locked", reason: "upcoming" }],
  ["a stranger after people could enrol", { course: closed }, { kind: "locked", reason: "closed" }],
  ["a stranger to a course with a price", { course: priced }, { kind: "locked", reason: "priced" }],
  ["a stranger who lacks a course", unprepared, { kind: "locked", reason: "prerequisites" }],
  ["a stranger who lacks a course, too early", { course: upcoming, ...unprepared }, { kind: "locked", reason: "prerequisites" }],
  ["a stranger who lacks a course, too late", { course: closed, ...unprepared }, { kind: "locked", reason: "closed" }],
  ["a stranger who lacks a course, by invitation", { course: invited, ...unprepared }, { kind: "locked", reason: "byInvitation" }],
  ["a stranger who lacks a course, archived", { course: archived, ...unprepared }, { kind: "locked", reason: "archived" }],
  ["enrolled who lacks a course", { enrolment: active, ...unprepared }, { kind: "locked", reason: "prerequisites" }],
  [
    "enrolled who lacks a course, archived since",
    { course: archived, enrolment: active, ...unprepared },
    { kind: "locked", reason: "archived" },
  ],
  ["enrolled by somebody before people may", { course: upcoming, enrolment: active }, { kind: "start" }],
  ["enrolled by somebody after people could", { course: closed, enrolment: active }, { kind: "start" }],
  ["enrolled by somebody in a course with a price", { course: priced, enrolment: active }, { kind: "start" }],
  ["under way, closed since", { course: closed, enrolment: active, attempt: underWay }, { kind: "continue", percent: 40 }],
  ["access ended, closed since", { course: closed, enrolment: expired, attempt: underWay }, { kind: "locked", reason: "closed" }],
  ["access ended, a price since", { course: priced, enrolment: expired, attempt: underWay }, { kind: "locked", reason: "ended" }],
  ["access ended before beginning, lacks a course", { enrolment: expired, ...unprepared }, { kind: "locked", reason: "prerequisites" }],
  ["access ended, archived since", { course: archived, enrolment: expired, attempt: done }, { kind: "locked", reason: "ended" }],
];

test.each(table)("%s", (_, situation, action) => {
  const base: Situation = { course: open, isMember: true, isPrepared: true, enrolment: null, attempt: null };
  expect(primaryAction({ ...base, ...situation })).toEqual({ reason: null, percent: null, canRetake: false, ...action });
});
