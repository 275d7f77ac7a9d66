import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Find Users. */
export const findUsersArticle: Article = {
  group: "people",
  title: msg`Find people`,
  summary: msg`The people that you look after, with search, filters and actions for many at once.`,
  parts: [
    {
      heading: msg`Find`,
      text: [
        msg`Search for a name or an email, or part of it. Filters narrow by role and status; “Conditions” asks for anything that the portal knows of people. Choose the columns that you want to see.`,
        msg`What is shown can be kept as a view under a name, pinned to the tabs, and shared.`,
      ],
    },
    {
      heading: msg`Do something for many`,
      steps: [
        msg`Tick people, or all that match.`,
        msg`Choose an action, for instance to enrol them, set a field or put them into a group.`,
        msg`Read what changes for whom, and who is left out, before you confirm.`,
      ],
      text: [msg`Most actions can be undone for some days, from the message afterwards or from the jobs.`],
    },
  ],
};
