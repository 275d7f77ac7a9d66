import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Likely duplicates. */
export const duplicatesArticle: Article = {
  group: "admins",
  title: msg`Likely duplicates`,
  summary: msg`People with the same name who have something else in common, such as a similar email.`,
  parts: [
    {
      heading: msg`Merge two people`,
      steps: [
        msg`Compare both, and choose which one is kept.`,
        msg`Read what goes over: enrolments, results, groups, roles.`,
        msg`Merge. It can be undone for some days.`,
      ],
    },
  ],
};
