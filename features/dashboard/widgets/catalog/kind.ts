import type { WidgetKind } from "../../widget-kind.ts";

/** What is new in the catalog. */
export const catalog: WidgetKind = { column: "main" };
