import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Quick Links. */
export const quickLinksArticle: Article = {
  group: "admins",
  title: msg`Quick links`,
  summary: msg`Where people often go, on their dashboard: which links there are, in which order, and for whom.`,
  parts: [
    {
      heading: msg`Add a quick link`,
      steps: [
        msg`Write its title, in one language or in each. People read it in theirs, or else in the one that it has.`,
        msg`Write where it leads: an address that begins with https or mailto, or a path of this portal such as /v/course/catalog/categories. Other addresses are not taken.`,
        msg`Choose a picture, and whether it opens in a new tab.`,
        msg`Choose everybody, or whoever fits a condition. How many people that is now is said at once.`,
        msg`Leave the language open, or choose one: then only those who read the portal in it have the link.`,
        msg`Give it a beginning, an end or both, by the clocks of the time zone that you choose. Outside these dates it stays in this list only.`,
      ],
    },
    {
      heading: msg`Signed links`,
      text: [
        msg`A signed link tells its receiver who opens it. Use one only for a receiver that you trust.`,
        msg`Write variables in braces into its address; the form lists them.`,
        msg`Its secret is shown once, when you save it. Give it to those who look after the receiver. A renewed one ends it at once.`,
        msg`How it is checked is in docs/signed-links.md.`,
      ],
    },
    {
      heading: msg`Put them in order`,
      text: [
        msg`Drag a link by its handle, use the arrows of its row, or press Alt with the up or down arrow. People see the new order at once.`,
        msg`A deleted link can be brought back from the message that says so.`,
      ],
    },
    {
      heading: msg`Whether they are used, and lead somewhere`,
      text: [
        msg`Each link says how often it was followed from the dashboard in the last thirty days. Who followed it is not recorded.`,
        msg`Once a week each link is checked. Where nothing is found twice in a row, the second time a day later, it is marked as a dead link, with when and why. You can check one at any time.`,
        msg`Only public addresses are asked. A link into your own network works for the people who are in it, and says that it cannot be checked.`,
      ],
    },
    {
      heading: msg`Where people find them`,
      text: [
        msg`The student dashboard has them in a part of its own, which is left out for somebody who has none. It can be moved and hidden with the cog.`,
      ],
    },
  ],
};
