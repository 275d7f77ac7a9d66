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
        msg`Press “Invite people” and enter one email, a pasted list, or a CSV file of up to 5,000.`,
        msg`Choose a role, groups, and how long the link works, then send it. For more than 50 you first see who is new, invited already, here already, on the email blacklist, or written wrongly; the rest then runs as a job.`,
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
