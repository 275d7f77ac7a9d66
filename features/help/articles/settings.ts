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
      heading: msg`Seats`,
      text: [
        msg`A portal can have a number of seats: how many people can be active in it at once. Whoever runs the installation sets it; you see how many are taken. Everybody who is active takes one, and who is deactivated, merged or erased takes none.`,
        msg`When 80, 95 and 100 % are taken, the admins of the portal are told. When none is left, nobody new is added, registers or comes back until you deactivate people who have left, or there are more seats. Fewer seats than are taken deactivate nobody.`,
      ],
    },
    {
      heading: msg`Take settings elsewhere`,
      text: [msg`The settings can be exported as a file and imported into another portal. You see what would change before you save.`],
    },
  ],
};
