import * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";
import { needed, type NotificationEvent } from "../../event.ts";
import { CourseFacts, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

export const publicationHindrances = ["not_ready", "not_approved", "unchanged", "not_allowed", "other"] as const;
const PublicationFailed = z.extend(CourseFacts, { why: z.enum(publicationHindrances) });

const reason = (say: Say, why: (typeof publicationHindrances)[number]) => {
  switch (why) {
    case "not_ready":
      return say("The draft had errors at that time. Mend them, then publish it.");
    case "not_approved":
      return say("The draft was not approved as it was at that time. Ask for a review, then publish it.");
    case "unchanged":
      return say("The draft was the same as the current version, so there was nothing to publish.");
    case "not_allowed":
      return say("Whoever scheduled it may not publish this course any more.");
    case "other":
      return say("It could not be published as it was scheduled. Look at the draft, then publish it.");
  }
};

/** A course was not published at its time. Occurrence: that time. */
export const publicationFailed: NotificationEvent<z.infer<typeof PublicationFailed>> = {
  name: "publication_failed",
  audience: "authors",
  mandatory: false,
  mail: "instant",
  variables: PublicationFailed,
  sample: (text) => ({ ...sampleCourse(text), why: "not_ready" }),
  title: (say) => say("Your course was not published at its time"),
  hasCopies: true,
  own: {
    names: { course: names.course, result: needed(names.result) },
    values: ({ say }, { course, why }) => ({ course, result: reason(say, why) }),
    offered: (say) => ({
      subject: say("{course} was not published", { course: "{course}" }),
      lines: ["{result}", say("Learners go on with what is published now.")],
    }),
  },
  words: ({ say }, { course, courseId, why }) => ({
    subject: say("{course} was not published", { course }),
    lines: [reason(say, why), say("Learners go on with what is published now.")],
    action: { label: say("Open the editor"), to: `/author/courseEditor/${courseId}` },
  }),
};
