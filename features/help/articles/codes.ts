import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens of authorization codes. */
export const codesArticle: Article = {
  group: "people",
  title: msg`Authorization codes`,
  summary: msg`Codes that people open by a link or type, and what they get by them: groups, courses, fields, a role.`,
  parts: [
    {
      heading: msg`Make a code`,
      steps: [
        msg`Press “Make a code”, give it a name and say what it gives. Below it stands what a person using it gets.`,
        msg`Say who can use it, how often and when: new people, domains of emails, seats, from and until.`,
        msg`Choose one code for all, or a batch of codes that work once each.`,
      ],
      text: [msg`Copy the link, print a sheet with a QR code, or take a batch away as a table.`],
    },
    {
      heading: msg`Pause or end a code`,
      text: [
        msg`A paused code gives nothing until you activate it again. An ended one never works again; what it gave can be taken back, as far as nobody changed it since.`,
        msg`Who used it says who came by the code, what they got and what was taken back.`,
      ],
    },
  ],
};
