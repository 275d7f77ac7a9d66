import * as z from "zod/mini";
import type { Seats } from "#features/seats/contract.ts";
import { seatsForList, seatsHere } from "#features/seats/server/service.ts";
import type { Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { isDuplicate } from "#platform/db/database-errors.ts";
import { atField, conflict, invalid, notFound } from "#platform/errors.ts";
import { languageNames } from "#platform/languages.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { readPage } from "#platform/list/server/page.ts";
import { requireActor, type OpenContext } from "#platform/serve.ts";
import { offeredLanguages } from "#features/portal/server/service.ts";
import { shortHost, slugAt, type ShortHosts } from "#features/portal/server/short-host.ts";
import {
  mostHosts,
  PortalRow,
  portalsList,
  type listPortals,
  type listTemplates,
  type PortalDetails,
  type PortalStatus,
  type PortalTerms,
} from "../contract.ts";
import { seesPortals } from "../policy.ts";
import { changing, type Change } from "./changing.ts";
import { hostNamed } from "./host-names.ts";
import * as queries from "./queries.ts";

const FoundRow = z.omit(PortalRow, { people: true, seats: true });
/** How many people a portal has, each in a seat, and how many seats there are. */
const inSeats = (seats: Seats | undefined) => ({ people: seats?.used ?? 0, seats: seats?.cap ?? null });

const noPortal = () => notFound("portal", "This portal could not be found.");

/** What changing portals and their hosts needs besides the request. */
export interface HostDeps {
  readonly hosts: ShortHosts;
  /** Called after a change that requests see: this process reads the portals anew at once, the others within seconds. */
  readonly portalChanged: () => void;
}

/** One page of all portals. */
export async function showPortals(
  { open, databases }: OpenContext,
  query: ListRequest<typeof portalsList>,
): Promise<Result<typeof listPortals>> {
  const actor = await open(async ({ actor: asker }) => requireActor(asker, seesPortals));
  const { pageSize } = portalsList;
  return databases.inSystem("a system admin lists the portals", async (db) => {
    const found = await readPage(db, FoundRow, { page: query.page, pageSize }, queries.portalsOf(actor.portalId, query));
    const ids = found.rows.map(({ portalId }) => portalId);
    const seats = await seatsForList(db, actor, ids);
    const rows = found.rows.map((row) => ({ ...row, ...inSeats(seats.get(row.portalId)), lastActiveAt: instantOrNull(row.lastActiveAt) }));
    return { ...found, rows };
  });
}

/** The portals that can be templates. */
export async function showTemplates({ open, databases }: OpenContext): Promise<Result<typeof listTemplates>> {
  await open(async ({ actor }) => requireActor(actor, seesPortals));
  return { rows: await databases.inSystem("a system admin chooses a template", queries.listNames) };
}

async function detailsOf(db: Db, hereId: number, portalId: number, hosts: ShortHosts): Promise<PortalDetails> {
  const portal = await queries.findPortal(db, portalId);
  if (!portal) throw noPortal();
  const { lastActiveAt, openedAt, ...rest } = portal;
  const host = shortHost(hosts, portal.slug);
  return {
    ...rest,
    shortHost: host === null || (await queries.portalAtHost(db, host)) !== undefined ? null : host,
    ...inSeats(await seatsHere(db, portalId)),
    isHere: portalId === hereId,
    lastActiveAt: instantOrNull(lastActiveAt),
    openedAt: instant(openedAt),
  };
}

/** One portal. 404 for none. */
export async function showPortal(
  { open, databases }: OpenContext,
  portalId: number,
  { hosts }: Pick<HostDeps, "hosts">,
): Promise<PortalDetails> {
  const actor = await open(async ({ actor: asker }) => requireActor(asker, seesPortals));
  return databases.inSystem("a system admin reads a portal", (db) => detailsOf(db, actor.portalId, portalId, hosts));
}

/** Changes one portal, which nobody else changes meanwhile, and lets requests know. */
async function changingOne(
  context: OpenContext,
  why: string,
  portalId: number,
  { portalChanged, hosts }: HostDeps,
  work: (change: Change, portal: NonNullable<Awaited<ReturnType<typeof queries.lockPortal>>>) => Promise<void>,
): Promise<PortalDetails> {
  const changed = await changing(context, why, async (change) => {
    const portal = await queries.lockPortal(change.db, portalId);
    if (!portal) throw noPortal();
    await work(change, portal);
    return detailsOf(change.db, change.actor.portalId, portalId, hosts);
  });
  portalChanged();
  return changed;
}

const ofPortal = (id: number) => ({ kind: "portal", id }) as const;

/** Another portal has the short name. */
export const slugTaken = () => atField("slug", conflict("slug_taken", "Another portal has this short name. Choose another one."));
/** Another portal has the host name. */
export const hostTaken = (host: string) => atField("host", conflict("host_taken", "{host} belongs to another portal already.", { host }));

/** Throws 409 where another portal is registered at the host name that a short name makes. */
export async function requireShortHost(db: Db, hosts: ShortHosts, slug: string, portalId: number | null): Promise<void> {
  const host = shortHost(hosts, slug);
  const owner = host === null ? undefined : await queries.portalAtHost(db, host);
  if (owner !== undefined && owner !== portalId)
    throw atField(
      "slug",
      conflict("slug_host_taken", "Another portal has the address {host}. Choose another short name.", { host: host ?? "" }),
    );
}

/** Throws 409 for a host name at which another portal is reached by its short name. */
export async function requireNoShortHost(db: Db, hosts: ShortHosts, host: string, portalId: number | null): Promise<void> {
  const slug = slugAt(hosts, host);
  const owner = slug === null ? undefined : await queries.portalOfSlug(db, slug);
  if (owner !== undefined && owner !== portalId) throw hostTaken(host);
}

/** Refuses a language that a portal does not offer. settingsOf: the portal whose settings count. */
export async function requireOffered(db: Db, settingsOf: number, locale: string): Promise<void> {
  const offered = await offeredLanguages(db, settingsOf);
  if (!offered.includes(locale))
    throw invalid("locale", "not_offered", "The settings of the portal offer other languages only: {languages}.", {
      languages: languageNames(offered),
    });
}

/** Changes names, language and time zone. Throws 400 for a language that the portal does not offer, and 409 for a short name that another portal has, or whose address is another one's. */
export const savePortal = (context: OpenContext, portalId: number, terms: PortalTerms, deps: HostDeps): Promise<PortalDetails> =>
  changingOne(context, "a system admin changes a portal", portalId, deps, async ({ db, noteIn }, before) => {
    const changed = (["name", "slug", "locale", "timeZone"] as const).filter((key) => before[key] !== terms[key]);
    if (changed.length === 0) return;
    if (changed.includes("slug")) {
      const host = shortHost(deps.hosts, before.slug);
      if (host === new URL(context.http.origin).hostname && (await queries.portalAtHost(db, host)) === undefined)
        throw atField("slug", conflict("host_is_here", "You are at this address. Open this page at another one first."));
      await requireShortHost(db, deps.hosts, terms.slug, portalId);
    }
    if (changed.includes("locale")) await requireOffered(db, portalId, terms.locale);
    await queries.updateTerms(db, portalId, terms);
    const only = (values: PortalTerms | typeof before) => Object.fromEntries(changed.map((key) => [key, values[key]]));
    await noteIn(portalId, { action: "portal_changed", object: ofPortal(portalId), before: only(before), after: only(terms) });
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? slugTaken() : error;
  });

/** Suspends a portal, where all sessions end, or brings it back. Throws 409 for the portal in which one asks. */
export const setPortalStatus = (context: OpenContext, portalId: number, status: PortalStatus, deps: HostDeps): Promise<PortalDetails> =>
  changingOne(context, "a system admin suspends a portal or brings it back", portalId, deps, async ({ db, actor, noteIn }, before) => {
    if (before.status === status) return;
    if (portalId === actor.portalId)
      throw conflict("portal_is_here", "You are in this portal. Enter another one, and suspend it from there.");
    await queries.updateStatus(db, portalId, status);
    // On the way back too: a process that had not heard of it yet may have let somebody in.
    const sessions = await queries.endSessions(db, portalId);
    await noteIn(portalId, {
      action: status === "suspended" ? "portal_suspended" : "portal_resumed",
      object: ofPortal(portalId),
      ...(status === "suspended" && { after: { sessions } }),
    });
  });

/** Makes a portal reachable at one more name. Throws 400 for a bad name, 409 for one that a portal has. */
export const addHost = (context: OpenContext, portalId: number, typed: string, deps: HostDeps): Promise<PortalDetails> =>
  changingOne(context, "a system admin adds a host name", portalId, deps, async ({ db, noteIn }) => {
    const host = hostNamed(typed, deps.hosts);
    await requireNoShortHost(db, deps.hosts, host, portalId);
    const hosts = await queries.listHosts(db, portalId);
    if (hosts.some((one) => one.host === host)) throw atField("host", conflict("host_here", "This portal has this address already."));
    if (hosts.length >= mostHosts) throw conflict("too_many_hosts", "A portal has at most {most} addresses.", { most: mostHosts });
    if (!(await queries.insertHost(db, portalId, host, hosts.length === 0))) throw hostTaken(host);
    await noteIn(portalId, { action: "host_added", object: ofPortal(portalId), after: { host } });
  });

export const noHost = () => notFound("host", "This portal does not have this address.");

/** Makes a host name the one to which links lead. */
export const setPrimaryHost = (context: OpenContext, portalId: number, host: string, deps: HostDeps): Promise<PortalDetails> =>
  changingOne(context, "a system admin changes the primary host name", portalId, deps, async ({ db, noteIn }) => {
    const hosts = await queries.listHosts(db, portalId);
    const before = hosts.find(({ isPrimary }) => isPrimary)?.host ?? null;
    if (!hosts.some((one) => one.host === host)) throw noHost();
    if (before === host) return;
    await queries.setPrimary(db, portalId, host);
    await noteIn(portalId, { action: "host_made_primary", object: ofPortal(portalId), before: { host: before }, after: { host } });
  });

/** Takes a host name from a portal. Throws 409 for the primary one, and for the one at which one asks. */
export const removeHost = (context: OpenContext, portalId: number, host: string, deps: HostDeps): Promise<PortalDetails> =>
  changingOne(context, "a system admin removes a host name", portalId, deps, async ({ db, noteIn }) => {
    const known = (await queries.listHosts(db, portalId)).find((one) => one.host === host);
    if (!known) throw noHost();
    if (known.isPrimary) throw conflict("host_is_primary", "Links lead to this address. Make another one the primary address first.");
    if (new URL(context.http.origin).hostname === host)
      throw conflict("host_is_here", "You are at this address. Open this page at another one first.");
    await queries.deleteHost(db, portalId, host);
    await noteIn(portalId, { action: "host_removed", object: ofPortal(portalId), before: { host } });
  });
