import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const Asked = z.object({
  questionId: z.int(),
  /** Who asks. byId: their number, so that the name goes when they are erased. */
  by: z.nullable(z.string()),
  byId: z.nullable(z.int()),
});

/** Somebody asks for help, or writes again. Subject: the question; occurrence: the message. */
export const helpAsked: NotificationEvent<z.infer<typeof Asked>> = {
  name: "help_asked",
  audience: "staff",
  mandatory: false,
  mail: "daily",
  variables: Asked,
  sample: (text) => ({ questionId: 1, by: text, byId: 1 }),
  title: (say) => say("Somebody asks for help"),
  hasCopies: true,
  own: {
    names: { by: names.by },
    values: (_, { by }) => ({ by }),
    slots: { questionId: 1, by: "{by}", byId: null },
  },
  words: ({ say }, { questionId, by }) => ({
    subject: by === null ? say("Somebody asks for help") : say("{by} asks for help", { by }),
    lines: [say("The question waits for an answer.")],
    action: { label: say("Read the question"), to: `/portal/questions/${questionId}` },
  }),
};
