import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const ReviewAsked = z.object({ courseId: z.int(), course: z.string(), by: z.nullable(z.string()), byId: z.nullable(z.int()) });

/** Somebody was named as a reviewer of a course. Subject: the course; occurrence: when. */
export const reviewAsked: NotificationEvent<z.infer<typeof ReviewAsked>> = {
  name: "review_asked",
  audience: "everyone",
  mandatory: false,
  mail: "instant",
  variables: ReviewAsked,
  sample: (text) => ({ courseId: 1, course: text, by: text, byId: 1 }),
  title: (say) => say("You are asked to review a course"),
  own: {
    names: { course: names.course, by: names.by },
    values: (_, { course, by }) => ({ course, by }),
    slots: { courseId: 1, course: "{course}", by: "{by}", byId: null },
  },
  words: ({ say }, { course, by, courseId }) => ({
    subject: say("Please review {course}", { course }),
    lines: [
      ...(by === null ? [] : [say("{by} asks you to review it.", { by })]),
      say("Look through the course and write comments where something should change. Nothing you do there is recorded as learning."),
    ],
    action: { label: say("Open the review"), to: `/student/courseReview/${courseId}` },
  }),
};
