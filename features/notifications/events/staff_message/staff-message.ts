import * as z from "zod/mini";
import { needed, type NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const Message = z.object({
  /** Who writes. byId: their number, so that the name goes when they are erased. */
  by: z.nullable(z.string()),
  byId: z.nullable(z.int()),
  subject: z.string(),
  body: z.string(),
});

const linesOf = (body: string) => body.split("\n").filter((line) => line.trim() !== "");

/** Somebody who looks after people writes to them, in their own words. Subject: the action, so that each is told once to everybody. */
export const staffMessage: NotificationEvent<z.infer<typeof Message>> = {
  name: "staff_message",
  audience: "everyone",
  mandatory: false,
  mail: "instant",
  variables: Message,
  sample: (text) => ({ by: text, byId: 1, subject: text, body: `${text}\n\n${text}` }),
  title: (say) => say("Somebody who looks after you writes to you"),
  hasCopies: true,
  own: {
    names: { subject: names.subject, message: needed(names.message), by: names.by },
    values: (_, { subject, body, by }) => ({ subject, message: linesOf(body), by }),
    slots: { by: "{by}", byId: null, subject: "{subject}", body: "{message}" },
  },
  words: ({ say }, { by, subject, body }) => ({
    subject,
    lines: [...linesOf(body), ...(by === null ? [] : [say("Sent by {by}", { by })])],
    action: { label: say("Go to your dashboard"), to: "/student/dashboard" },
  }),
};
