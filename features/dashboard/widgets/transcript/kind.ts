import type { WidgetKind } from "../../widget-kind.ts";

/** Completions as numbers. */
export const transcript: WidgetKind = {};
