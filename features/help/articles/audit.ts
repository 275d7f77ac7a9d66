import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Audit log. */
export const auditArticle: Article = {
  group: "admins",
  title: msg`Audit log`,
  summary: msg`Who did what, when, as whom and to whom, in this portal. Nobody changes or removes an entry.`,
  parts: [
    {
      heading: msg`Find an entry`,
      text: [msg`Choose the time, search for people and actions, and open an entry for what was before and after.`],
    },
    {
      heading: msg`Check the record`,
      text: [
        msg`The check finds any entry that was changed, removed or slipped in. Keep the value of the last seal elsewhere to prove the record later.`,
      ],
    },
  ],
};
