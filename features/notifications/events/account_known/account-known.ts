import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";

const Nothing = z.object({});

/** A letter to somebody who has an account, with whose email somebody registered. */
export const accountKnown: NotificationEvent<z.infer<typeof Nothing>> = {
  name: "account_known",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: Nothing,
  sample: () => ({}),
  title: (say) => say("Registration with an email that has an account"),
  own: {
    names: {},
    values: () => ({}),
    slots: {},
  },
  words: ({ say }) => ({
    subject: say("You already have an account"),
    lines: [
      say("Somebody registered with this email. It has an account already, and nothing was changed."),
      say("If this was you, sign in. If you forgot your password, ask for a new one there."),
    ],
    action: { label: say("Sign in"), to: "/auth/login" },
  }),
};
