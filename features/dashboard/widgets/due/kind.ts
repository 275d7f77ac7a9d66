import type { WidgetKind } from "../../widget-kind.ts";

/** What is due and overdue. */
export const due: WidgetKind = {};
