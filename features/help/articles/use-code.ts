import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Use a code. */
export const useCodeArticle: Article = {
  group: "everybody",
  title: msg`Use a code`,
  summary: msg`A code from a letter, a poster or a colleague gives you courses, groups or a role.`,
  parts: [
    {
      heading: msg`How to do it`,
      steps: [
        msg`Type the code as it is written, or open its link. Capital letters and dashes do not matter.`,
        msg`Look at what it gives.`,
        msg`Press “Use this code”.`,
      ],
    },
    {
      heading: msg`It is refused`,
      text: [msg`A code can be used up, over, or meant for other people. The page says which; whoever gave it to you can help.`],
    },
  ],
};
