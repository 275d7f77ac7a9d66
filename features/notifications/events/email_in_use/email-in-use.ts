import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";

const Nothing = z.object({});

/** A letter to an address that has an account, which somebody wanted for another account. */
export const emailInUse: NotificationEvent<z.infer<typeof Nothing>> = {
  name: "email_in_use",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: Nothing,
  sample: () => ({}),
  title: (say) => say("Change to an email that has an account"),
  own: {
    names: {},
    values: () => ({}),
    slots: {},
  },
  words: ({ say }) => ({
    subject: say("Your email stays with your account"),
    lines: [
      say("Somebody wanted this email for another account. It belongs to an account already, and nothing was changed."),
      say("If this was you, sign in with this email, or choose another one for the other account."),
    ],
    action: { label: say("Sign in"), to: "/auth/login" },
  }),
};
