import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Admin Dashboard. */
export const adminDashboardArticle: Article = {
  group: "admins",
  title: msg`The dashboard of an administrator`,
  summary: msg`How the portal stands: people, learning, mail, registrations and jobs.`,
  parts: [
    {
      heading: msg`What the figures are for`,
      text: [
        msg`Each number opens the list of what it counts. Begin with those that ask for something: registrations that wait, courses whose authors wait for approval, mails that failed, jobs that failed, people with something overdue.`,
      ],
    },
  ],
};
