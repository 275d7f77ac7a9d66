import { msg } from "@lingui/core/macro";
import type { Article } from "../article.ts";

/** The screen Invitations. */
export const invitationsArticle: Article = {
  group: "people",
  title: msg`Invite people`,
  summary: msg`Whom you asked in by email, and what became of it.`,
  parts: [
    {
      heading: msg`Send invitations`,
      steps: [
        msg`Press “Invite people” and enter one email or a pasted list.`,
        msg`Choose a role, groups, and how long the link works, then send it.`,
      ],
      text: [msg`Whoever opens the link chooses a name and a password and belongs to the portal.`],
    },
    {
      heading: msg`Afterwards`,
      text: [
        msg`The list says which invitations were sent, opened, accepted or could not be delivered. Send one again or withdraw it while it was not accepted.`,
      ],
    },
  ],
};
