import type { Column, Layout, PortalLayout } from "./layout.ts";
import type { WidgetId } from "./widget-kinds.ts";

/** A layout in which the locked widgets stand, and are shown or hidden, as in another. */
export function withLocked(layout: Layout, { locked, ...base }: PortalLayout): Layout {
  const isFree = (id: WidgetId) => !locked.includes(id);
  const column = (name: Column) => {
    const ids = layout[name].filter(isFree);
    for (const [at, id] of base[name].entries()) if (!isFree(id)) ids.splice(at, 0, id);
    return ids;
  };
  return {
    main: column("main"),
    side: column("side"),
    hidden: [...layout.hidden.filter(isFree), ...base.hidden.filter((id) => !isFree(id))],
  };
}

/** The layout with a widget moved to a column, before another widget or at the end. */
export function placeWidget<One extends Layout>(layout: One, id: WidgetId, column: Column, before: WidgetId | null): One {
  const next = {
    ...layout,
    main: layout.main.filter((other) => other !== id),
    side: layout.side.filter((other) => other !== id),
  };
  const at = before ? next[column].indexOf(before) : -1;
  next[column].splice(at < 0 ? next[column].length : at, 0, id);
  return next;
}

/** The layout with a widget moved one step in its column, past the locked ones; the same layout at either end. */
export function moveWidget<One extends Layout>(layout: One, id: WidgetId, step: -1 | 1, locked: readonly WidgetId[] = []): One {
  const column: Column = layout.main.includes(id) ? "main" : "side";
  const list = [...layout[column]];
  const from = list.indexOf(id);
  let to = from + step;
  while (locked.includes(list[to] as WidgetId)) to += step;
  const other = list[to];
  if (from < 0 || !other) return layout;
  list[from] = other;
  list[to] = id;
  return { ...layout, [column]: list };
}

/** The layout with a widget shown or hidden. Its position is kept. */
export function showWidget<One extends Layout>(layout: One, id: WidgetId, isShown: boolean): One {
  const hidden = layout.hidden.filter((other) => other !== id);
  return { ...layout, hidden: isShown ? hidden : [...hidden, id] };
}
