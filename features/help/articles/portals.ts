import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screens Select Portal, Open a portal, and the page of a portal. */
export const portalsArticle: Article = {
  group: "system",
  title: msg`All portals: entering, opening and running them`,
  summary: msg`For system admins: the portals of the installation, their addresses, and new ones.`,
  parts: [
    {
      heading: msg`Enter a portal`,
      text: [
        msg`Press Enter beside its name. You need no membership. Its audit log says that you came, and where you are no member the visit ends by itself after some hours (SESSION_VISIT_HOURS, 4 unless changed).`,
      ],
    },
    {
      heading: msg`Open a portal`,
      steps: [
        msg`Press Open a portal and enter its name. A short name and an address are suggested.`,
        msg`Choose a portal as the template, if you want, and tick what is copied. People, groups, courses, records and secrets never are.`,
        msg`Enter the email of its first admin, and open it.`,
      ],
      text: [msg`All of it happens or nothing: what is wrong or taken is said at its field.`],
    },
    {
      heading: msg`Addresses of a portal`,
      text: [
        msg`A portal can have several host names. Emails lead to the primary one, which cannot be removed before another one is primary.`,
        msg`Where addresses by short names are set up, people reach every portal by its short name too, without an entry here. Changing the short name changes that address.`,
        msg`The check asks name servers and the address itself at this moment: whether it resolves, leads to this portal, has a good certificate, and whether mail goes to the same name.`,
      ],
    },
    {
      heading: msg`Tell everybody something`,
      text: [
        msg`Press System announcement on Select Portal. What you write stands on the sign-in pages of all portals, and for whoever is signed in below the header until they put it away. Without dates it stands from now on, until you empty it.`,
        msg`With a maintenance, people read when it is in their own time, and how long it is until then. It goes by itself when it is over.`,
      ],
    },
    {
      heading: msg`Suspend a portal`,
      text: [
        msg`A suspended portal answers nobody and says so. Its sessions end, no mail leaves it, and nothing in it is deleted. You can bring it back at any time.`,
      ],
    },
  ],
};
