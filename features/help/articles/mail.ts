import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Mail. */
export const mailArticle: Article = {
  group: "admins",
  title: msg`The mail that the portal sent`,
  summary: msg`Every message to people of this portal, as it was sent, and what became of it.`,
  parts: [
    {
      heading: msg`A message did not arrive`,
      steps: [
        msg`Search for the person or the subject.`,
        msg`Read its state: it waits, was sent, was refused, or was held back, with the reason.`,
        msg`Open it to read it as it was sent, and what the mail server said.`,
      ],
    },
  ],
};
