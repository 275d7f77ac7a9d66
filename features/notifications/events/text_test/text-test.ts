import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";

const TextTest = z.object({
  subject: z.string(),
  lines: z.array(z.string()),
  label: z.string(),
  /** The link of the letter that is tried out, without a secret. */
  to: z.string(),
  after: z.array(z.string()),
  hasLink: z.boolean(),
});

/** A letter: an admin tries out a text of their own, filled with examples, exactly as it would arrive. */
export const textTest: NotificationEvent<z.infer<typeof TextTest>> = {
  name: "text_test",
  audience: "staff",
  mandatory: false,
  mail: "instant",
  variables: TextTest,
  sample: (text) => ({ subject: text, lines: [text], label: text, to: "/auth/login", after: [text], hasLink: true }),
  title: (say) => say("Test of an email"),
  own: null,
  words: (_, { subject, lines, label, to, after, hasLink }) => ({
    subject,
    lines,
    action: { label, to },
    after,
    ...(!hasLink && { hasNoLink: true }),
  }),
};
