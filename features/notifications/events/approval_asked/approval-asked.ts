import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { CourseFacts, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

const ApprovalAsked = z.extend(CourseFacts, { by: z.nullable(z.string()), byId: z.nullable(z.int()) });

/** An author asks for a look at a course before it is published. Occurrence: the step of the review. */
export const approvalAsked: NotificationEvent<z.infer<typeof ApprovalAsked>> = {
  name: "approval_asked",
  audience: "staff",
  mandatory: false,
  mail: "daily",
  variables: ApprovalAsked,
  sample: (text) => ({ ...sampleCourse(text), by: text, byId: 1 }),
  title: (say) => say("An author asks you to look a course over"),
  hasCopies: true,
  own: {
    names: { course: names.course, by: names.by },
    values: (_, { course, by }) => ({ course, by }),
    slots: { courseId: 1, courseType: "online", course: "{course}", by: "{by}", byId: null },
  },
  words: ({ say }, { by, course, courseId }) => ({
    subject: say("{course} waits to be looked over", { course }),
    lines: [...(by === null ? [] : [say("{by} asks for it.", { by })]), say("Approve it, or give it back with what is to be changed.")],
    action: { label: say("Look it over"), to: `/student/courseReview/${courseId}` },
  }),
};
