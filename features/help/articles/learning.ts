import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Learning. */
export const learningArticle: Article = {
  group: "people",
  title: msg`How people stand in their courses`,
  summary: msg`What is overdue, due soon and not started, person by person.`,
  parts: [
    {
      heading: msg`Work with the list`,
      steps: [
        msg`Filter by how people stand, for instance “Something is overdue”.`,
        msg`Choose people and remind them, or enrol them in another course.`,
        msg`Filter by “Asks for a sign-off” to find who waits for an assessor. “Asks for a sign-off” in a row leads to the attempts of that person, where you sign.`,
        msg`Export what is shown as a table (CSV).`,
      ],
    },
  ],
};
