import { eventNamed } from "#features/notifications/events.ts";
import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import type { Log } from "#platform/log.ts";
import { sendOutside } from "#platform/outside.ts";
import { leaveLane, nextIn, takeLanes, writeAttempt, type Attempt, type Lane, type Next } from "./lanes.ts";
import { emptyOutbox } from "./outbox.ts";
import { bodyOf, testEvent } from "./payload.ts";
import { openedSecret, signatureOf } from "./signing.ts";

export interface WebhookWorkDeps {
  readonly databases: Databases;
  readonly config: Pick<Config, "secret" | "webhookInner">;
  readonly log: Pick<Log, "warn">;
  /** The clock; tests have their own. */
  readonly now?: () => Date;
  /** How long a receiver may take; tests hurry it. */
  readonly milliseconds?: number;
  /** Aborted when the worker is to stop: what is being sent is finished, and nothing more is begun. */
  readonly stopping?: AbortSignal;
}

/** Webhooks to which one worker sends at the same time; what it sends to each, and for how long it begins more, before others have their turn. */
const atOnce = 6;
const inOneTurn = 50;
const turnMilliseconds = 3_000;
const usualMilliseconds = 10_000;
/** Characters of an answer that are kept where it is no success. */
const mostCharacters = 200;

/** One round: makes deliveries of new events and sends what is due. Gives how much was seen to. */
export async function workOnWebhooks(deps: WebhookWorkDeps): Promise<number> {
  const { databases, now = () => new Date() } = deps;
  const fresh = await emptyOutbox(databases);
  const lanes = await databases.inSystemUntimed("take webhooks", (db) => takeLanes(db, now(), atOnce));
  const sent = await Promise.all(lanes.map((lane) => sendAlong(deps, lane)));
  return fresh + sent.reduce((sum, count) => sum + count, 0);
}

/** Sends what is due to one webhook, one after the other. Gives how much. */
async function sendAlong(deps: WebhookWorkDeps, lane: Lane): Promise<number> {
  const { databases, now = () => new Date() } = deps;
  const begun = performance.now();
  let count = 0;
  try {
    let goesOn = true;
    while (goesOn && count < inOneTurn && performance.now() - begun < turnMilliseconds && !deps.stopping?.aborted) {
      const next = await databases.inSystemUntimed("look what is due to a webhook", (db) => nextIn(db, lane, now()));
      if (!next) break;
      // No transaction is open while others are asked.
      const attempt = await send(deps, lane, next);
      count++;
      goesOn = await databases.inSystemUntimed("write what a webhook answered", (db) => writeAttempt(db, lane, next, attempt, now()));
    }
  } finally {
    await databases.inSystemUntimed("give a webhook back", (db) => leaveLane(db, lane));
  }
  return count;
}

const notSent = (problem: "no_source" | "secret"): Attempt => ({
  status: null,
  milliseconds: null,
  problem,
  detail: "",
  isFinal: true,
  isGone: false,
  isAsked: false,
});

/** Sends one delivery and says what came of it. */
async function send(
  { config, now = () => new Date(), milliseconds = usualMilliseconds }: WebhookWorkDeps,
  lane: Lane,
  next: Next,
): Promise<Attempt> {
  const body = textOf(next);
  if (body === null) return notSent("no_source");
  const { portalId, id } = lane;
  const { format, sealed, address } = next;
  const secret = sealed && openedSecret(config.secret, { portalId, webhookId: id }, sealed);
  if (secret === null && format === "json") return notSent("secret");
  const begun = performance.now();
  const answer = await sendOutside(address, body, {
    inner: config.webhookInner,
    milliseconds,
    mostCharacters,
    headers:
      format === "json" && secret !== null
        ? { "stoa-event": next.event, "stoa-event-id": next.eventId, "stoa-signature": signatureOf(body, { secret, now: now() }) }
        : {},
  });
  const took = { milliseconds: Math.round(performance.now() - begun), isFinal: false, isAsked: true };
  if (answer.kind !== "answer") return { ...took, status: null, problem: answer.kind, detail: "", isGone: false };
  const { status, detail } = answer;
  const isTaken = status >= 200 && status < 300;
  return { ...took, status, problem: isTaken ? null : "status", detail, isGone: status === 410 };
}

/** The text of a delivery; null where what it tells of is not there any more. */
function textOf(next: Next): string | null {
  const { format, event, eventId, occurredAt, userId, email, name, portalName, host, locale, timeZone } = next;
  if (next.variables === null && event !== testEvent) return null;
  const isOfSomebody = event !== testEvent && !eventNamed(event)?.hasCopies && email !== null;
  return bodyOf(format, {
    event,
    eventId,
    occurredAt,
    portal: { name: portalName, host, locale, timeZone },
    person: isOfSomebody ? { id: userId, email, name } : null,
    variables: next.variables,
  });
}

/** How often a worker looks for deliveries by itself, in milliseconds. */
const lookMs = 2_000;

/** Sees to the webhooks until it is closed; closing waits for what is being sent. */
export function keepDelivering(deps: WebhookWorkDeps) {
  const closing = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let working = Promise.resolve();
  const look = () => {
    working = workOnWebhooks({ ...deps, stopping: closing.signal })
      .catch((error: unknown) => {
        deps.log.warn({ part: "webhooks", err: error }, "Webhooks could not be seen to.");
        return 0;
      })
      .then((seen) => {
        if (!closing.signal.aborted) timer = setTimeout(look, seen > 0 ? 0 : lookMs);
      });
  };
  look();
  return {
    async close() {
      closing.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
