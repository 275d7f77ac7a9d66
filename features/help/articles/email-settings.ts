import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Email Settings and Email Blacklist. */
export const emailSettingsArticle: Article = {
  group: "admins",
  title: msg`How the portal sends email`,
  summary: msg`What mail tells of, who it comes from, when it leaves, and to whom it never goes.`,
  parts: [
    {
      heading: msg`Settings`,
      text: [
        msg`Switch off what should be told in the bell alone. Set sender and answer address, quiet hours, and the most messages in an hour. Messages that protect accounts are always sent.`,
        msg`“Send me a test message” shows whether it works; what becomes of the message is in the log of mail.`,
      ],
    },
    {
      heading: msg`Addresses that get nothing`,
      text: [
        msg`An address comes to the blacklist when a mail server refuses it for good, or when you add it. Take it off when it works again.`,
      ],
    },
  ],
};
