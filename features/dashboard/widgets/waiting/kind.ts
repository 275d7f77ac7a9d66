import type { WidgetKind } from "../../widget-kind.ts";

/** What the person waits for from others. */
export const waiting: WidgetKind = {};
