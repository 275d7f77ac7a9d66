import * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";
import { needed, type NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const changes = [
  "totp_added",
  "totp_removed",
  "recovery_made",
  "recovery_used",
  "passkey_added",
  "passkey_removed",
  "passkey_copied",
  "reset",
] as const;
const FactorChanged = z.object({ at: z.string(), change: z.enum(changes), by: z.nullable(z.string()), reason: z.string() });
export type FactorChange = (typeof changes)[number];

function changeOf(say: Say, change: FactorChange, by: string | null): string {
  const what: Record<FactorChange, string> = {
    totp_added: say("An authenticator app was added to your account."),
    totp_removed: say("The authenticator app was removed from your account."),
    recovery_made: say("New recovery codes were made for your account. The older ones no longer work."),
    recovery_used: say("Somebody signed in to your account with a recovery code. It does not work again."),
    passkey_added: say("A passkey was added to your account."),
    passkey_removed: say("A passkey was removed from your account."),
    passkey_copied: say("Somebody used a copy of one of your passkeys. It opens nothing any more: remove it and make a new one."),
    reset: by
      ? say("{by} removed your second factor. From now on your password is enough, until you set one up again.", { by })
      : say("Your second factor was removed by whoever runs the server. From now on your password is enough, until you set one up again."),
  };
  return what[change];
}

/** Something about the second factor of an account changed. by: who did it, where it was not the person. Occurrence: when. */
export const factorChanged: NotificationEvent<z.infer<typeof FactorChanged>> = {
  name: "factor_changed",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: FactorChanged,
  sample: (text) => ({ at: "2026-11-23T08:00:00Z", change: "reset", by: text, reason: text }),
  title: (say) => say("Your second factor was changed"),
  own: {
    names: { change: needed(names.change), by: names.by, reason: names.reason, when: names.when },
    values: (teller, { at, change, by, reason }) => ({ change: changeOf(teller.say, change, by), by, reason, when: teller.moment(at) }),
    offered: (say) => ({
      subject: say("Your second factor was changed"),
      lines: [
        "{change}",
        say("Reason: {reason}", { reason: "{reason}" }),
        say("This happened on {when}. If you know nothing of it, tell an administrator of the portal at once.", { when: "{when}" }),
      ],
    }),
  },
  words: ({ say, moment }, { at, change, by, reason }) => ({
    subject: say("Your second factor was changed"),
    lines: [
      changeOf(say, change, by),
      ...(reason ? [say("Reason: {reason}", { reason })] : []),
      say("This happened on {when}. If you know nothing of it, tell an administrator of the portal at once.", { when: moment(at) }),
    ],
    action: { label: say("Open my account"), to: "/student/myAccount" },
  }),
};
