import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { CourseFacts, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

const CoursePublished = z.extend(CourseFacts, { by: z.nullable(z.string()), byId: z.nullable(z.int()) });

/** Somebody else published the person's course. Occurrence: the revision of the course. */
export const coursePublished: NotificationEvent<z.infer<typeof CoursePublished>> = {
  name: "course_published",
  audience: "authors",
  mandatory: false,
  mail: "instant",
  variables: CoursePublished,
  sample: (text) => ({ ...sampleCourse(text), by: text, byId: 1 }),
  title: (say) => say("Somebody else published your course"),
  own: {
    names: { course: names.course, by: names.by },
    values: (_, { course, by }) => ({ course, by }),
    slots: { courseId: 1, courseType: "online", course: "{course}", by: "{by}", byId: null },
  },
  words: ({ say }, { by, course, courseId }) => ({
    subject: say("{course} was published", { course }),
    lines: [...(by === null ? [] : [say("{by} published it.", { by })]), say("Learners can see it in the catalog now.")],
    action: { label: say("Open the editor"), to: `/author/courseEditor/${courseId}` },
  }),
};
