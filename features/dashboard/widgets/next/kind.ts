import type { WidgetKind } from "../../widget-kind.ts";

/** The one thing to do now, with its reason (DASH-5). It stands above the columns. */
export const next: WidgetKind = { column: "main" };
