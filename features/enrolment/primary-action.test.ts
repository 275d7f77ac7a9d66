import { expect, test } from "vitest";
import { primaryAction } from "./primary-action.ts";
import type { PrimaryAction, Situation } from "./primary-action.ts";

const open = { status: "published", selfEnrol: true, hasContent: true } as const;
const invited = { ...open, selfEnrol: false };
const empty = { ...open, hasContent: false };
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
  ["access ended, archived since", { course: archived, enrolment: expired, attempt: done }, { kind: "locked", reason: "ended" }],
];

test.each(table)("%s", (_, situation, action) => {
  const base: Situation = { course: open, isMember: true, enrolment: null, attempt: null };
  expect(primaryAction({ ...base, ...situation })).toEqual({ reason: null, percent: null, canRetake: false, ...action });
});
