import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { courseAddress, CourseFacts, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

const Overdue = z.extend(CourseFacts, { dueAt: z.string() });

/** The due date of a course has passed. Occurrence: that date, and how many days after it where these are not none. */
export const overdue: NotificationEvent<z.infer<typeof Overdue>> = {
  name: "overdue",
  audience: "learners",
  mandatory: false,
  mail: "instant",
  timing: { direction: "after", days: [0] },
  variables: Overdue,
  sample: (text) => ({ ...sampleCourse(text), dueAt: "2026-12-01T22:59:59Z" }),
  title: (say) => say("A course is overdue"),
  own: {
    names: { course: names.course, due: names.due },
    values: ({ moment }, { course, dueAt }) => ({ course, due: moment(dueAt) }),
    slots: { courseId: 1, courseType: "online", course: "{course}", dueAt: "{due}" },
  },
  words: ({ say, moment }, { dueAt, ...course }) => ({
    subject: say("{course} is overdue", { course: course.course }),
    lines: [say("It was due on {due}.", { due: moment(dueAt) }), say("You can still complete it.")],
    action: { label: say("Open the course"), to: courseAddress(course) },
  }),
};
