import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const SignInStopped = z.object({ at: z.string(), ip: z.string() });

/** Somebody knew the password and gave wrong codes until the sign-in was stopped. Occurrence: when. */
export const signInStopped: NotificationEvent<z.infer<typeof SignInStopped>> = {
  name: "sign_in_stopped",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: SignInStopped,
  sample: () => ({ at: "2026-11-23T08:00:00Z", ip: "192.0.2.7" }),
  title: (say) => say("A sign-in was stopped at the second factor"),
  own: {
    names: { when: names.when, ip: names.ip },
    values: ({ moment }, { at, ip }) => ({ when: moment(at), ip }),
    slots: { at: "{when}", ip: "{ip}" },
  },
  words: ({ say, moment }, { at, ip }) => ({
    subject: say("A sign-in with your password was stopped"),
    lines: [
      say("On {when} somebody at the address {ip} knew how to prove your first factor and then gave wrong codes.", {
        when: moment(at),
        ip,
      }),
      say("If this was you, there is nothing to do. If it was not, change your password now."),
    ],
    action: { label: say("Change password"), to: "/auth/passwordChange" },
  }),
};
