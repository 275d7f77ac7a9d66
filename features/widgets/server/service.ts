import { languageOf, offeredLocale } from "#platform/languages.ts";
import { sql } from "kysely";
import { Condition } from "#features/conditions/condition.ts";
import { requireVisible } from "#features/conditions/server/service.ts";
import type { OutlineMemory } from "#features/courses/server/service.ts";
import { portalLayoutFrom, toStore } from "#features/dashboard/stored-layout.ts";
import { showDashboard } from "#features/dashboard/server/service.ts";
import { groupsMissing, namesGroup, tryCondition } from "#features/groups/server/service.ts";
import { shownTo, type AudienceOf } from "#features/portal/server/service.ts";
import type { Portal } from "#features/portal/server/directory.ts";
import { findMembers, reachPerson, scopeOf } from "#features/roles/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { requireActor, type Context, type OpenContext } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import type { Layouts } from "../layouts.ts";
import { arrangesWidgets } from "../policy.ts";
import * as queries from "./queries.ts";

/** Layouts that are for members of a group, for what depends on it. */
export const layoutsNamingGroup = ({ portalId, groupId }: { readonly portalId: number; readonly groupId: number }) => sql`
  select 'widgets' as kind, (l ->> 'id')::bigint as id, l ->> 'name' as name, '/admin/manageWidgets?edit=' || (l ->> 'id') as "to"
  from portals p cross join lateral jsonb_array_elements(case when jsonb_typeof(p.widgets -> 'layouts') = 'array' then p.widgets -> 'layouts' else '[]' end) l
  where p.id = ${portalId} and ${namesGroup(sql`l -> 'audience'`, groupId)}`;

interface StoredLayout {
  readonly id: number;
  readonly name: string;
  readonly audience: unknown;
  readonly layout: unknown;
}
/** Written by this feature alone; a portal that has arranged nothing has an empty object. */
interface Stored {
  readonly revision?: number;
  readonly layouts?: readonly StoredLayout[];
  readonly everybody?: unknown;
}

/** The layouts of which this version knows the audience, complete. */
const told = ({ revision = 0, layouts = [], everybody }: Stored): Layouts => ({
  revision,
  layouts: layouts.flatMap(({ id, name, audience, layout }) => {
    const read = Condition.safeParse(audience);
    return read.success ? [{ id, name, audience: read.data, layout: portalLayoutFrom(layout) }] : [];
  }),
  everybody: portalLayoutFrom(everybody),
});

/** How the portal arranges its dashboards. */
export const showLayouts = async ({ db, portal }: Pick<Context, "db" | "portal">): Promise<Layouts> =>
  told((await queries.findWidgets(db, portal.id)) as Stored);

/** Whom a condition would reach. */
export const tryAudience = (context: Context, condition: Condition): Promise<Result<typeof api.tryLayoutAudience>> =>
  tryCondition(context, condition);

/** Members whose dashboard the person asking may look at. */
export const findPeople = async ({ db, actor }: Context, q: string): Promise<Result<typeof api.findPreviewed>> => ({
  rows: await findMembers(db, await scopeOf(db, actor), q, 0),
});

/**
 * Arranges the dashboards of the portal. Throws 409 when they were arranged since the revision named, 400 for an audience that cannot be. Widgets and audiences of
 * a newer version, which this one does not show, stay.
 */
export async function saveLayouts({ open, databases, http }: OpenContext, { revision, ...terms }: Layouts): Promise<Layouts> {
  const { actor, portal } = await open(async (asked) => ({ actor: requireActor(asked.actor, arrangesWidgets), portal: asked.portal }));
  return databases.inPeople(portal.id, "the dashboards of a portal are arranged", async (db) => {
    const stored = (await queries.findWidgets(db, portal.id, { forUpdate: true })) as Stored;
    const before = told(stored);
    if (before.revision !== revision)
      throw conflict("widgets_changed", "Somebody else arranged the dashboards meanwhile. Load the page again.");
    for (const [nth, { id, audience }] of terms.layouts.entries()) {
      if (JSON.stringify(audience) === JSON.stringify(before.layouts.find((one) => one.id === id)?.audience)) continue;
      const field = `layouts.${nth}.audience`;
      await requireVisible(db, actor, audience);
      if (await groupsMissing(db, portal.id, audience))
        throw invalid(field, "unknown_group", "One of these groups does not exist any more. Choose again.");
    }
    const had = stored.layouts ?? [];
    const unread = had.filter(({ id }) => !before.layouts.some((one) => one.id === id) && !terms.layouts.some((one) => one.id === id));
    await queries.updateWidgets(db, portal.id, {
      revision: revision + 1,
      layouts: [
        ...terms.layouts.map((one) => ({ ...one, layout: toStore(one.layout, had.find(({ id }) => id === one.id)?.layout) })),
        ...unread,
      ],
      everybody: toStore(terms.everybody, stored.everybody),
    });
    const { revision: _revision, ...was } = before;
    await note(
      { db, actor, portal, http },
      { action: "widgets_arranged", object: { kind: "portal", id: portal.id }, before: was, after: terms },
    );
    return { ...terms, revision: revision + 1 };
  });
}

interface PreviewDeps {
  readonly outlines: OutlineMemory;
  readonly audienceOf: AudienceOf;
}

/** The dashboard of somebody in reach, without being them: read, and written down (DASH-3). Throws 404 for somebody out of reach and for a layout that is not there. */
export async function previewDashboard(
  context: Context,
  { userId, layoutId }: Parsed<typeof api.previewDashboard>["body"],
  { outlines, audienceOf }: PreviewDeps,
): Promise<Result<typeof api.previewDashboard>> {
  const { db, actor, http } = context;
  const portal = http.portal as Portal;
  const { email, givenName, familyName } = await reachPerson(db, actor, userId);
  const layouts = layoutId === null ? null : await showLayouts(context);
  const layout = layoutId === 0 ? layouts?.everybody : layouts?.layouts.find(({ id }) => id === layoutId)?.layout;
  if (layouts && !layout) throw notFound("layout", "This layout could not be found.");
  const { locale: chosen, timeZone } = await queries.findPreferences(db, userId);
  const locale = offeredLocale(chosen, portal.languages);
  const dashboard = await showDashboard(
    db,
    { portalId: actor.portalId, userId, timeZone },
    {
      outlines,
      portal,
      // As that person reads it.
      language: languageOf(locale) ?? languageOf(portal.locale) ?? "en",
      layout,
      parts: undefined,
      requestId: http.requestId,
      now: new Date(),
      onFailure: (part, error) => http.raw.request.log.error({ err: error, part }, "a part of a previewed dashboard failed"),
    },
  );
  const { Announcement, QuickLinks } = await shownTo(db, portal, { userId, locale }, audienceOf);
  await note(context, { action: "dashboard_previewed", object: { kind: "user", id: userId }, after: { layoutId } });
  return {
    person: { id: userId, name: `${givenName} ${familyName}`.trim() || email },
    dashboard,
    announcement: Announcement,
    links: QuickLinks,
  };
}
