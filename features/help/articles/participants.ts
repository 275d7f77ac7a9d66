import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Participants. */
export const participantsArticle: Article = {
  group: "people",
  title: msg`The people in a course`,
  summary: msg`Who is enrolled in a course and how they stand.`,
  parts: [
    {
      heading: msg`Enrol people`,
      steps: [
        msg`Choose the course.`,
        msg`Press “Enrol people” and say whom: people by name, a group, a condition, or a pasted list of addresses.`,
        msg`Give a due date and an end of access if there are any, and read what changes before you confirm.`,
      ],
    },
    {
      heading: msg`Change many`,
      text: [msg`Tick people to change the due date, exempt them, mark the course complete or end their enrolment.`],
    },
  ],
};
