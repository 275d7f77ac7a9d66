import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const Invitation = z.object({ key: z.string(), until: z.string(), portal: z.string() });

/** A letter with a link with which the person chooses a password; an admin sent it, to them or to many at once. */
export const passwordInvitation: NotificationEvent<z.infer<typeof Invitation>> = {
  name: "password_invitation",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: Invitation,
  sample: (text) => ({ key: text, until: "2026-11-30T08:30:00Z", portal: text }),
  title: (say) => say("Link to choose a password"),
  secrets: ["key"],
  own: {
    names: { until: names.until },
    values: ({ moment }, { until }) => ({ until: moment(until) }),
    slots: { key: "", until: "{until}", portal: "{portal}" },
  },
  words: ({ say, moment, link }, { key, until, portal }) => ({
    subject: say("Choose your password for {portal}", { portal }),
    lines: [
      say("You have an account at {portal}. With this link you choose its password.", { portal }),
      say("The link works once, until {when}.", { when: moment(until) }),
      say("If it is over, ask for a new one on the sign-in page, under Forgot password."),
    ],
    action: { label: say("Choose a password"), to: link("/auth/reset", key) },
  }),
};
