import { useLingui } from "@lingui/react/macro";
import type { WidgetId } from "../widget-kinds.ts";

/** The name of each widget, for arranging. Its heading has the same words in its own file, so that this table is loaded by those who arrange alone. */
export function useWidgetNames(): Record<WidgetId, string> {
  const { t } = useLingui();
  return {
    next: t`Do next`,
    courses: t`My Courses`,
    catalog: t`New in the catalog`,
    due: t`Due next`,
    waiting: t`Waiting`,
    required: t`Required`,
    calendar: t`Due dates by month`,
    announcement: t`Announcement`,
    links: t`Quick Links`,
    transcript: t`History`,
  };
}
