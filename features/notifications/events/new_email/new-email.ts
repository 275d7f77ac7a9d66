import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const NewEmail = z.object({ key: z.string(), until: z.string() });

/** A letter to the address that somebody wants as the email of their account, with the link that proves it is theirs. */
export const newEmail: NotificationEvent<z.infer<typeof NewEmail>> = {
  name: "new_email",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: NewEmail,
  sample: (text) => ({ key: text, until: "2026-11-23T08:30:00Z" }),
  title: (say) => say("Link that confirms a new email"),
  secrets: ["key"],
  own: {
    names: { until: names.until },
    values: ({ moment }, { until }) => ({ until: moment(until) }),
    slots: { key: "", until: "{until}" },
  },
  words: ({ say, moment, link }, { key, until }) => ({
    subject: say("Confirm your new email"),
    lines: [
      say("Somebody wants to sign in with this email from now on."),
      say("The link works once, until {when}.", { when: moment(until) }),
      say("If this was not you, there is nothing to do: without the link nothing changes."),
    ],
    action: { label: say("Confirm my new email"), to: link("/auth/email", key) },
  }),
};
