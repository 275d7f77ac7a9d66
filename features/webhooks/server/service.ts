import { eventNamed, events, letters } from "#features/notifications/events.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readPage } from "#platform/list/server/page.ts";
import { type InnerAddress, isAskedPort } from "#platform/outside.ts";
import { requireActor, type Context, type Http, type OpenContext, type PortalRef } from "#platform/serve.ts";
import { deliveryList, mostWebhooks, type EventChoice, type SavedWebhook, type Webhook, type WebhookTerms } from "../contract.ts";
import type * as api from "../contract.ts";
import { setsWebhooks } from "../policy.ts";
import { testEvent } from "./payload.ts";
import * as queries from "./queries.ts";
import { StoredDelivery, type StoredWebhook } from "./queries.ts";
import { makeSecret } from "./signing.ts";

/** What making and changing webhooks has to know of the installation. */
export interface WebhookDeps {
  readonly secret: string;
  /** Addresses of an inner network to which may be sent, without https too. */
  readonly inner: readonly InnerAddress[];
}

/** A webhook as its admins see it. */
const told = ({ failingSince, lastAt, secretMadeAt, ...webhook }: StoredWebhook): Webhook => ({
  ...webhook,
  failingSince: instantOrNull(failingSince),
  lastAt: instantOrNull(lastAt),
  secretMadeAt: instantOrNull(secretMadeAt),
});

const choices = (say: Say): EventChoice[] => [
  ...events.map(({ name, audience, title }) => ({ event: name, title: title(say), group: audience })),
  ...letters.map(({ name, title }) => ({ event: name, title: title(say), group: "letters" as const })),
];

/** The webhooks of the portal, and what they can take. */
export const showWebhooks = async ({ db, portal, say }: Context): Promise<Result<typeof api.listWebhooks>> => ({
  rows: (await queries.listWebhooks(db, portal.id)).map(told),
  events: choices(say),
});

async function find(db: Db, portalId: number, id: number): Promise<StoredWebhook> {
  const found = await queries.findWebhook(db, portalId, id);
  if (!found) throw notFound("webhook", "This webhook could not be found.");
  return found;
}

/** Who sets webhooks, in a transaction of stoa_people. */
interface Setting {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: PortalRef;
  readonly http: Http;
}
async function setting<T>({ open, databases, http }: OpenContext, why: string, work: (doer: Setting) => Promise<T>): Promise<T> {
  const asked = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, setsWebhooks), portal }));
  return databases.inPeople(asked.portal.id, why, (db) => work({ ...asked, db, http }));
}
/** The same with one webhook, which nobody else changes meanwhile. Throws 404 where the portal has no such. */
const settingOne = <T>(context: OpenContext, why: string, id: number, work: (doer: Setting, before: StoredWebhook) => Promise<T>) =>
  setting(context, why, async (doer) => {
    await queries.lockWebhook(doer.db, doer.portal.id, id);
    return work(doer, await find(doer.db, doer.portal.id, id));
  });

/** Terms as they are kept. Throws 400 for an address that nothing is sent to, and for an event that is not known. */
function checked({ address, events: names, ...terms }: WebhookTerms, { inner }: WebhookDeps): WebhookTerms {
  const at = new URL(address);
  const { protocol, hostname, port, href } = at;
  const host = hostname.replace(/^\[|\]$/g, "");
  const isInner = inner.some((one) => one.address === host && String(one.port) === (port || (protocol === "https:" ? "443" : "80")));
  if (protocol !== "https:" && !isInner) throw invalid("address", "not_https", "A webhook leads to an address that begins with https://.");
  if (!isAskedPort(at, inner))
    throw invalid("address", "bad_port", "Webhooks are sent to the usual port of https only. Enter an address without a port.");
  if (names?.some((name) => !eventNamed(name))) throw invalid("events", "no_such_event", "There is no such notification.");
  return { ...terms, address: href, events: names && [...new Set(names)].toSorted() };
}

/** What the audit log says of one: of its address the server alone, because the rest may be a key. */
const facts = ({ name, address, format, events: names, isOn }: StoredWebhook) => ({
  name,
  host: new URL(address).host,
  format,
  events: names,
  isOn,
});
const objectOf = (id: number) => ({ kind: "webhook", id });

/** Makes a secret for a webhook of the portal and keeps it; gives it, to be told once. */
async function newSecret({ db, portal }: Setting, webhookId: number, ofServer: string): Promise<string> {
  const { secret, sealed } = makeSecret(ofServer, { portalId: portal.id, webhookId });
  await queries.writeSecret(db, portal.id, webhookId, sealed);
  return secret;
}

/** Adds a webhook. Throws 409 when the portal has as many as it can, and 400 as `checked` does. */
export const createWebhook = (context: OpenContext, terms: WebhookTerms, deps: WebhookDeps): Promise<SavedWebhook> =>
  setting(context, "a webhook is added", async (doer) => {
    const { db, portal } = doer;
    const id = await queries.insertWebhook(db, portal.id, checked(terms, deps));
    if (id === undefined)
      throw conflict("too_many_webhooks", "A portal has {most} webhooks at most. Remove one first.", { most: mostWebhooks });
    const secret = await newSecret(doer, id, deps.secret);
    const made = await find(db, portal.id, id);
    await note(doer, { action: "webhook_added", object: objectOf(id), after: facts(made) });
    return { ...told(made), secret };
  });

