import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Password Change. */
export const passwordArticle: Article = {
  group: "everybody",
  title: msg`Change your password`,
  summary: msg`You choose a new password and are signed out in your other browsers.`,
  parts: [
    {
      heading: msg`How to do it`,
      steps: [
        msg`Enter the password that you have now.`,
        msg`Choose a new one. A few unrelated words are easy to remember and hard to guess; passwords that are known to be stolen are refused.`,
      ],
    },
    {
      heading: msg`When it has to be`,
      text: [
        msg`A portal can ask for a new password after some time, and can refuse those that you had before. It then tells you so here.`,
      ],
    },
  ],
};
