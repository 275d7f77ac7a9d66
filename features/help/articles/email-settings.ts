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
      heading: msg`The domain of the sender`,
      text: [
        msg`“Check the domain” asks the name servers what they say of it: SPF names the servers that may send, DKIM has the key of signatures, and DMARC says what becomes of forged mail.`,
        msg`What is missing is shown as you add it where your domain is managed. Where a name server did not answer, nothing is said about the record: ask again later.`,
      ],
    },
    {
      heading: msg`What emails say`,
      text: [
        msg`Email Texts has every email. Write it in your own words, per language; an email without a text of yours says what the product says.`,
        msg`Variables in braces stand for names, dates and the button. A text with an unknown one, or without one that the email needs, is not saved.`,
        msg`Look at the preview or send yourself a test before you save. What was saved before can be taken again. An email says what holds when it leaves, also when it waited before.`,
      ],
    },
    {
      heading: msg`For single courses and groups`,
      text: [
        msg`Below each email you add a course or a group that is told in another way: with its own text in each language, or with mail switched on or off. What it has not of its own is inherited from the portal.`,
        msg`What a course has comes before what a group has, and that before the portal. Somebody in several groups that differ gets what the portal has.`,
        msg`Emails about a due date have days: how many before or after it they are sent, for the portal or a single course. Nobody gets the same one twice, also when you change the days; a due date that moves is told anew.`,
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
