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
        msg`An online course starts empty, with a template, or with a document.`,
        msg`For an online SCORM course, choose the zip file that your authoring tool exported. It is unpacked and checked.`,
        msg`The course editor opens. The course is a draft that only authors see.`,
      ],
    },
    {
      heading: msg`Start with a template`,
      text: [
        msg`Starters have chapters and pages with boxes that say what to write; delete each box when it is done. Templates of the portal are courses that an author offers as one, in the settings under “Where it is found”. Yours begins as a copy that belongs to you.`,
      ],
    },
    {
      heading: msg`Start with a document`,
      text: [
        msg`A Word document, Markdown, a web page or a pasted text becomes chapters and pages: the first level of headings begins chapters, the second pages. You see them before the course is created, and a document that cannot be read creates none.`,
      ],
    },
    {
      heading: msg`Several packages at once`,
      text: [
        msg`Choose several zip files, or drop them there: each becomes a course of its own, one after the other. One that is refused says why, and the others go on. “Stop the upload” keeps the courses that were created.`,
      ],
    },
    {
      heading: msg`Copy, take out or delete`,
      text: [
        msg`The menu of a course makes a copy that belongs to you, takes it out of the catalog, or deletes it. Only one that no learner has touched can be deleted, and then it is gone; whoever has a course that is taken out keeps it.`,
      ],
    },
    {
      heading: msg`Find a course`,
      text: [msg`Search, filter by status, and sort by change, title or learners.`],
    },
  ],
};
