import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Courses of admins and managers. */
export const portalCoursesArticle: Article = {
  group: "staff",
  title: msg`Courses`,
  summary: msg`All courses of the portal, with how many people are enrolled, in progress, done and overdue.`,
  parts: [
    {
      heading: msg`Finding courses`,
      text: [
        msg`Search, filter by status, type, category, owner and language, and choose the columns. A view keeps search, filters and columns under a name; you can share it with others who see this list.`,
        msg`“Waiting for approval” under Approval lists the courses whose authors ask for one, who asked and when. A title leads to where you approve the course or give it back. Whoever approves courses without seeing all of the portal's has this list on their dashboard.`,
        msg`“Owner has left” under Owner lists the courses that nobody owns any more.`,
        msg`Managers see the numbers of the people they look after; administrators see everybody's.`,
      ],
    },
    {
      heading: msg`Changing many at once`,
      text: [
        msg`Administrators choose courses, or all that match, and change their owner, categories, place in the catalog or who can enrol. You see what would change first, and can undo it for seven days.`,
        msg`Who has a course keeps it when it is taken out of the catalog. A copy is a draft of yours with everything that the authors made, without versions and people.`,
      ],
    },
  ],
};
