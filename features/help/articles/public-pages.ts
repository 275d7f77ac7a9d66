import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Public pages. */
export const publicPagesArticle: Article = {
  group: "admins",
  title: msg`Public pages`,
  summary: msg`Contact, copyright and privacy are linked at the bottom of every page, before signing in too.`,
  parts: [
    {
      heading: msg`Write a page`,
      steps: [
        msg`Choose the page. On Contact, give the ways in which the portal is reached.`,
        msg`Write the text in one language or in each. People read it in theirs, or else in the one that it has. Without any text, the product's own is shown.`,
        msg`Save the draft, and look at how visitors will see it.`,
        msg`Publish it. What was published before stays in the list, and can be taken as the draft again.`,
      ],
    },
  ],
};
