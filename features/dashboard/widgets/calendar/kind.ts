import type { WidgetKind } from "../../widget-kind.ts";

/** Due dates by month. */
export const calendar: WidgetKind = { startsHidden: true };
