import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const ReviewTold = z.object({
  courseId: z.int(),
  course: z.string(),
  commentId: z.int(),
  what: z.enum(["comment", "reply", "assigned", "resolved"]),
  by: z.nullable(z.string()),
  byId: z.nullable(z.int()),
});

/** Something happened to a comment on a course that concerns somebody. What was written does not stand in the mail. Subject: the comment; occurrence: what happened. */
export const reviewTold: NotificationEvent<z.infer<typeof ReviewTold>> = {
  name: "review_told",
  audience: "everyone",
  mandatory: false,
  mail: "instant",
  variables: ReviewTold,
  sample: (text) => ({ courseId: 1, course: text, commentId: 1, what: "comment", by: text, byId: 1 }),
  title: (say) => say("A comment on a course concerns you"),
  hasCopies: true,
  own: {
    names: { course: names.course, by: names.by },
    values: (_, { course, by }) => ({ course, by }),
    offered: (say) => ({
      subject: say("News about comments on {course}", { course: "{course}" }),
      lines: [say("By {by}.", { by: "{by}" })],
    }),
  },
  words: ({ say }, { course, by, courseId, commentId, what }) => ({
    subject: {
      comment: say("New comment on {course}", { course }),
      reply: say("New reply about {course}", { course }),
      assigned: say("A comment on {course} is yours to deal with", { course }),
      resolved: say("A comment on {course} was resolved", { course }),
    }[what],
    lines: by === null ? [] : [say("By {by}.", { by })],
    action: { label: say("Open the review"), to: `/student/courseReview/${courseId}?comment=${commentId}` },
  }),
};
