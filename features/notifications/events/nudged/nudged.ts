import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { courseAddress, CourseFacts, sampleCourse } from "../course-facts.ts";

const Nudged = z.object({
  /** Who reminds them. */
  by: z.string(),
  /** How many courses are open, and how many of these are overdue. */
  open: z.int(),
  overdue: z.int(),
  /** The first of them by due date. */
  courses: z.array(z.extend(CourseFacts, { dueAt: z.nullable(z.string()) })),
});

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
  words: ({ say, moment }, { by, open, overdue, courses }) => {
    const [first] = courses;
    return {
      subject:
        overdue > 0
          ? say("{by} reminds you: {count, plural, one {# course is overdue} other {# courses are overdue}}", { by, count: overdue })
          : say("{by} reminds you: {count, plural, one {# course is open} other {# courses are open}}", { by, count: open }),
      lines: [
        ...courses.map(({ course, dueAt }) => (dueAt === null ? course : say("{course}, due {due}", { course, due: moment(dueAt) }))),
        ...(open > courses.length ? [say("{count, plural, one {And # more} other {And # more}}", { count: open - courses.length })] : []),
      ],
      action:
        first && open === 1
          ? { label: say("Open the course"), to: courseAddress(first) }
          : { label: say("See my courses"), to: "/course/catalog/myonlinecourses" },
    };
  },
};
