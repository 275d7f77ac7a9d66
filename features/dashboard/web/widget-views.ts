import type { WidgetId } from "../widget-kinds.ts";
import { announcement } from "../widgets/announcement/widget.tsx";
import { calendar } from "../widgets/calendar/widget.tsx";
import { catalog } from "../widgets/catalog/widget.tsx";
import { courses } from "../widgets/courses/widget.tsx";
import { due } from "../widgets/due/widget.tsx";
import { links } from "../widgets/links/widget.tsx";
import { next } from "../widgets/next/widget.tsx";
import { required } from "../widgets/required/widget.tsx";
import { transcript } from "../widgets/transcript/widget.tsx";
import { waiting } from "../widgets/waiting/widget.tsx";
import type { WidgetView } from "./widget-view.ts";

/** How each kind of widget looks (DASH-1). */
export const widgetViews = {
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
} satisfies Record<WidgetId, WidgetView>;
