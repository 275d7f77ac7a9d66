import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Settings. */
export const settingsArticle: Article = {
  group: "admins",
  title: msg`Settings of the portal`,
  summary: msg`How people get in, what learners may do, and what holds for the whole portal.`,
  parts: [
    {
      heading: msg`Change a setting`,
      steps: [
        msg`Search for a word of what it does.`,
        msg`Change it. Each setting shows what it is without your change and whether it was set here.`,
        msg`Save. All changes are saved together.`,
      ],
    },
    {
      heading: msg`Take settings elsewhere`,
      text: [msg`The settings can be exported as a file and imported into another portal. You see what would change before you save.`],
    },
  ],
};
