import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";

const OfPortal = z.object({ portal: z.string() });

/** A letter to somebody with an account who became the first admin of a new portal. */
export const portalAdmin: NotificationEvent<z.infer<typeof OfPortal>> = {
  name: "portal_admin",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: OfPortal,
  sample: (text) => ({ portal: text }),
  title: (say) => say("First admin of a new portal"),
  own: {
    names: {},
    values: () => ({}),
    slots: { portal: "{portal}" },
  },
  words: ({ say }, { portal }) => ({
    subject: say("You are the first admin of {portal}", { portal }),
    lines: [say("{portal} was opened, and you are its first admin.", { portal }), say("Sign in with the account that you have.")],
    action: { label: say("Sign in"), to: "/auth/login" },
  }),
};
