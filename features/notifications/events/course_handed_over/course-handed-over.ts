import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { CourseFacts, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

const CourseHandedOver = z.extend(CourseFacts, { by: z.nullable(z.string()), byId: z.nullable(z.int()) });

/** A course was given to a co-author. Occurrence: from whom, and when. */
export const courseHandedOver: NotificationEvent<z.infer<typeof CourseHandedOver>> = {
  name: "course_handed_over",
  audience: "staff",
  mandatory: false,
  mail: "daily",
  variables: CourseHandedOver,
  sample: (text) => ({ ...sampleCourse(text), by: text, byId: 1 }),
  title: (say) => say("A course was handed over to you"),
  own: {
    names: { course: names.course, by: names.by },
    values: (_, { course, by }) => ({ course, by }),
    slots: { courseId: 1, courseType: "online", course: "{course}", by: "{by}", byId: null },
  },
  words: ({ say }, { by, course, courseId }) => ({
    subject: say("{course} is yours now", { course }),
    lines: [
      ...(by === null ? [] : [say("{by} handed it over to you.", { by })]),
      say("You say who else edits it, and are told when somebody else publishes it."),
    ],
    action: { label: say("Open the course"), to: `/author/courseEditor/${courseId}` },
  }),
};
