import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Contact, Copyright and Privacy. */
export const aboutArticle: Article = {
  group: "everybody",
  title: msg`Who runs this portal`,
  summary: msg`Contact, copyright and privacy are linked at the bottom of every page, before signing in too.`,
  parts: [
    {
      heading: msg`Contact`,
      text: [
        msg`The page names email, telephone and address of the people who answer questions about courses and accounts, as far as the portal has given them.`,
      ],
    },
    {
      heading: msg`Privacy`,
      text: [msg`It says what the portal keeps about you. To have something corrected, write to the contact.`],
    },
  ],
};
