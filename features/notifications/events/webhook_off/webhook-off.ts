import * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";
import { needed, type NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const WebhookOff = z.object({ webhookId: z.int(), name: z.string(), why: z.enum(["gone", "failing"]) });

const reason = (say: Say, why: z.infer<typeof WebhookOff>["why"]) =>
  why === "gone"
    ? say("Its receiver answered that it is not there any more.")
    : say("For more than a day its receiver has taken nothing that was sent to it.");

/** A webhook turned itself off, and its portal's admins look into it. Subject: the webhook; occurrence: when. */
export const webhookOff: NotificationEvent<z.infer<typeof WebhookOff>> = {
  name: "webhook_off",
  audience: "staff",
  mandatory: false,
  mail: "instant",
  variables: WebhookOff,
  sample: (text) => ({ webhookId: 1, name: text, why: "failing" }),
  title: (say) => say("A webhook turned itself off"),
  hasCopies: true,
  own: {
    names: { webhook: names.webhook, result: needed(names.result) },
    values: ({ say }, { name, why }) => ({ webhook: name, result: reason(say, why) }),
    offered: (say) => ({
      subject: say("The webhook {name} is off", { name: "{webhook}" }),
      lines: ["{result}", say("Nothing is sent to it until you turn it on again.")],
    }),
  },
  words: ({ say }, { webhookId, name, why }) => ({
    subject: say("The webhook {name} is off", { name }),
    lines: [reason(say, why), say("Nothing is sent to it until you turn it on again.")],
    action: { label: say("See its deliveries"), to: `/admin/webhooks/${webhookId}` },
  }),
};
