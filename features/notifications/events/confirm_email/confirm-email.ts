import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const ConfirmEmail = z.object({ key: z.string(), until: z.string() });

/** A letter with a link that confirms the email of somebody who registered. It says nothing that they typed: it may go to a stranger. */
export const confirmEmail: NotificationEvent<z.infer<typeof ConfirmEmail>> = {
  name: "confirm_email",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: ConfirmEmail,
  sample: (text) => ({ key: text, until: "2026-11-23T08:30:00Z" }),
  title: (say) => say("Link that confirms an email"),
  secrets: ["key"],
  own: {
    names: { until: names.until },
    values: ({ moment }, { until }) => ({ until: moment(until) }),
    slots: { key: "", until: "{until}" },
  },
  words: ({ say, moment, link }, { key, until }) => ({
    subject: say("Confirm your email"),
    lines: [
      say("Confirm that this is your email, and your registration goes on."),
      say("The link works once, until {when}.", { when: moment(until) }),
      say("If this was not you, there is nothing to do: without the link there is no account."),
    ],
    action: { label: say("Confirm my email"), to: link("/auth/register", key) },
  }),
};
