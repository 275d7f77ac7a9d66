import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Registrations. */
export const registrationsArticle: Article = {
  group: "people",
  title: msg`Registrations`,
  summary: msg`Who made an account for themselves, and who waits to be let in.`,
  parts: [
    {
      heading: msg`Let people in`,
      text: [msg`Choose registrations and let them in or decline them. They are told by email, with your words if you write some.`],
    },
    {
      heading: msg`Who may register`,
      text: [
        msg`An administrator says whether nobody, everybody, or people with approval get in, which email domains are allowed, what is asked, and which terms hold.`,
      ],
    },
  ],
};
