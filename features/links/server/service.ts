import { sql } from "kysely";
import { instantsOf, localPeriod } from "#features/account/server/period.ts";
import type { Condition } from "#features/conditions/condition.ts";
import { requireVisible } from "#features/conditions/server/service.ts";
import { groupsMissing, namesGroup, tryCondition } from "#features/groups/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { linkAddress } from "#platform/link-address.ts";
import { requireActor, type Context, type Http, type OpenContext, type PortalRef } from "#platform/serve.ts";
import { mostQuickLinks, type QuickLink, type QuickLinkChange, type QuickLinkTerms } from "../contract.ts";
import type * as api from "../contract.ts";
import { setsQuickLinks } from "../policy.ts";
import * as queries from "./queries.ts";
import type { StoredLink } from "./queries.ts";

/** Quick links that are for members of a group, for what depends on it. */
export const quickLinksNamingGroup = ({ portalId, groupId }: { readonly portalId: number; readonly groupId: number }) => sql`
  select 'quick-link' as kind, l.id, coalesce(l.titles ->> 'en', l.titles ->> 'de') as name, '/portal/quickLinks?edit=' || l.id as "to"
  from quick_links l where l.portal_id = ${portalId} and l.deleted_at is null and l.audience is not null and ${namesGroup(sql`l.audience`, groupId)}`;

/** A link as its admins see it. */
export const told = ({ checkedAt, problem, status, failures, failingSince, ...link }: StoredLink): QuickLink => ({
  ...link,
  ...localPeriod(link),
  health: checkedAt && {
    state: problem === null ? "works" : problem === "inner" ? "unasked" : (failures ?? 0) > 1 ? "dead" : "failed",
    problem,
    status,
    checkedAt: checkedAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
  },
});

/** The quick links of the portal in their order. */
export const showQuickLinks = async ({ db, portal }: Pick<Context, "db" | "portal">): Promise<Result<typeof api.listQuickLinks>> => ({
  rows: (await queries.listLinks(db, portal.id)).map(told),
});

/** Whom a condition would reach. */
export const tryAudience = (context: Context, condition: Condition): Promise<Result<typeof api.tryQuickLinkAudience>> =>
  tryCondition(context, condition);

async function find(db: Db, portalId: number, id: number): Promise<StoredLink> {
  const found = await queries.findLink(db, portalId, id);
  if (!found) throw notFound("quick_link", "This quick link could not be found.");
  return found;
}

/** Who sets quick links, in a transaction of stoa_people in which nobody else changes what the portal shows. */
interface Setting {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: PortalRef;
  readonly http: Http;
}
async function setting<T>({ open, databases, http }: OpenContext, why: string, work: (doer: Setting) => Promise<T>): Promise<T> {
  const asked = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, setsQuickLinks), portal }));
  return databases.inPeople(asked.portal.id, why, async (db) => {
    await queries.lockPortal(db, asked.portal.id);
    return work({ ...asked, db, http });
  });
}

/** What stands in the table for what was typed. Throws where the audience cannot be. */
async function checkedTerms(
  { db, actor, portal }: Setting,
  { titles, address, icon, newTab, audience, language, ...dates }: QuickLinkTerms,
  before?: StoredLink,
): Promise<queries.LinkColumns> {
  if (audience && JSON.stringify(audience) !== JSON.stringify(before?.audience)) {
    await requireVisible(db, actor, audience);
    if (await groupsMissing(db, portal.id, audience))
      throw invalid("audience", "unknown_group", "One of these groups does not exist any more. Choose again.");
  }
  return {
    titles: JSON.stringify(titles),
    address: linkAddress(address) ?? "",
    icon,
    opens_new_tab: newTab,
    audience: audience && JSON.stringify(audience),
    language,
    ...instantsOf(dates),
  };
}

/** What the audit log says of one. */
const facts = (link: StoredLink) => {
  const { titles, address, icon, newTab, audience, language, startsAt, endsAt, timeZone } = told(link);
  return { titles, address, icon, newTab, audience, language, startsAt, endsAt, timeZone };
};

/** Writes into the portal's row what is shown now. Throws 409 when that is too much for every page. */
async function show({ db, portal }: Setting) {
  if ((await queries.showInPortal(db, portal.id)) > mostQuickLinks)
    throw conflict("too_many_quick_links", "A portal has {most} quick links at most. Delete one first.", { most: mostQuickLinks });
}

/** Adds a quick link at the end. Throws 409 when the portal has as many as it can. */
export const createQuickLink = (context: OpenContext, terms: QuickLinkTerms): Promise<QuickLink> =>
  setting(context, "a quick link is added", async (doer) => {
    const { db, portal } = doer;
    const id = await queries.insertLink(db, portal.id, await checkedTerms(doer, terms));
    await show(doer);
    const made = await find(db, portal.id, id);
    await note(doer, { action: "quick_link_made", object: { kind: "quick_link", id }, after: facts(made) });
    return told(made);
  });

/** Changes a quick link. Throws 409 when it was changed since the revision named. */
export const saveQuickLink = (
  context: OpenContext,
  id: number,
  { revision, ...terms }: Parsed<typeof api.saveQuickLink>["body"],
): Promise<QuickLink> =>
  setting(context, "a quick link is changed", async (doer) => {
    const { db, portal } = doer;
    const before = await find(db, portal.id, id);
    if (before.isDeleted) throw notFound("quick_link", "This quick link could not be found.");
    if (before.revision !== revision)
      throw conflict("quick_link_changed", "Somebody else changed this quick link meanwhile. Load it again.");
    await queries.updateLink(db, portal.id, id, await checkedTerms(doer, terms, before));
    await show(doer);
    const after = await find(db, portal.id, id);
    await note(doer, { action: "quick_link_changed", object: { kind: "quick_link", id }, before: facts(before), after: facts(after) });
    return told(after);
  });

/** What the audit log calls each change. */
const actions = { delete: "quick_link_deleted", restore: "quick_link_restored" } as const satisfies Record<QuickLinkChange, string>;

/** Deletes a quick link, or brings it back as it was. What is so already stays. Throws 409 when the portal has as many as it can. */
export const changeState = (context: OpenContext, id: number, change: QuickLinkChange): Promise<QuickLink> =>
  setting(context, "a quick link is deleted or brought back", async (doer) => {
    const { db, portal } = doer;
    const before = await find(db, portal.id, id);
    const isDeleted = change === "delete";
    if (before.isDeleted === isDeleted) return told(before);
    await queries.updateLink(db, portal.id, id, { isDeleted });
    await show(doer);
    await note(doer, { action: actions[change], object: { kind: "quick_link", id }, after: facts(before) });
    return told(await find(db, portal.id, id));
  });

/** Puts the quick links into an order. An id that is none of them is left out. */
export const orderQuickLinks = (context: OpenContext, ids: readonly number[]): Promise<Result<typeof api.orderQuickLinks>> =>
  setting(context, "quick links are put in order", async (doer) => {
    const { db, portal } = doer;
    const idsNow = async () => (await queries.listLinks(db, portal.id)).map(({ id }) => id);
    const before = await idsNow();
    await queries.orderLinks(db, portal.id, ids);
    const after = await idsNow();
    if (before.join() !== after.join()) {
      await show(doer);
      await note(doer, { action: "quick_links_ordered", before: { ids: before }, after: { ids: after } });
    }
    return { ids: after };
  });
