import { useLingui } from "@lingui/react/macro";
import type { WidgetId } from "../layout.ts";

/** The name of each widget, for its heading and for arranging. */
export function useWidgetNames(): Record<WidgetId, string> {
  const { t } = useLingui();
  return {
    next: t`Do next`,
    courses: t`My Courses`,
    catalog: t`New in the catalog`,
    due: t`Due next`,
    announcement: t`Announcement`,
    links: t`Quick Links`,
    transcript: t`History`,
  };
}
