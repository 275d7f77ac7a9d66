import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const EmailChanged = z.object({ at: z.string(), email: z.string() });

/** A letter to the former address of an account, after the change. email: the new one, masked. */
export const emailChanged: NotificationEvent<z.infer<typeof EmailChanged>> = {
  name: "email_changed",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: EmailChanged,
  sample: (text) => ({ at: "2026-11-23T08:00:00Z", email: text }),
  title: (say) => say("Your email was changed"),
  own: {
    names: { when: names.when, email: names.email },
    values: ({ moment }, { at, email }) => ({ when: moment(at), email }),
    slots: { at: "{when}", email: "{email}" },
  },
  words: ({ say, moment }, { at, email }) => ({
    subject: say("Your email was changed"),
    lines: [
      say("Since {when} your account uses {email}. You sign in with it, and mail goes there.", { when: moment(at), email }),
      say("If you know nothing of it, tell an administrator of the portal at once."),
    ],
    action: { label: say("Contact the portal"), to: "/about/contact" },
  }),
};
