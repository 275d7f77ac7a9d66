import * as z from "zod/mini";
import type { NotificationEvent, Teller } from "../../event.ts";
import { courseAddress, CourseFacts, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

const Nudged = z.object({
  /** Who reminds them. */
  by: z.string(),
  /** How many courses are open, and how many of these are overdue. */
  open: z.int(),
  overdue: z.int(),
  /** The first of them by due date. */
  courses: z.array(z.extend(CourseFacts, { dueAt: z.nullable(z.string()) })),
});

const linesOf = ({ say, moment }: Teller, courses: z.infer<typeof Nudged>["courses"], open: number) => [
  ...courses.map(({ course, dueAt }) => (dueAt === null ? course : say("{course}, due {due}", { course, due: moment(dueAt) }))),
  ...(open > courses.length ? [say("{count, plural, one {And # more} other {And # more}}", { count: open - courses.length })] : []),
];

/** Somebody who looks after a person reminds them of what is open. Occurrence: the day, so that nobody is reminded twice in one. */
export const nudged: NotificationEvent<z.infer<typeof Nudged>> = {
  name: "nudged",
  audience: "learners",
  mandatory: false,
  mail: "instant",
  variables: Nudged,
  sample: (text) => ({
    by: text,
    open: 2,
    overdue: 1,
    courses: [
      { ...sampleCourse(text), dueAt: "2026-12-01T22:59:59Z" },
      { ...sampleCourse(text), dueAt: null },
    ],
  }),
  title: (say) => say("Somebody reminds you of your courses"),
  own: {
    names: { by: names.by, open: names.open, overdue: names.overdue, courses: names.courses },
    values: (teller, { by, open, overdue, courses }) => ({
      by,
      open: `${open}`,
      overdue: `${overdue}`,
      courses: linesOf(teller, courses, open),
    }),
    offered: (say) => ({ subject: say("{by} reminds you of your courses", { by: "{by}" }), lines: ["{courses}"] }),
  },
  words: (teller, { by, open, overdue, courses }) => {
    const { say } = teller;
    const [first] = courses;
    return {
      subject:
        overdue > 0
          ? say("{by} reminds you: {count, plural, one {# course is overdue} other {# courses are overdue}}", { by, count: overdue })
          : say("{by} reminds you: {count, plural, one {# course is open} other {# courses are open}}", { by, count: open }),
      lines: linesOf(teller, courses, open),
      action:
        first && open === 1
          ? { label: say("Open the course"), to: courseAddress(first) }
          : { label: say("See my courses"), to: "/course/catalog/myonlinecourses" },
    };
  },
};
