import type { Portal } from "#features/portal/server/directory.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import type { Databases } from "#platform/db/connect.ts";
import { notFound } from "#platform/errors.ts";
import { askOutside, type InnerAddress } from "#platform/outside.ts";
import type { LinkProblem, QuickLink } from "../contract.ts";
import { setsQuickLinks } from "../policy.ts";
import * as queries from "./queries.ts";
import { told } from "./service.ts";
import { namesPersonInPath, sampleOf } from "./signing.ts";

/** What a check of links has to know of the rest of the product. */
export interface Checking {
  /** Addresses of an inner network that may be asked. */
  readonly inner: readonly InnerAddress[];
  /** The screen at a path with /v, with the course that it is about; null where there is none. */
  readonly placeAt: (path: string) => { readonly courseId: number | null } | null;
}

/** Links that are asked about at the same time, and in one run of the worker. */
const atOnce = 4;
const inOneRun = 200;

/** Counts that somebody followed a link which the portal shows. */
export async function countClick({ db, portal }: Pick<Context, "db" | "portal">, linkId: number): Promise<{ counted: boolean }> {
  if (!(portal as Portal).quickLinks.some(({ id }) => id === linkId)) return { counted: false };
  await queries.addClick(db, portal.id, linkId);
  return { counted: true };
}

/** Answers that show that something is at an address, though not for a visitor without a session or a program. */
const alive = new Set([401, 403, 405, 406, 429]);

/** Whether an answer shows that something is there. A receiver of signed links also refuses what has no signature, or says that it does not know nobody. */
const isThere = (status: number, { address, signed }: queries.DueLink) =>
  status < 400 || alive.has(status) || (signed && ([400, 422].includes(status) || (status === 404 && namesPersonInPath(address))));

/** What is wrong with an address, if anything; undefined for one that cannot be asked, such as that of a mailbox. */
async function problemOf(databases: Databases, { inner, placeAt }: Checking, link: queries.DueLink) {
  const { portalId, address, signed } = link;
  const found = (problem: LinkProblem | null, status: number | null = null) => ({ problem, status });
  if (address.startsWith("mailto:")) return undefined;
  if (!address.startsWith("/")) {
    const outcome = await askOutside(signed ? sampleOf(address) : address, { inner });
    if (outcome.kind !== "answer") return found(outcome.kind);
    const { status } = outcome;
    return isThere(status, link) ? found(null, status) : found(status === 404 || status === 410 ? "gone" : "status", status);
  }
  if (!/^\/v(?:\/|$)/.test(address)) return undefined;
  const place = placeAt(address.replace(/[?#].*$/, ""));
  if (!place) return found("no_screen");
  if (place.courseId === null) return found(null);
  const isOpen = await databases.inPeople(portalId, "look whether a course is there", (db) =>
    queries.isPublished(db, portalId, place.courseId ?? 0),
  );
  return found(isOpen ? null : "no_course");
}

/** Asks whether a link leads somewhere and writes down what came of it. No transaction is open while others are asked. */
async function check(databases: Databases, checking: Checking, link: queries.DueLink): Promise<void> {
  const outcome = await problemOf(databases, checking, link);
  if (outcome === undefined) return;
  await databases.inPeople(link.portalId, "a quick link was checked", (db) => queries.writeCheck(db, link, outcome));
}

/** Checks one link now. Throws 404 for one that is not there, and what `count` throws. */
export async function checkNow(
  { open, databases }: OpenContext,
  id: number,
  checking: Checking,
  count: (portalId: number) => Promise<void>,
): Promise<QuickLink> {
  const { portalId, link } = await open(async ({ db, actor, portal }) => {
    requireActor(actor, setsQuickLinks);
    const found = await queries.findLink(db, portal.id, id);
    if (!found || found.isDeleted) throw notFound("quick_link", "This quick link could not be found.");
    return { portalId: portal.id, link: found };
  });
  await count(portalId);
  await check(databases, checking, { portalId, id, address: link.address, signed: link.signed });
  const after = await databases.inPeople(portalId, "show a quick link", (db) => queries.findLink(db, portalId, id));
  return told(after ?? link);
}

/** Checks the links of all portals whose last check is a week old, or a day where it found nothing at their end; forgets old clicks, and the secrets of deleted links. For the worker; gives how many were due. */
export async function checkDueLinks(databases: Databases, checking: Checking): Promise<number> {
  const due = await databases.inSystem("find quick links to check", async (db) => {
    await queries.forgetClicks(db);
    await queries.forgetSecrets(db);
    return queries.listDue(db, inOneRun);
  });
  for (let nth = 0; nth < due.length; nth += atOnce)
    await Promise.all(due.slice(nth, nth + atOnce).map((link) => check(databases, checking, link)));
  return due.length;
}