/** Changes a webhook. Throws 409 when it was changed since the revision named, and 400 as `checked` does. */
export const saveWebhook = (
  context: OpenContext,
  id: number,
  { revision, ...terms }: Parsed<typeof api.saveWebhook>["body"],
  deps: WebhookDeps,
): Promise<Webhook> =>
  settingOne(context, "a webhook is changed", id, async (doer, before) => {
    const { db, portal } = doer;
    if (before.revision !== revision) throw conflict("webhook_changed", "Somebody else changed this webhook meanwhile. Load it again.");
    const wanted = checked(terms, deps);
    const beginsAnew = (wanted.isOn && !before.isOn) || wanted.address !== before.address;
    await queries.updateWebhook(db, portal.id, id, wanted, beginsAnew);
    if (!wanted.isOn) await queries.withholdWaiting(db, portal.id, id);
    const after = await find(db, portal.id, id);
    await note(doer, {
      action: "webhook_changed",
      object: objectOf(id),
      before: facts(before),
      after: { ...facts(after), addressChanged: before.address !== after.address },
    });
    return told(after);
  });

/** Gives a webhook another secret in place of the one that it has. */
export const renewSecret = (context: OpenContext, id: number, { secret: ofServer }: WebhookDeps): Promise<SavedWebhook> =>
  settingOne(context, "the secret of a webhook is renewed", id, async (doer, before) => {
    const secret = await newSecret(doer, id, ofServer);
    const after = told(await find(doer.db, doer.portal.id, id));
    await note(doer, {
      action: "webhook_secret_renewed",
      object: objectOf(id),
      before: { secretMadeAt: told(before).secretMadeAt },
      after: { secretMadeAt: after.secretMadeAt },
    });
    return { ...after, secret };
  });

/** Removes a webhook with the log of its deliveries. */
export const removeWebhook = (context: OpenContext, id: number): Promise<Result<typeof api.removeWebhook>> =>
  settingOne(context, "a webhook is removed", id, async (doer, before) => {
    await queries.deleteWebhook(doer.db, doer.portal.id, id);
    await note(doer, { action: "webhook_removed", object: objectOf(id), before: facts(before) });
    return { id };
  });

/** Throws 409 for a webhook that is off: nothing is sent to it. */
function requireOn({ isOn }: StoredWebhook) {
  if (!isOn) throw conflict("webhook_off", "This webhook is off. Turn it on first.");
}

/** Puts a test among what is sent to a webhook. Throws 409 for one that is off. */
export const sendTest = (context: OpenContext, id: number): Promise<Result<typeof api.testWebhook>> =>
  settingOne(context, "a webhook is tested", id, async (doer, webhook) => {
    requireOn(webhook);
    const deliveryId = await queries.insertTest(doer.db, doer.portal.id, id, testEvent);
    await note(doer, { action: "webhook_tested", object: objectOf(id) });
    return { deliveryId };
  });

/** Sends a delivery once more. Throws 404 for one that the webhook does not have, and 409 where it is off. */
export const repeatDelivery = (
  context: OpenContext,
  { webhookId, deliveryId }: Parsed<typeof api.repeatDelivery>["params"],
): Promise<Result<typeof api.repeatDelivery>> =>
  settingOne(context, "a delivery is repeated", webhookId, async (doer, webhook) => {
    requireOn(webhook);
    if (!(await queries.resetDelivery(doer.db, { portalId: doer.portal.id, webhookId, deliveryId })))
      throw notFound("delivery", "This delivery could not be found.");
    await note(doer, { action: "webhook_delivery_repeated", object: objectOf(webhookId), after: { delivery: deliveryId } });
    return { deliveryId };
  });

const titleOf = (say: Say, event: string) => (event === testEvent ? say("Test") : (eventNamed(event)?.title(say) ?? event));

/** What was sent to a webhook, or waits. Throws 404 for one of another portal. */
export async function showDeliveries(
  { db, portal, say }: Context,
  { webhookId }: Parsed<typeof api.listDeliveries>["params"],
  query: Parsed<typeof api.listDeliveries>["query"],
): Promise<Result<typeof api.listDeliveries>> {
  const webhook = told(await find(db, portal.id, webhookId));
  const sizes = { page: query.page, pageSize: deliveryList.pageSize };
  const found = await readPage(db, StoredDelivery, sizes, queries.deliveriesOf({ portalId: portal.id, webhookId }, query));
  return {
    ...found,
    webhook,
    rows: found.rows.map((row) => ({
      ...row,
      eventTitle: titleOf(say, row.event),
      occurredAt: instant(row.occurredAt),
      attemptedAt: instantOrNull(row.attemptedAt),
      dueAt: instant(row.dueAt),
    })),
  };
}
