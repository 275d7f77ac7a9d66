import type * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { courseAddress, CourseFacts, sampleCourse } from "../course-facts.ts";

/** The person completed a course, or somebody marked it complete. Occurrence: the attempt. */
export const completed: NotificationEvent<z.infer<typeof CourseFacts>> = {
  name: "completed",
  audience: "learners",
  mandatory: false,
  mail: "instant",
  variables: CourseFacts,
  sample: sampleCourse,
  title: (say) => say("You completed a course"),
  words: ({ say }, course) => ({
    subject: say("You completed {course}", { course: course.course }),
    lines: [say("The result is in your history.")],
    action: { label: say("See the course"), to: courseAddress(course) },
  }),
};
