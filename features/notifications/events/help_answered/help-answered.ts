import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const Answered = z.object({ questionId: z.int(), askedAt: z.string() });

/** A question of somebody's has an answer. Neither stands in the mail: both can be about what is nobody else's. Subject: the question; occurrence: the answer. */
export const helpAnswered: NotificationEvent<z.infer<typeof Answered>> = {
  name: "help_answered",
  audience: "everyone",
  mandatory: false,
  mail: "instant",
  variables: Answered,
  sample: () => ({ questionId: 1, askedAt: "2026-11-23T09:30:00Z" }),
  title: (say) => say("A question of yours was answered"),
  own: {
    names: { when: names.when },
    values: ({ moment }, { askedAt }) => ({ when: moment(askedAt) }),
    slots: { questionId: 1, askedAt: "{when}" },
  },
  words: ({ say, moment }, { questionId, askedAt }) => ({
    subject: say("Your question was answered"),
    lines: [say("You asked for help on {when}. The people who run the portal have answered.", { when: moment(askedAt) })],
    action: { label: say("Read the answer"), to: `/users/helpcenter?question=${questionId}` },
  }),
};
