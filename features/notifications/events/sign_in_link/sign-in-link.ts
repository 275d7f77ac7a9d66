import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const SignInLink = z.object({ key: z.string(), until: z.string() });

/** A letter with a link to sign in, which somebody asked for who knows this address. */
export const signInLink: NotificationEvent<z.infer<typeof SignInLink>> = {
  name: "sign_in_link",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: SignInLink,
  sample: (text) => ({ key: text, until: "2026-11-23T08:30:00Z" }),
  title: (say) => say("Link to sign in"),
  secrets: ["key"],
  own: {
    names: { until: names.until },
    values: ({ moment }, { until }) => ({ until: moment(until) }),
    slots: { key: "", until: "{until}" },
  },
  words: ({ say, moment, link }, { key, until }) => ({
    subject: say("Sign in"),
    lines: [
      say("Somebody asked for a link to sign in with this email."),
      say("The link works once, until {when}.", { when: moment(until) }),
      say("If this was not you, there is nothing to do: nobody gets in without the link. Pass it on to nobody."),
    ],
    action: { label: say("Sign in"), to: link("/auth/link", key) },
  }),
};
