import type { WidgetKind } from "./widget-kind.ts";
import { announcement } from "./widgets/announcement/kind.ts";
import { calendar } from "./widgets/calendar/kind.ts";
import { catalog } from "./widgets/catalog/kind.ts";
import { courses } from "./widgets/courses/kind.ts";
import { due } from "./widgets/due/kind.ts";
import { links } from "./widgets/links/kind.ts";
import { next } from "./widgets/next/kind.ts";
import { required } from "./widgets/required/kind.ts";
import { transcript } from "./widgets/transcript/kind.ts";
import { waiting } from "./widgets/waiting/kind.ts";

/** The widgets for which data exists (DASH-1), in their order at first. The "next" card is always first; the others are in one of two columns. */
export const widgetKinds = {
  next,
  courses,
  catalog,
  due,
  waiting,
  required,
  calendar,
  announcement,
  links,
  transcript,
} satisfies Record<string, WidgetKind>;
export type WidgetId = keyof typeof widgetKinds;
export const widgetIds = Object.keys(widgetKinds) as WidgetId[];
