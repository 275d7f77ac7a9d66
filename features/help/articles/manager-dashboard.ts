import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Manager Dashboard. */
export const managerDashboardArticle: Article = {
  group: "people",
  title: msg`The dashboard of a manager`,
  summary: msg`The people whom you look after, how they stand, and what waits for you.`,
  parts: [
    {
      heading: msg`Figures`,
      text: [msg`Each figure opens the list of exactly the people whom it counts.`],
    },
    {
      heading: msg`My team`,
      text: [
        msg`The list says who has something overdue, due soon or not started. Choose people to remind them; everybody gets a reminder once a day at most.`,
      ],
    },
    {
      heading: msg`While you are away`,
      text: [msg`Somebody can have your role from one day to another. An administrator gives it; the page says how to get there.`],
    },
  ],
};
