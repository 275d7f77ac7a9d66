import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Student History. */
export const historyArticle: Article = {
  group: "everybody",
  title: msg`Your history`,
  summary: msg`Every time that you took a course, with result and study time. Nothing is ever removed.`,
  parts: [
    {
      heading: msg`Find a result`,
      text: [msg`Search for the course, or filter by year and result.`],
    },
    {
      heading: msg`Take it with you`,
      text: [msg`What the filters show can be exported as a table (CSV), and the history can be printed as a sheet with your name.`],
    },
  ],
};
