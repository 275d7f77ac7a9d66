import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";

/** How many a portal has. */
export const mostWebhooks = 20;
/** How often an event is sent to a webhook that does not take it. */
export const mostAttempts = 8;
/** Days for which deliveries are listed (docs/retention.md). */
export const keptDays = 30;

/** json: the event with its variables, signed; slack, teams: a message to a channel. */
export const webhookFormats = ["json", "slack", "teams"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** The events of the catalogue by whom they are about: learners, authors, staff, the account of somebody; and letters, which are mail alone. */
export const eventGroups = ["learners", "authors", "staff", "everyone", "letters"] as const;
export type EventGroup = (typeof eventGroups)[number];

export const WebhookTerms = z.object({
  name: z.string().check(z.trim(), z.minLength(1, words("Write a name.")), z.maxLength(60, words("Use at most {maximum} characters."))),
  address: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, words("Write an address.")),
      z.maxLength(1000, words("Use at most {maximum} characters.")),
      z.refine(isWebAddress, words("Write an address that begins with https://, without a name or a password before the server.")),
    ),
  format: z.enum(webhookFormats),
  /** The names of events; null: all, those of later versions too. */
  events: z.nullable(
    z.array(z.string().check(z.maxLength(41))).check(z.minLength(1, words("Choose one event at least.")), z.maxLength(100)),
  ),
  isOn: z.boolean(),
});
export type WebhookTerms = z.infer<typeof WebhookTerms>;

/** Whether it is an address of the web without a name or a password in it. */
function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, hostname } = new URL(address);
  return ["https:", "http:"].includes(protocol) && username === "" && password === "" && hostname !== "";
}

/** Why a webhook turned itself off. gone: its receiver answered 410; failing: nothing had arrived for a day. */
export const offReasons = ["gone", "failing"] as const;
export type OffReason = (typeof offReasons)[number];

/** waiting: it is sent, again after a failure. withheld: the webhook was turned off before. */
export const deliveryStates = ["waiting", "sent", "failed", "withheld"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Why something did not arrive. status: the answer was no success; inner: it leads into a network that is not public; redirects: it leads on; secret: it cannot be signed;
 * no_source: what it tells of is not there any more; off: the webhook was turned off.
 */
export const deliveryProblems = [
  "status",
  "inner",
  "redirects",
  "unknown_host",
  "unreachable",
  "timeout",
  "certificate",
  "secret",
  "no_source",
  "off",
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

export const Webhook = z.extend(WebhookTerms, {
  id: z.int(),
  revision: z.int(),
  offReason: z.nullable(z.enum(offReasons)),
  /** Since when every attempt failed; null when the last one went well. */
  failingSince: z.nullable(z.string()),
  /** When something was sent last, however it went. */
  lastAt: z.nullable(z.string()),
  waiting: z.int(),
  secretMadeAt: z.nullable(z.string()),
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook as it was saved. secret: where one was made, what signs its deliveries; it is never told again. */
export const SavedWebhook = z.extend(Webhook, { secret: z.nullable(z.string()) });
export type SavedWebhook = z.infer<typeof SavedWebhook>;

export const EventChoice = z.object({ event: z.string(), title: z.string(), group: z.enum(eventGroups) });
export type EventChoice = z.infer<typeof EventChoice>;

export const listWebhooks = endpoint({
  method: "GET",
  path: "/rest/webhooks",
  // MAIL-1, X-4
  summary: "The webhooks of the portal by name, how each stands, and the events that they can take.",
  response: z.object({ rows: z.array(Webhook), events: z.array(EventChoice) }),
});

export const createWebhook = endpoint({
  method: "POST",
  path: "/rest/webhooks",
  summary: "Adds a webhook. The secret that signs its deliveries is told this one time.",
  body: WebhookTerms,
  response: SavedWebhook,
});

const params = z.object({ webhookId: z.coerce.number().check(z.int(), z.positive()) });
export const saveWebhook = endpoint({
  method: "PUT",
  path: "/rest/webhooks/:webhookId",
  summary: "Changes a webhook. Turned off, what waits for it is withheld; turned on, it begins without failures.",
  params,
  body: z.extend(WebhookTerms, { revision: z.int().check(z.gte(0), z.lte(2 ** 30)) }),
  response: Webhook,
});

export const renewWebhookSecret = endpoint({
  method: "POST",
  path: "/rest/webhooks/:webhookId/secret",
  summary: "Gives a webhook another secret, told this one time. The one before signs nothing from now on.",
  params,
  response: SavedWebhook,
});

export const removeWebhook = endpoint({
  method: "POST",
  path: "/rest/webhooks/:webhookId/remove",
  summary: "Removes a webhook with the log of its deliveries.",
  params,
  response: z.object({ id: z.int() }),
});

export const testWebhook = endpoint({
  method: "POST",
  path: "/rest/webhooks/:webhookId/test",
  summary: "Sends a test to a webhook, as the next of its deliveries.",
  params,
  response: z.object({ deliveryId: z.int() }),
});

export const Delivery = z.object({
  id: z.int(),
  event: z.string(),
  /** What the event is called, in the language of the person asking. */
  eventTitle: z.string(),
  /** By which the receiver knows it: the same however often it is sent. */
  eventId: z.string(),
  state: z.enum(deliveryStates),
  occurredAt: z.string(),
  attempts: z.int(),
  attemptedAt: z.nullable(z.string()),
  /** When it is sent next; for those that wait. */
  dueAt: z.string(),
  status: z.nullable(z.int()),
  milliseconds: z.nullable(z.int()),
  problem: z.nullable(z.enum(deliveryProblems)),
  /** The first words of an answer that was no success. */
  detail: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof Delivery>;

export const deliveryList = listOf({
  sorts: ["-created", "created"],
  sort: "-created",
  filters: { state: oneOf(deliveryStates) },
  pageSize: 25,
});

export const listDeliveries = endpoint({
  method: "GET",
  path: "/rest/webhooks/:webhookId/deliveries",
  summary: "What was sent to a webhook in the last thirty days, or waits, newest first, and what became of it.",
  params,
  query: listQuery(deliveryList),
  response: listPage(Delivery, { webhook: Webhook }),
});

export const repeatDelivery = endpoint({
  method: "POST",
  path: "/rest/webhooks/:webhookId/deliveries/:deliveryId/repeat",
  summary: "Sends a delivery once more, under the same event id.",
  params: z.extend(params, { deliveryId: z.coerce.number().check(z.int(), z.positive()) }),
  response: z.object({ deliveryId: z.int() }),
});
