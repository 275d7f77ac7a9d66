import type * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { courseAddress, CourseFacts, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

/** The person completed a course, or somebody marked it complete. Occurrence: the attempt. */
export const completed: NotificationEvent<z.infer<typeof CourseFacts>> = {
  name: "completed",
  audience: "learners",
  mandatory: false,
  mail: "instant",
  variables: CourseFacts,
  sample: sampleCourse,
  title: (say) => say("You completed a course"),
  own: {
    names: { course: names.course },
    values: (_, { course }) => ({ course }),
    slots: { courseId: 1, courseType: "online", course: "{course}" },
  },
  words: ({ say }, course) => ({
    subject: say("You completed {course}", { course: course.course }),
    lines: [say("The result is in your history.")],
    action: { label: say("See the course"), to: courseAddress(course) },
  }),
};
