import { Condition } from "#features/conditions/condition.ts";
import type { Portal } from "#features/portal/server/directory.ts";
import { isAboutTeams, placeOf } from "#features/roles/server/service.ts";
import type { Asker } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import type { Arrangement } from "../contract.ts";
import type { PortalLayout } from "../layout.ts";
import { isArranged, layoutFor, portalLayoutFrom } from "../stored-layout.ts";
import { frameOf } from "./queries.ts";

type Arranging = Pick<Portal, "id" | "timeZone" | "widgets">;

interface Layouts {
  /** For whom each is, in the order in which they are tried. */
  readonly audiences: readonly Condition[];
  /** One for each audience, and after them the one for everybody else. */
  readonly layouts: readonly PortalLayout[];
}
/** What was read of a portal's row, which stays the same object until the row changes. */
const memory = new WeakMap<object, Layouts>();

/** The layouts that a portal sets (DASH-2). One whose audience this version cannot read is for nobody. */
function layoutsIn({ widgets }: Arranging): Layouts {
  const known = memory.get(widgets);
  if (known) return known;
  const limited = widgets.layouts.flatMap(({ audience, layout }) => {
    const read = Condition.safeParse(audience);
    return read.success ? [{ audience: read.data, layout: portalLayoutFrom(layout) }] : [];
  });
  const found = {
    audiences: limited.map(({ audience }) => audience),
    layouts: [...limited.map(({ layout }) => layout), portalLayoutFrom(widgets.everybody)],
  };
  memory.set(widgets, found);
  return found;
}

const minuteMs = 60_000;

/** The minute of an instant: asked twice in one, the statement is the same. */
const minuteOf = (now: Date) => new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);

/** The statement of `findFrame`, to be sent before it is known who asks; null where the teams that a layout is for have to be read before. */
export function frameAhead(portal: Arranging, asker: Asker) {
  const { audiences } = layoutsIn(portal);
  if (audiences.some(isAboutTeams)) return null;
  return frameOf(asker, audiences, { portalId: portal.id, zone: portal.timeZone, now: minuteOf(new Date()), teams: new Map() });
}

/** Somebody's own arrangement, and which layout of the portal is the first for them. */
export async function findFrame(db: Db, portal: Arranging, asker: Asker, now: Date) {
  const { audiences } = layoutsIn(portal);
  return oneRow(await frameOf(asker, audiences, await placeOf(db, portal, audiences, minuteOf(now))).execute(db));
}

/** What somebody's dashboard looks like, of what that statement found. */
export function arrangementOf(portal: Arranging, { nth, widgets }: { readonly nth: number; readonly widgets: unknown }): Arrangement {
  const set = layoutsIn(portal).layouts[nth] ?? portalLayoutFrom({});
  return { layout: layoutFor(set, widgets), locked: set.locked, isOwn: isArranged(widgets) };
}

/** What a dashboard with a layout of the portal looks like to somebody who has arranged nothing. */
export const arrangedAs = ({ locked, ...layout }: PortalLayout): Arrangement => ({ layout, locked, isOwn: false });
