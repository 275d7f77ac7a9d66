import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";

const Asked = z.object({ questionId: z.int() });

/** A letter to the portal's contact address, where it has one: somebody asks for help. It names nobody, for a mailbox is read by whoever has it. */
export const helpContact: NotificationEvent<z.infer<typeof Asked>> = {
  name: "help_contact",
  audience: "staff",
  mandatory: false,
  mail: "instant",
  variables: Asked,
  sample: () => ({ questionId: 1 }),
  title: (say) => say("A question for the portal's contact address"),
  own: {
    names: {},
    values: () => ({}),
    slots: { questionId: 1 },
  },
  words: ({ say }, { questionId }) => ({
    subject: say("Somebody asks for help"),
    lines: [say("A question waits for an answer in the portal. Sign in to read it; an answer to this email reaches nobody.")],
    action: { label: say("Read the question"), to: `/portal/questions/${questionId}` },
  }),
};
