import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Course Details. */
export const courseArticle: Article = {
  group: "everybody",
  title: msg`The page of a course`,
  summary: msg`What a course is about, what it takes to complete it, and how you stand in it.`,
  parts: [
    {
      heading: msg`Before you begin`,
      text: [
        msg`The overview says what you will be able to do and how long it takes. Requirements names what is needed to start and to complete, and what of it you meet already.`,
      ],
    },
    {
      heading: msg`Enrol, start, go on`,
      text: [
        msg`One button does what comes next: it enrols you, starts the course, or goes on where you stopped. If it is missing, the page says why, for instance that somebody has to enrol you.`,
      ],
    },
    {
      heading: msg`Later`,
      text: [
        msg`My attempts lists each time that you took the course. If you enrolled yourself and have not started yet, you can leave the course again.`,
      ],
    },
  ],
};
