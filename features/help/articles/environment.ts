import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Environment. */
export const environmentArticle: Article = {
  group: "everybody",
  title: msg`Environment`,
  summary: msg`See which portal, roles, language, time zone and browser you work with, and copy it for whoever helps you.`,
  parts: [
    {
      heading: msg`Open it`,
      text: [
        msg`In the Help Center choose “Check my computer”, then “Environment”; or type “Environment” into the quick search. Nothing can be changed there.`,
      ],
    },
    {
      heading: msg`What stands there`,
      text: [
        msg`The portal and its address, the version of the product, your number, your roles and what they let you do, the language and the time zone in which you see the portal.`,
        msg`What your browser says of itself, and whether it has what courses need: cookies, storage, a clock that is right, and a way to the host on which packages of courses play.`,
        msg`Whoever changes the settings of the portal also sees each setting with where it comes from.`,
      ],
    },
    {
      heading: msg`Give it to somebody who helps you`,
      steps: [
        msg`Choose “Copy for support”.`,
        msg`Put it into your question or your email. It has neither your name nor your email address, and nothing that lets anybody in.`,
        msg`Leave the request id in it: by that, the people who run the server find the moment in their log.`,
      ],
    },
  ],
};
