import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { courseAddress, CourseFacts, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

const DueSoon = z.extend(CourseFacts, { dueAt: z.string() });

/** A course is due in some days. Occurrence: the due date, and how many days before it. */
export const dueSoon: NotificationEvent<z.infer<typeof DueSoon>> = {
  name: "due_soon",
  audience: "learners",
  mandatory: false,
  mail: "instant",
  timing: { direction: "before", days: [7, 1] },
  variables: DueSoon,
  sample: (text) => ({ ...sampleCourse(text), dueAt: "2026-12-01T22:59:59Z" }),
  title: (say) => say("A course is due soon"),
  own: {
    names: { course: names.course, due: names.due },
    values: ({ moment }, { course, dueAt }) => ({ course, due: moment(dueAt) }),
    slots: { courseId: 1, courseType: "online", course: "{course}", dueAt: "{due}" },
  },
  words: ({ say, moment }, { dueAt, ...course }) => ({
    subject: say("{course} is due soon", { course: course.course }),
    lines: [say("Complete it by {due}.", { due: moment(dueAt) })],
    action: { label: say("Open the course"), to: courseAddress(course) },
  }),
};
