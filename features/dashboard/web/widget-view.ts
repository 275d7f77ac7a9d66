import type { ComponentType } from "react";
import type { Environment } from "#features/portal/contract.ts";
import type { Dashboard } from "../contract.ts";

/** What the widgets show: the parts of the dashboard (undefined while it loads), and what comes with the page. */
export interface Board {
  readonly dashboard: Dashboard | undefined;
  /** What the portal tells, as HTML. */
  readonly announcement: string;
  readonly links: Environment["QuickLinks"];
}

/** How a kind of widget looks. */
export interface WidgetView {
  readonly Show: ComponentType<Board>;
  /** Whether there is anything to show for somebody; always, without it. */
  readonly hasContent?: (board: Board) => boolean;
}

/** Whether somebody has courses; assumed while that is not known. */
export function hasCourses({ dashboard }: Board): boolean {
  const part = dashboard?.courses ?? dashboard?.next;
  return !part || !("data" in part) || part.data.courseCount > 0;
}
