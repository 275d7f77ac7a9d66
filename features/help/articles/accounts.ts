import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Admin User Details. */
export const accountsArticle: Article = {
  group: "system",
  title: msg`An account over all portals`,
  summary: msg`For system admins: one person’s account, and the portals that it belongs to.`,
  parts: [
    {
      heading: msg`What you can do`,
      text: [
        msg`Add the account to a portal, deactivate it there or bring it back, open the person’s page in a portal, and sign the person out everywhere.`,
      ],
    },
  ],
};
