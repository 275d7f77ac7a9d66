import * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";
import { needed, type NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const Answered = z.object({ approved: z.boolean(), reason: z.string(), returnUrl: z.nullable(z.string()) });

const answerOf = (say: Say, approved: boolean) =>
  approved ? say("Your registration was approved.") : say("Your registration was looked at, and nobody was added.");

/** A letter to somebody who registered: they are in, or not and why. */
export const registrationAnswered: NotificationEvent<z.infer<typeof Answered>> = {
  name: "registration_answered",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: Answered,
  sample: (text) => ({ approved: false, reason: text, returnUrl: null }),
  title: (say) => say("Answer to a registration"),
  own: {
    names: { answer: needed(names.answer), reason: names.reason },
    values: ({ say }, { approved, reason }) => ({ answer: answerOf(say, approved), reason }),
    offered: (say) => ({
      subject: say("Answer to your registration"),
      lines: ["{answer}", say("The reason given: {reason}", { reason: "{reason}" })],
    }),
  },
  words: ({ say }, { approved, reason, returnUrl }) => ({
    subject: approved ? say("You can sign in now") : say("Your registration was declined"),
    lines: [answerOf(say, approved), ...(reason ? [say("The reason given: {reason}", { reason })] : [])],
    // Whoever was declined has nothing to sign in to.
    action: approved
      ? { label: say("Sign in"), to: `/auth/login${returnUrl ? `?ReturnUrl=${encodeURIComponent(returnUrl)}` : ""}` }
      : { label: say("Contact the portal"), to: "/about/contact" },
  }),
};
