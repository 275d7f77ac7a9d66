import * as z from "zod/mini";

/** The widgets for which data exists (DASH-1). The "next" card is always first; the others are in one of two columns. */
export const widgetIds = ["next", "courses", "catalog", "due", "announcement", "links", "transcript"] as const;
export const WidgetId = z.enum(widgetIds);
export type WidgetId = (typeof widgetIds)[number];

const Column = z.array(WidgetId).check(z.maxLength(20));

/** What a person chose: the order of each column, and the hidden widgets. Stored in memberships.widgets. */
export const Layout = z.object({ main: Column, side: Column, hidden: Column });
export type Layout = z.infer<typeof Layout>;
export type Column = "main" | "side";

export const defaultLayout: Layout = {
  main: ["courses", "catalog"],
  side: ["due", "announcement", "links", "transcript"],
  hidden: [],
};

const movable = widgetIds.filter((id) => id !== "next");

/** A complete layout from whatever is stored: unknown and duplicate names are dropped, missing widgets go to their default column. */
export function layoutFrom(stored: unknown): Layout {
  const value = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  const named = new Set<WidgetId>();
  const column = (name: Column) => listOf(value[name]).filter((id) => id !== "next" && !named.has(id) && Boolean(named.add(id)));
  const main = column("main");
  const side = column("side");
  for (const id of movable) if (!named.has(id)) (defaultLayout.main.includes(id) ? main : side).push(id);
  return { main, side, hidden: [...new Set(listOf(value.hidden))] };
}

const listOf = (value: unknown): WidgetId[] =>
  Array.isArray(value) ? value.filter((id): id is WidgetId => widgetIds.includes(id as WidgetId)) : [];

/** The layout with a widget moved to a column, before another widget or at the end. */
export function placeWidget(layout: Layout, id: WidgetId, column: Column, before: WidgetId | null): Layout {
  const next = {
    ...layout,
    main: layout.main.filter((other) => other !== id),
    side: layout.side.filter((other) => other !== id),
  };
  const at = before ? next[column].indexOf(before) : -1;
  next[column].splice(at < 0 ? next[column].length : at, 0, id);
  return next;
}

/** The layout with a widget moved one step in its column; the same layout at either end. */
export function moveWidget(layout: Layout, id: WidgetId, step: -1 | 1): Layout {
  const column: Column = layout.main.includes(id) ? "main" : "side";
  const list = [...layout[column]];
  const from = list.indexOf(id);
  const other = list[from + step];
  if (from < 0 || !other) return layout;
  list[from] = other;
  list[from + step] = id;
  return { ...layout, [column]: list };
}

/** The layout with a widget shown or hidden. Its position is kept. */
export function showWidget(layout: Layout, id: WidgetId, isShown: boolean): Layout {
  const hidden = layout.hidden.filter((other) => other !== id);
  return { ...layout, hidden: isShown ? hidden : [...hidden, id] };
}
