import { useLingui } from "@lingui/react/macro";
import type { WidgetId } from "../widget-kinds.ts";

/** The name of each widget, for its heading and for arranging. */
export function useWidgetNames(): Record<WidgetId, string> {
  const { t } = useLingui();
  return {
    next: t`Do next`,
    courses: t`My Courses`,
    catalog: t`New in the catalog`,
    due: t`Due next`,
    required: t`Required`,
    calendar: t`Due dates by month`,
    announcement: t`Announcement`,
    links: t`Quick Links`,
    transcript: t`History`,
  };
}
