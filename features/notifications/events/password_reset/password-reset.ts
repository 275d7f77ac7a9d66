import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const PasswordReset = z.object({ key: z.string(), until: z.string(), returnUrl: z.nullable(z.string()) });

/** A letter with a link to a new password, which somebody asked for who knows this address. */
export const passwordReset: NotificationEvent<z.infer<typeof PasswordReset>> = {
  name: "password_reset",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: PasswordReset,
  sample: (text) => ({ key: text, until: "2026-11-23T08:30:00Z", returnUrl: null }),
  title: (say) => say("Link to a new password"),
  secrets: ["key"],
  own: {
    names: { until: names.until },
    values: ({ moment }, { until }) => ({ until: moment(until) }),
    slots: { key: "", until: "{until}", returnUrl: null },
  },
  words: ({ say, moment, link }, { key, until, returnUrl }) => ({
    subject: say("Choose a new password"),
    lines: [
      say("Somebody asked for a new password for the account with this email."),
      say("The link works once, until {when}.", { when: moment(until) }),
      say("If this was not you, there is nothing to do: your password stays as it is."),
    ],
    action: {
      label: say("Choose a new password"),
      to: link(`/auth/reset${returnUrl ? `?ReturnUrl=${encodeURIComponent(returnUrl)}` : ""}`, key),
    },
  }),
};
