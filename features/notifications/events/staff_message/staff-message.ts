import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";

const Message = z.object({
  /** Who writes. byId: their number, so that the name goes when they are erased. */
  by: z.nullable(z.string()),
  byId: z.nullable(z.int()),
  subject: z.string(),
  body: z.string(),
});

/** Somebody who looks after people writes to them, in their own words. Subject: the action, so that each is told once to everybody. */
export const staffMessage: NotificationEvent<z.infer<typeof Message>> = {
  name: "staff_message",
  audience: "everyone",
  mandatory: false,
  mail: "instant",
  variables: Message,
  sample: (text) => ({ by: text, byId: 1, subject: text, body: `${text}\n\n${text}` }),
  title: (say) => say("Somebody who looks after you writes to you"),
  words: ({ say }, { by, subject, body }) => ({
    subject,
    lines: [...body.split("\n").filter((line) => line.trim() !== ""), ...(by === null ? [] : [say("Sent by {by}", { by })])],
    action: { label: say("Go to your dashboard"), to: "/student/dashboard" },
  }),
};
