import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Course Catalog, with My Courses. */
export const coursesArticle: Article = {
  group: "everybody",
  title: msg`Find your courses, and new ones`,
  summary: msg`My Courses has what you are enrolled in, the Course Catalog everything that this portal offers.`,
  parts: [
    {
      heading: msg`My Courses`,
      text: [
        msg`The tabs part your courses by how you stand: what to do, what is in progress, what is completed. Filters find what is overdue or due in seven days. Each course says why you have it.`,
      ],
    },
    {
      heading: msg`Course Catalog`,
      steps: [
        msg`Search for words of a course, or browse by category.`,
        msg`Narrow the list by duration, type and your own enrolment.`,
        msg`Open a course to read about it, and enrol if it is open to you.`,
      ],
    },
  ],
};
