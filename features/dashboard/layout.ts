import type { WidgetKind } from "./widget-kind.ts";
import { widgetIds, widgetKinds, type WidgetId } from "./widget-kinds.ts";

/** An arrangement: the order of each column, and the hidden widgets. A person's own is stored in memberships.widgets. */
export interface Layout {
  main: WidgetId[];
  side: WidgetId[];
  hidden: WidgetId[];
}
export type Column = "main" | "side";

/** What the portal sets for some of its people (DASH-2). Who has it can neither move nor hide, or show, a widget that is locked. */
export interface PortalLayout extends Layout {
  locked: WidgetId[];
}

const movable = widgetIds.filter((id) => id !== "next");
const kindOf = (id: WidgetId): WidgetKind => widgetKinds[id];
const standingIn = (column?: "main") => movable.filter((id) => kindOf(id).column === column);

/** The product's own arrangement. */
export const defaultLayout: PortalLayout = {
  main: standingIn("main"),
  side: standingIn(),
  hidden: movable.filter((id) => kindOf(id).startsHidden),
  locked: [],
};
