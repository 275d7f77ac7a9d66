import { withLocked } from "./arranging.ts";
import { defaultLayout, type Column, type Layout, type PortalLayout } from "./layout.ts";
import { widgetIds, type WidgetId } from "./widget-kinds.ts";

type Stored = Partial<Record<keyof PortalLayout, unknown>>;
const storedAs = (value: unknown): Stored => (typeof value === "object" && value !== null ? value : {});
const isWidget = (id: unknown): id is WidgetId => widgetIds.includes(id as WidgetId);
const known = (value: unknown): WidgetId[] => (Array.isArray(value) ? [...new Set(value.filter(isWidget))] : []);

/** Whether somebody has arranged anything: what is stored is no empty object. */
export const isArranged = (stored: unknown): boolean => Object.values(storedAs(stored)).some(Array.isArray);

/** A complete layout from whatever is stored: unknown and duplicate names are dropped, missing widgets are as in `base`. */
export function layoutFrom(stored: unknown, base: Layout = defaultLayout): Layout {
  if (!isArranged(stored)) return { main: [...base.main], side: [...base.side], hidden: [...base.hidden] };
  const value = storedAs(stored);
  const named = new Set<WidgetId>();
  const column = (name: Column) => known(value[name]).filter((id) => id !== "next" && !named.has(id) && Boolean(named.add(id)));
  const layout = { main: column("main"), side: column("side"), hidden: known(value.hidden) };
  for (const name of ["main", "side"] as const)
    for (const id of base[name].filter((one) => !named.has(one))) {
      layout[name].push(id);
      if (base.hidden.includes(id) && !layout.hidden.includes(id)) layout.hidden.push(id);
    }
  return layout;
}

/** A complete layout of the portal from whatever is stored. */
export const portalLayoutFrom = (stored: unknown): PortalLayout => ({ ...layoutFrom(stored), locked: known(storedAs(stored).locked) });

/** What somebody sees: their own arrangement, where they have one, within what the portal sets for them. */
export const layoutFor = (portal: PortalLayout, own: unknown): Layout => withLocked(layoutFrom(own, portal), portal);

/** An arrangement as it is stored: widgets of a newer version, which this one does not know, keep their places. */
export function toStore<Kept extends Layout>(layout: Kept, before: unknown): Record<keyof Kept, string[]> {
  const had = storedAs(before);
  const kept = (name: keyof PortalLayout, ids: readonly string[]) => {
    const list = [...ids];
    const stored = had[name];
    for (const [at, id] of (Array.isArray(stored) ? stored : []).entries())
      if (typeof id === "string" && !isWidget(id)) list.splice(at, 0, id);
    return list;
  };
  return Object.fromEntries(
    Object.entries(layout).map(([name, ids]) => [name, kept(name as keyof PortalLayout, ids as string[])]),
  ) as Record<keyof Kept, string[]>;
}
