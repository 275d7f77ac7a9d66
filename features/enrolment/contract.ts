import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { words } from "#platform/words.ts";
import { myCourseStates } from "./my-course-states.ts";
import { myCoursesList } from "./my-courses-list.ts";
import { actionKinds, lockReasons } from "./primary-action.ts";

export const PrimaryAction = z.object({
  kind: z.enum(actionKinds),
  reason: z.nullable(z.enum(lockReasons)),
  /** Progress of the attempt in progress. */
  percent: z.nullable(z.int()),
  canRetake: z.boolean(),
});

/** Why an enrolment exists (MYC-2). by: the person who created it, if a person did; reference: the name of the rule, path, code or order. */
export const Cause = z.object({
  kind: z.enum(["self", "person", "rule", "path", "ccp", "code", "order", "import"]),
  by: z.nullable(z.string()),
  reference: z.string(),
});
export type Cause = z.infer<typeof Cause>;

/** The state of a course in My Courses (MYC-1). */
export const MyCourseState = z.enum(myCourseStates);
export type MyCourseState = z.infer<typeof MyCourseState>;

/** overdue: in the past; soon: within seven days. Null where nothing is due any more. */
export const Due = z.nullable(z.object({ at: z.string(), state: z.enum(["overdue", "soon", "later"]) }));
export type Due = z.infer<typeof Due>;

export const MyCourse = z.object({
  courseId: z.int(),
  type: CourseType,
  title: z.string(),
  minutes: z.int(),
  coverFileId: z.nullable(z.int()),
  state: MyCourseState,
  percent: z.int(),
  due: Due,
  /** When access ends, or ended; null without an end. */
  accessEndsAt: z.nullable(z.string()),
  hasAccess: z.boolean(),
  causes: z.array(Cause),
  lastActivityAt: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  scorePercent: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
  attemptNumber: z.nullable(z.int()),
  action: PrimaryAction,
});
export type MyCourse = z.infer<typeof MyCourse>;

/** The number of courses, in all and in each state. */
export const Counts = z.object({ all: z.int(), todo: z.int(), inProgress: z.int(), done: z.int(), expired: z.int() });
export type Counts = z.infer<typeof Counts>;
export const Category = z.object({ id: z.int(), name: z.string() });

export const myCourses = endpoint({
  method: "GET",
  path: "/rest/enrolment/myCourses",
  // MYC-1
  summary: "The courses of the person asking, by state, with counts, filters and pages.",
  query: listQuery(myCoursesList),
  response: listPage(MyCourse, {
    /** By state, with the same filters. */
    counts: Counts,
    /** Categories that occur among the person's courses. */
    categories: z.array(Category),
    /** Course types that occur among the person's courses. */
    types: z.array(CourseType),
  }),
});

const courseBody = z.object({
  courseId: z.int(words("Name a course by its number.")).check(z.gte(1, words("Name a course by its number."))),
});
const standingReply = z.object({ courseId: z.int(), title: z.string(), enrolled: z.boolean(), action: PrimaryAction });

export const enrol = endpoint({
  method: "POST",
  path: "/rest/enrolment/enrol",
  summary: "Enrols the person asking in a course that is open to self-enrolment. Harmless when repeated.",
  body: courseBody,
  response: standingReply,
});

export const leave = endpoint({
  method: "POST",
  path: "/rest/enrolment/leave",
  summary: "Ends one's own enrolment while nothing was begun and nobody else enrolled the person. Harmless when repeated.",
  body: courseBody,
  response: standingReply,
});
