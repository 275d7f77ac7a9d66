import { sql } from "kysely";
import { instantsOf, localPeriod } from "#features/account/server/period.ts";
import type { Condition } from "#features/conditions/condition.ts";
import { requireVisible } from "#features/conditions/server/service.ts";
import { signedAddress } from "#features/portal/signed-address.ts";
import { groupsMissing, namesGroup, tryCondition } from "#features/groups/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { linkAddress } from "#platform/link-address.ts";
import { requireActor, type Context, type Http, type OpenContext, type PortalRef } from "#platform/serve.ts";
import { mostQuickLinks, type QuickLink, type QuickLinkChange, type QuickLinkTerms, type SavedQuickLink } from "../contract.ts";
import type * as api from "../contract.ts";
import { setsQuickLinks } from "../policy.ts";
import * as queries from "./queries.ts";
import type { StoredLink } from "./queries.ts";
import { makeSecret } from "./signing.ts";

/** Quick links that are for members of a group, for what depends on it. */
export const quickLinksNamingGroup = ({ portalId, groupId }: { readonly portalId: number; readonly groupId: number }) => sql`
  select 'quick-link' as kind, l.id, coalesce(l.titles ->> 'en', l.titles ->> 'de') as name, '/portal/quickLinks?edit=' || l.id as "to"
  from quick_links l where l.portal_id = ${portalId} and l.deleted_at is null and l.audience is not null and ${namesGroup(sql`l.audience`, groupId)}`;

/** A link as its admins see it. */
export const told = ({ secretMadeAt, checkedAt, problem, status, failures, failingSince, ...link }: StoredLink): QuickLink => ({
  ...link,
  secretMadeAt: secretMadeAt?.toISOString() ?? null,
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

/** An address as it is kept; what can be none was refused with the request. */
function addressOf({ signed, address }: Pick<QuickLinkTerms, "signed" | "address">): string {
  if (!signed) return linkAddress(address) ?? "";
  const read = signedAddress(address);
  return "address" in read ? read.address : "";
}

/** What stands in the table for what was typed. Throws where the audience cannot be. */
async function checkedTerms(
  { db, actor, portal }: Setting,
  { titles, address, signed, icon, newTab, audience, language, ...dates }: QuickLinkTerms,
  before?: StoredLink,
): Promise<queries.LinkColumns> {
  if (audience && JSON.stringify(audience) !== JSON.stringify(before?.audience)) {
    await requireVisible(db, actor, audience);
    if (await groupsMissing(db, portal.id, audience))
      throw invalid("audience", "unknown_group", "One of these groups does not exist any more. Choose again.");
  }
  return {
    titles: JSON.stringify(titles),
    address: addressOf({ signed, address }),
    is_signed: signed,
    icon,
    opens_new_tab: newTab,
    audience: audience && JSON.stringify(audience),
    language,
    ...instantsOf(dates),
  };
}

/** What the audit log says of one. */
const facts = (link: StoredLink) => {
  const { titles, address, signed, icon, newTab, audience, language, startsAt, endsAt, timeZone } = told(link);
  return { titles, address, signed, icon, newTab, audience, language, startsAt, endsAt, timeZone };
};

/** Writes into the portal's row what is shown now. Throws 409 when that is too much for every page. */
async function show({ db, portal }: Setting) {
  if ((await queries.showInPortal(db, portal.id)) > mostQuickLinks)
    throw conflict("too_many_quick_links", "A portal has {most} quick links at most. Delete one first.", { most: mostQuickLinks });
}

/** Makes a secret for a link of the portal and keeps it; gives it, to be told once. */
async function newSecret({ db, portal }: Setting, linkId: number, ofServer: string): Promise<string> {
  const { secret, sealed } = makeSecret(ofServer, { portalId: portal.id, linkId });
  await queries.writeSecret(db, portal.id, linkId, sealed);
  return secret;
}

/** Adds a quick link at the end. ofServer: the server's secret. Throws 409 when the portal has as many as it can. */
export const createQuickLink = (context: OpenContext, terms: QuickLinkTerms, ofServer: string): Promise<SavedQuickLink> =>
  setting(context, "a quick link is added", async (doer) => {
    const { db, portal } = doer;
    const id = await queries.insertLink(db, portal.id, await checkedTerms(doer, terms));
    const secret = terms.signed ? await newSecret(doer, id, ofServer) : null;
    await show(doer);
    const made = await find(db, portal.id, id);
    await note(doer, { action: "quick_link_made", object: { kind: "quick_link", id }, after: facts(made) });
    return { ...told(made), secret };
  });

/** Changes a quick link. Throws 409 when it was changed since the revision named. */
export const saveQuickLink = (
  context: OpenContext,
  id: number,
  { revision, ...terms }: Parsed<typeof api.saveQuickLink>["body"],
  ofServer: string,
): Promise<SavedQuickLink> =>
  setting(context, "a quick link is changed", async (doer) => {
    const { db, portal } = doer;
    const before = await find(db, portal.id, id);
    if (before.isDeleted) throw notFound("quick_link", "This quick link could not be found.");
    if (before.revision !== revision)
      throw conflict("quick_link_changed", "Somebody else changed this quick link meanwhile. Load it again.");
    await queries.updateLink(db, portal.id, id, await checkedTerms(doer, terms, before));
    const secret = terms.signed && !before.signed ? await newSecret(doer, id, ofServer) : null;
    if (!terms.signed) await queries.deleteSecret(db, portal.id, id);
    await show(doer);
    const after = await find(db, portal.id, id);
    await note(doer, { action: "quick_link_changed", object: { kind: "quick_link", id }, before: facts(before), after: facts(after) });
    return { ...told(after), secret };
  });

/** Gives a signed link another secret in place of the one that it has. Throws 409 for one that is not signed. */
export const renewSecret = (context: OpenContext, id: number, ofServer: string): Promise<SavedQuickLink> =>
  setting(context, "the secret of a quick link is renewed", async (doer) => {
    const { db, portal } = doer;
    const before = await find(db, portal.id, id);
    if (before.isDeleted) throw notFound("quick_link", "This quick link could not be found.");
    if (!before.signed) throw conflict("link_not_signed", "This quick link is not signed, so it has no secret.");
    const secret = await newSecret(doer, id, ofServer);
    const after = told(await find(db, portal.id, id));
    await note(doer, {
      action: "quick_link_secret_renewed",
      object: { kind: "quick_link", id },
      before: { secretMadeAt: told(before).secretMadeAt },
      after: { secretMadeAt: after.secretMadeAt },
    });
    return { ...after, secret };
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
