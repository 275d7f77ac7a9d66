import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";

const MailTest = z.object({ at: z.string() });

/** A letter: an admin tries out whether mail arrives. */
export const mailTest: NotificationEvent<z.infer<typeof MailTest>> = {
  name: "mail_test",
  audience: "staff",
  mandatory: false,
  mail: "instant",
  variables: MailTest,
  sample: () => ({ at: "2026-11-23T08:00:00Z" }),
  title: (say) => say("Test message"),
  own: null,
  words: ({ say, moment }, { at }) => ({
    subject: say("Mail of this portal arrives"),
    lines: [say("You asked for this message on {when}. Mail to the people of the portal takes the same way.", { when: moment(at) })],
    action: { label: say("Open the email settings"), to: "/admin/emailSettings" },
  }),
};
