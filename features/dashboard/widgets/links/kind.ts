import type { WidgetKind } from "../../widget-kind.ts";

/** Where people of the portal often go. */
export const links: WidgetKind = {};
