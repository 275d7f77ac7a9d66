import type { WidgetKind } from "../../widget-kind.ts";

/** The person's courses, to go on where they were left. */
export const courses: WidgetKind = { column: "main" };
