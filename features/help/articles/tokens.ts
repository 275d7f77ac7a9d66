import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens API tokens and Calls of the API. */
export const tokensArticle: Article = {
  group: "everybody",
  title: msg`API tokens`,
  summary: msg`Let a program read or change something in this portal for you, and take that back.`,
  parts: [
    {
      heading: msg`Make a token`,
      steps: [
        msg`In My account, open API tokens and choose Make a token.`,
        msg`Give it the name of the program, tick what it may do, and choose how long it works.`,
        msg`Copy the token into the program. It is shown only this once.`,
      ],
    },
    {
      heading: msg`What a token can do`,
      text: [
        msg`Only what you ticked, only in this portal, and never more than you may do yourself at that moment. It never signs in, sets passwords, gives rights or looks as somebody else. The log names the token beside what a program changed.`,
        msg`Each token has a number of calls a minute. A program that makes more is told how long to wait.`,
      ],
    },
    {
      heading: msg`When it ends`,
      text: [
        msg`A token ends on its day, when you or an admin revoke it, when you leave the portal, and when your password, email or second factor is changed. Then make a new one.`,
      ],
    },
    {
      heading: msg`Find a call`,
      text: [
        msg`Calls of the API lists each call with what it takes, what it answers, its scope and an example. The OpenAPI document has the same for tools.`,
      ],
    },
  ],
};
