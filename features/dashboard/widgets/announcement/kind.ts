import type { WidgetKind } from "../../widget-kind.ts";

/** What the portal tells. */
export const announcement: WidgetKind = {};
