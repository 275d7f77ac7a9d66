import * as z from "zod/mini";
import { CourseType } from "#features/courses/course-type.ts";
import { Cause, Due, PrimaryAction } from "#features/enrolment/contract.ts";
import { endpoint, type Result } from "#platform/contract.ts";
import { Layout, WidgetId } from "./layout-schema.ts";
import { partNames } from "./parts.ts";

/** Why something is the next thing to do (DASH-5). Dates are ISO instants. */
export const Reason = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("overdue"), dueAt: z.string() }),
  z.object({ kind: z.literal("dueSoon"), dueAt: z.string() }),
  z.object({ kind: z.literal("started"), lastActivityAt: z.string() }),
  z.object({ kind: z.literal("dueLater"), dueAt: z.string() }),
  z.object({ kind: z.literal("assigned") }),
  z.object({ kind: z.literal("enrolled") }),
]);
export type Reason = z.infer<typeof Reason>;

const course = {
  id: z.int(),
  type: CourseType,
  title: z.string(),
  coverFileId: z.nullable(z.int()),
};

/** A course on a card. percent is null before the first attempt; minutes is the whole course's length, 0 when unknown. */
export const CourseCard = z.object({
  ...course,
  minutes: z.int(),
  /** The one action for it (DET-2). */
  action: PrimaryAction,
  percent: z.nullable(z.int()),
  completedAt: z.nullable(z.string()),
  due: Due,
});
export type CourseCard = z.infer<typeof CourseCard>;

/** The next lesson: its title and number, and the total minutes of all incomplete lessons. */
export const Place = z.object({ pageId: z.string(), page: z.string(), number: z.int(), pages: z.int(), minutesLeft: z.int() });

export const DueItem = z.object({ ...course, due: Due });
export type DueItem = z.infer<typeof DueItem>;

export const NextThing = z.object({
  ...course,
  percent: z.nullable(z.int()),
  reason: Reason,
  due: Due,
  /** Why the person is enrolled, oldest cause first (MYC-2). */
  causes: z.array(Cause),
  place: z.nullable(Place),
  /** The course overdue longest, when this one is not, and how many more are overdue; shown as a line of the card. */
  overdue: z.nullable(z.extend(DueItem, { more: z.int() })),
});
export type NextThing = z.infer<typeof NextThing>;

const Next = z.object({
  next: z.nullable(NextThing),
  /** Every course the person may enter. */
  courseCount: z.int(),
});

const Courses = z.object({
  courses: z.array(CourseCard),
  /** Number of all courses the person may enter, including those without a card here. */
  courseCount: z.int(),
});

const DueList = z.object({ due: z.array(DueItem), dueCount: z.int() });

const waited = { since: z.string() };
/** What somebody waits for: an assessor's signature, the review of a course of theirs, or the answer to a question. since: an ISO instant. */
export const WaitingFor = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("signature"), id: z.int(), type: CourseType, title: z.string(), ...waited }),
  z.object({ kind: z.literal("review"), id: z.int(), title: z.string(), ...waited }),
  z.object({ kind: z.literal("question"), id: z.int(), ...waited }),
]);
export type WaitingFor = z.infer<typeof WaitingFor>;

/** What others have to do before the person can go on, longest waited for first. */
const Waiting = z.object({ waiting: z.array(WaitingFor), waitingCount: z.int() });

/** Courses that others or a rule ask of the person, incomplete ones in the order to work on them. */
const Required = z.object({
  required: z.array(z.extend(DueItem, { cause: Cause })),
  requiredCount: z.int(),
});

/** The due dates of the coming months and what is overdue, in their order. */
const Calendar = z.object({ dates: z.array(DueItem) });

const Catalog = z.object({
  courses: z.array(z.object({ ...course, minutes: z.int(), publishedAt: z.nullable(z.string()) })),
  /** Whether the catalog offers any course at all, also those the person has. */
  offersAny: z.boolean(),
});

/** Counts of completions, and the study seconds credited to attempts completed this year; the year is in the person's own time zone. */
const Transcript = z.object({ year: z.int(), completedThisYear: z.int(), secondsThisYear: z.int(), completedEver: z.int() });

export type Next = z.infer<typeof Next>;
export type Courses = z.infer<typeof Courses>;
export type DueList = z.infer<typeof DueList>;
export type Waiting = z.infer<typeof Waiting>;
export type Required = z.infer<typeof Required>;
export type Calendar = z.infer<typeof Calendar>;
export type Catalog = z.infer<typeof Catalog>;
export type Transcript = z.infer<typeof Transcript>;

const PartName = z.enum(partNames);

const part = <T extends z.ZodMiniType>(data: T) =>
  z.optional(z.union([z.object({ data }), z.object({ failed: z.literal(true), requestId: z.string() })]));

/** What stands on somebody's dashboard, and where. */
const arrangement = {
  layout: Layout,
  /** What the portal allows nobody to move, hide or show. */
  locked: z.array(WidgetId),
  /** Whether it is the person's own arrangement, and not only what the portal sets for them. */
  isOwn: z.boolean(),
};
export const Arrangement = z.object(arrangement);
export type Arrangement = z.infer<typeof Arrangement>;

/** One call returns the whole dashboard. Each part succeeds or fails alone, and `parts` requests the failed ones again. */
export const getDashboard = endpoint({
  method: "GET",
  path: "/rest/dashboard/student",
  summary: "The student dashboard: the next thing to do, my courses, what is due, new courses and a transcript snapshot.",
  query: z.object({
    /** Part names separated by commas; those of the widgets that are shown by default. */
    parts: z.optional(
      z.pipe(
        z.pipe(
          z.string().check(z.maxLength(100)),
          z.transform((names: string) => names.split(",").filter(Boolean)),
        ),
        z.array(PartName),
      ),
    ),
  }),
  response: z.object({
    ...arrangement,
    next: part(Next),
    courses: part(Courses),
    due: part(DueList),
    waiting: part(Waiting),
    required: part(Required),
    calendar: part(Calendar),
    catalog: part(Catalog),
    transcript: part(Transcript),
  }),
});
export type Dashboard = Result<typeof getDashboard>;
