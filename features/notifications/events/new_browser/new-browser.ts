import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const NewBrowser = z.object({ at: z.string(), device: z.string(), ip: z.string() });

/** Somebody signed in in a browser that was not seen with this account before. Occurrence: the browser. */
export const newBrowser: NotificationEvent<z.infer<typeof NewBrowser>> = {
  name: "new_browser",
  audience: "everyone",
  mandatory: true,
  mail: "instant",
  variables: NewBrowser,
  sample: (text) => ({ at: "2026-11-23T08:00:00Z", device: text, ip: "192.0.2.7" }),
  title: (say) => say("A sign-in in a new browser"),
  own: {
    names: { when: names.when, device: names.device, ip: names.ip },
    values: ({ say, moment }, { at, device, ip }) => ({ when: moment(at), device: device || say("an unknown browser"), ip }),
    slots: { at: "{when}", device: "{device}", ip: "{ip}" },
  },
  words: ({ say, moment }, { at, device, ip }) => ({
    subject: say("You signed in in a new browser"),
    lines: [
      device
        ? say("On {when} somebody signed in to your account with {device}, from the address {ip}.", { when: moment(at), device, ip })
        : say("On {when} somebody signed in to your account from the address {ip}.", { when: moment(at), ip }),
      say("If this was you, there is nothing to do. If it was not, change your password at once; that signs everybody else out."),
    ],
    action: { label: say("Open my account"), to: "/student/myAccount" },
  }),
};
