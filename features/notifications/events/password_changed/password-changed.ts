import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const PasswordChanged = z.object({ at: z.string() });

/** The password of the account was changed. Occurrence: when. */
export const passwordChanged: NotificationEvent<z.infer<typeof PasswordChanged>> = {
  name: "password_changed",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: PasswordChanged,
  sample: () => ({ at: "2026-11-23T08:00:00Z" }),
  title: (say) => say("Your password was changed"),
  own: {
    names: { when: names.when },
    values: ({ moment }, { at }) => ({ when: moment(at) }),
    slots: { at: "{when}" },
  },
  words: ({ say, moment }, { at }) => ({
    subject: say("Your password was changed"),
    lines: [
      say("The password of your account was changed on {when}.", { when: moment(at) }),
      say("If this was you, there is nothing to do. If it was not, tell an administrator of the portal at once."),
    ],
    action: { label: say("Open my account"), to: "/student/myAccount" },
  }),
};
