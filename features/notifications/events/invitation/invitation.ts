import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const Invitation = z.object({ key: z.string(), until: z.string(), portal: z.string() });

/** A letter that invites an address into a portal. It says nothing that somebody wrote to a stranger but the portal's own name (security.md 76). */
export const invitation: NotificationEvent<z.infer<typeof Invitation>> = {
  name: "invitation",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: Invitation,
  sample: (text) => ({ key: text, until: "2026-11-23T08:30:00Z", portal: text }),
  title: (say) => say("Invitation"),
  secrets: ["key"],
  own: {
    names: { until: names.until },
    values: ({ moment }, { until }) => ({ until: moment(until) }),
    slots: { key: "", until: "{until}", portal: "{portal}" },
  },
  words: ({ say, moment, link }, { key, until, portal }) => ({
    subject: say("You are invited to {portal}", { portal }),
    lines: [
      say("The people who run {portal} have invited you.", { portal }),
      say("The link is for you alone. It works once, until {when}.", { when: moment(until) }),
      say("If you did not expect this, there is nothing to do: without the link there is no account."),
    ],
    action: { label: say("Accept the invitation"), to: link("/auth/invitation", key) },
  }),
};
