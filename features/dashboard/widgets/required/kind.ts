import type { WidgetKind } from "../../widget-kind.ts";

/** What others or a rule ask of the person. */
export const required: WidgetKind = { startsHidden: true };
