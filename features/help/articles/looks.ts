import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Who looked as you. */
export const looksArticle: Article = {
  group: "everybody",
  title: msg`Who looked as you`,
  summary: msg`Admins can see the portal as you see it, to help you. This list has each time.`,
  parts: [
    {
      heading: msg`What each line says`,
      text: [
        msg`Who looked, from when to when, and whether they could only look or also change things. Passwords, rights and learning stay closed to them.`,
      ],
    },
  ],
};
