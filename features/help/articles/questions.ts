import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Questions and Question. */
export const questionsArticle: Article = {
  group: "people",
  title: msg`Questions`,
  summary: msg`What people ask for help with, and where you answer.`,
  parts: [
    {
      heading: msg`Answer a question`,
      steps: [
        msg`Filter the list by status or topic, or search for words and names.`,
        msg`Open a question. Under it stands what was sent along: a page, browser and screen, numbers of jobs. Nobody has to send these.`,
        msg`Write your answer and send it. Whoever asked is told by the bell and by email; the email does not have the text.`,
      ],
    },
    {
      heading: msg`Close and open again`,
      text: [
        msg`Whoever asked can close a question, and so can you. It opens again when they write again, or when you open it.`,
        msg`Administrators see the questions of everybody, managers those of the people whom they look after.`,
      ],
    },
    {
      heading: msg`Who is told of a question`,
      text: [
        msg`The bell tells the administrators. The email goes to the contact address of the portal where it has one, and otherwise to the administrators, as each has chosen.`,
      ],
    },
  ],
};
