import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { CourseFacts, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

const ReviewAnswered = z.extend(CourseFacts, {
  by: z.nullable(z.string()),
  byId: z.nullable(z.int()),
  isApproved: z.boolean(),
  comment: z.string(),
});

/** A course was looked over: approved, or given back. Occurrence: the step of the review. */
export const reviewAnswered: NotificationEvent<z.infer<typeof ReviewAnswered>> = {
  name: "review_answered",
  audience: "authors",
  mandatory: false,
  mail: "instant",
  variables: ReviewAnswered,
  sample: (text) => ({ ...sampleCourse(text), by: text, byId: 1, isApproved: false, comment: text }),
  title: (say) => say("Your course was looked over"),
  hasCopies: true,
  own: {
    names: { course: names.course, by: names.by },
    values: (_, { course, by }) => ({ course, by }),
    slots: { courseId: 1, courseType: "online", course: "{course}", by: "{by}", byId: null, isApproved: true, comment: "" },
  },
  words: ({ say }, { by, course, courseId, isApproved, comment }) => ({
    subject: isApproved ? say("{course} was approved", { course }) : say("{course} comes back to you", { course }),
    lines: [...(by === null ? [] : [say("{by} looked it over.", { by })]), ...(comment === "" ? [] : [comment])],
    action: { label: say("Open the editor"), to: `/author/courseEditor/${courseId}` },
  }),
};
