import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const Asked = z.object({ name: z.string(), email: z.string() });

/** Somebody registered and waits to be let in. Occurrence: once. */
export const registrationAsked: NotificationEvent<z.infer<typeof Asked>> = {
  name: "registration_asked",
  audience: "staff",
  mandatory: false,
  mail: "daily",
  variables: Asked,
  sample: (text) => ({ name: text, email: `${text}@example.org` }),
  title: (say) => say("Somebody wants to join"),
  hasCopies: true,
  own: {
    names: { name: names.name, address: names.address },
    values: (_, { name, email }) => ({ name, address: email }),
    slots: { name: "{name}", email: "{address}" },
  },
  words: ({ say }, { name, email }) => ({
    subject: say("{name} wants to join", { name }),
    lines: [say("{name} ({email}) has registered and waits to be let in.", { name, email })],
    action: { label: say("See who waits"), to: "/users/registrations?state=waiting" },
  }),
};
