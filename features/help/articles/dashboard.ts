import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Student Dashboard. */
export const dashboardArticle: Article = {
  group: "everybody",
  title: msg`Your dashboard`,
  summary: msg`What to do next, what is due and what is new, on one page.`,
  parts: [
    {
      heading: msg`Go on learning`,
      text: [
        msg`The first card is the course to go on with: it says the lesson where you stopped, and its button takes you there. Below it are your other courses, the most pressing first.`,
      ],
    },
    {
      heading: msg`Due, new and completed`,
      text: [
        msg`Other parts show what has a due date, the newest courses of the catalog, the portal’s announcement, its quick links, and how much you completed.`,
      ],
    },
    {
      heading: msg`Arrange it`,
      steps: [
        msg`Press the cog at the top, “Arrange widgets”.`,
        msg`Switch parts on or off, and move them by dragging, with the buttons, or with Alt and the arrow keys. It is saved at once.`,
        msg`Required courses and due dates by month are off at first. What your portal has locked stays as it is; Reset gives you your portal’s own arrangement again.`,
      ],
    },
  ],
};
