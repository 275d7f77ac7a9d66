import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const EmailChangeAsked = z.object({ at: z.string(), email: z.string() });

/** A letter to the present address of an account for which another one was asked. email: the new one, masked. */
export const emailChangeAsked: NotificationEvent<z.infer<typeof EmailChangeAsked>> = {
  name: "email_change_asked",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: EmailChangeAsked,
  sample: (text) => ({ at: "2026-11-23T08:00:00Z", email: text }),
  title: (say) => say("Another email was asked for"),
  own: {
    names: { when: names.when, email: names.email },
    values: ({ moment }, { at, email }) => ({ when: moment(at), email }),
    slots: { at: "{when}", email: "{email}" },
  },
  words: ({ say, moment }, { at, email }) => ({
    subject: say("Your email is about to change"),
    lines: [
      say("On {when} somebody with your password asked that your account uses {email} from now on.", { when: moment(at), email }),
      say("If this was you, there is nothing to do here: open the link that went to the new email."),
      say("If it was not, choose a new password now. That stops the change and signs everybody out."),
    ],
    action: { label: say("Choose a new password"), to: "/auth/forgot" },
  }),
};
