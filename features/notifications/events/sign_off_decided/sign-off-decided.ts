import * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";
import { needed, type NotificationEvent } from "../../event.ts";
import { CourseFacts, courseAddress, sampleCourse } from "../course-facts.ts";
import * as names from "../text-names.ts";

const SignOffDecided = z.extend(CourseFacts, { page: z.string(), isMet: z.boolean(), note: z.string() });

const answerOf = (say: Say, isMet: boolean) => (isMet ? say("It is signed off.") : say("It is not signed off yet."));
const linesOf = (note: string) => note.split("\n").filter((line) => line.trim() !== "");

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
    names: { course: names.course, answer: needed(names.answer), message: names.message },
    values: ({ say }, { course, isMet, note }) => ({ course, answer: answerOf(say, isMet), message: note === "" ? null : linesOf(note) }),
    offered: (say) => ({
      subject: say("A decision on what you showed in {course}", { course: "{course}" }),
      lines: ["{answer}", "{message}"],
    }),
  },
  words: ({ say }, { course, page, isMet, note, ...about }) => ({
    subject: isMet ? say("Signed off in {course}", { course }) : say("Not signed off yet in {course}", { course }),
    lines: [say("It is about the page {page}.", { page }), ...linesOf(note)],
    action: { label: say("See the course"), to: courseAddress(about) },
  }),
};
