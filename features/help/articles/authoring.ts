import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens of an author's courses. */
export const authoringArticle: Article = {
  group: "authors",
  title: msg`Your courses as an author`,
  summary: msg`The dashboard shows the courses that changed last, My Courses all of them, with the people in them.`,
  parts: [
    {
      heading: msg`Create a course`,
      steps: [
        msg`Choose “Create a Course” and the type. The type cannot be changed later.`,
        msg`For an online SCORM course, choose the zip file that your authoring tool exported. It is unpacked and checked.`,
        msg`The course editor opens. The course is a draft that only authors see.`,
      ],
    },
    {
      heading: msg`Find a course`,
      text: [msg`Search, filter by status, and sort by change, title or learners.`],
    },
  ],
};
