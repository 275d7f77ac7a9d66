import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import { CourseFacts, courseAddress, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

const SignOffDecided = z.extend(CourseFacts, { page: z.string(), isMet: z.boolean(), note: z.string() });

/** An assessor decided on what a learner showed (EDT-14). Occurrence: when. */
export const signOffDecided: NotificationEvent<z.infer<typeof SignOffDecided>> = {
  name: "sign_off_decided",
  audience: "learners",
  mandatory: false,
  mail: "instant",
  variables: SignOffDecided,
  sample: (text) => ({ ...sampleCourse(text), page: text, isMet: false, note: text }),
  title: (say) => say("An assessor decided on a sign-off"),
  own: {
    names: { course: names.course },
    values: (_, { course }) => ({ course }),
    slots: { courseId: 1, courseType: "online", course: "{course}", page: "", isMet: true, note: "" },
  },
  words: ({ say }, { course, page, isMet, note, ...about }) => ({
    subject: isMet ? say("Signed off in {course}", { course }) : say("Not signed off yet in {course}", { course }),
    lines: [...(page === "" ? [] : [say("It is about the page {page}.", { page })]), ...(note === "" ? [] : [note])],
    action: { label: say("See the course"), to: courseAddress(about) },
  }),
};
