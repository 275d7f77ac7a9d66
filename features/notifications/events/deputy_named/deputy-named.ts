import * as z from "zod/mini";
import type { NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const DeputyNamed = z.object({ by: z.string(), from: z.string(), until: z.string() });

/** A manager named somebody who stands in while they are away. Subject: the first assignment; occurrence: once. */
export const deputyNamed: NotificationEvent<z.infer<typeof DeputyNamed>> = {
  name: "deputy_named",
  audience: "staff",
  mandatory: false,
  mail: "instant",
  variables: DeputyNamed,
  sample: (text) => ({ by: text, from: "2026-11-23T08:00:00Z", until: "2026-12-01T22:59:59Z" }),
  title: (say) => say("You stand in for somebody"),
  own: {
    names: { by: names.by, from: names.firstMoment, until: names.lastMoment },
    values: ({ moment }, { by, from, until }) => ({ by, from: moment(from), until: moment(until) }),
    slots: { by: "{by}", from: "{from}", until: "{until}" },
  },
  words: ({ say, moment }, { by, from, until }) => ({
    subject: say("You stand in for {by}", { by }),
    lines: [
      say("From {from} until {until} you are a manager of the people whom {by} looks after.", {
        by,
        from: moment(from),
        until: moment(until),
      }),
      say("You can end it earlier in your account, and {by} on the dashboard of managers.", { by }),
    ],
    // The dashboard of managers is theirs to open while their days last; My account has them always.
    action: { label: say("Open my account"), to: "/student/myAccount" },
  }),
};
