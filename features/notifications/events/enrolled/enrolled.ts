import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { courseAddress, CourseFacts, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

const Enrolled = z.extend(CourseFacts, {
  /** Who did it; null for a rule or an import. */
  by: z.nullable(z.string()),
  byId: z.nullable(z.int()),
  dueAt: z.nullable(z.string()),
});

/** Somebody else, a rule or an import enrolled the person. Occurrence: the enrolment, and how many of its causes have ended. */
export const enrolled: NotificationEvent<z.infer<typeof Enrolled>> = {
  name: "enrolled",
  audience: "learners",
  mandatory: false,
  mail: "instant",
  variables: Enrolled,
  sample: (text) => ({ ...sampleCourse(text), by: text, byId: 1, dueAt: "2026-12-01T22:59:59Z" }),
  title: (say) => say("You are enrolled in a course"),
  own: {
    names: { course: names.course, by: names.by, due: names.due },
    values: ({ moment }, { course, by, dueAt }) => ({ course, by, due: dueAt === null ? null : moment(dueAt) }),
    slots: { courseId: 1, courseType: "online", course: "{course}", by: "{by}", byId: null, dueAt: "{due}" },
  },
  words: ({ say, moment }, { by, dueAt, course, courseId, courseType }) => ({
    subject: say("You are enrolled in {course}", { course }),
    lines: [
      ...(by === null ? [] : [say("{by} enrolled you.", { by })]),
      dueAt === null ? say("It has no due date.") : say("Complete it by {due}.", { due: moment(dueAt) }),
    ],
    action: { label: say("Open the course"), to: courseAddress({ courseId, courseType }) },
  }),
};
