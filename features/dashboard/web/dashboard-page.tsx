import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useParams } from "react-router";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { useShellState } from "#features/portal/web/shell-state.ts";
import { settingOn } from "#features/portal/contract.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { announce } from "#ui/announce.ts";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { NARROW, useMediaQuery } from "#ui/use-media-query.ts";
import { useNow } from "#ui/use-now.ts";
import { useZone } from "#ui/zone.ts";
import { defaultLayout } from "../layout.ts";
import type { WidgetId } from "../widget-kinds.ts";
import { dashboardQuery, failedDashboard } from "./hooks.ts";
import type { Board } from "./widget-view.ts";
import { widgetViews } from "./widget-views.ts";
import "./dashboard.css";

// Lazy: only an address that somebody was sent to has a message.
const MessageBanner = lazyPart(() => import("./message-banner.tsx"));

// Lazy: drag and drop is heavy and rarely needed, so it loads when the cog is pressed.
const ArrangePanel = lazy(() => import("./arrange-panel.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(dashboardQuery);

/** Student Dashboard (specification §2): the next thing to do, then the person's own arrangement of widgets. */
export default function DashboardPage() {
  const { t } = useLingui();
  const query = useQuery(dashboardQuery);
  const { Announcement, QuickLinks } = useEnvironment();
  const { isArranging, stopArranging } = useArranging();
  const { messageType } = useParams();
  const dashboard = query.data;
  const isLoading = !dashboard && !query.isError;

  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => announce(t`Loading dashboard`), 150);
    return () => clearTimeout(timer);
  }, [isLoading, t]);

  return (
    <div className="page">
      <PageHeader title={t`Dashboard`} description={<Greeting />} />
      {messageType && <MessageBanner messageType={messageType} />}
      {dashboard && isArranging && (
        <Suspense>
          <ArrangePanel arrangement={dashboard} onDone={stopArranging} />
        </Suspense>
      )}
      <div aria-busy={isLoading} className="dash">
        <DashboardView
          dashboard={dashboard ?? (query.error ? failedDashboard(query.error) : undefined)}
          announcement={Announcement}
          links={QuickLinks}
        />
      </div>
    </div>
  );
}

/** The widgets of somebody in their places. */
export function DashboardView(board: Board) {
  const layout = board.dashboard?.layout ?? defaultLayout;
  const isShown = (id: WidgetId) => !layout.hidden.includes(id) && (widgetViews[id].hasContent?.(board) ?? true);
  const view = (id: WidgetId) => {
    const { Show } = widgetViews[id];
    return <Show key={id} {...board} />;
  };
  const column = (ids: readonly WidgetId[]) => ids.filter(isShown).map(view);
  // On a phone the side column comes after a long main column; what is due must not be that far down (experience.md §1.3).
  const isNarrow = useMediaQuery(NARROW);
  const goesUp = (id: WidgetId) => isNarrow && id === "due" && layout.side.includes(id);
  const main = column([...layout.side.filter(goesUp), ...layout.main]);
  const side = column(layout.side.filter((id) => !goesUp(id)));
  return (
    <>
      {isShown("next") && view("next")}
      <div className="dash-columns" data-columns={main.length > 0 && side.length > 0 ? 2 : 1}>
        {main.length > 0 && <div className="dash-column">{main}</div>}
        {side.length > 0 && <div className="dash-column">{side}</div>}
      </div>
    </>
  );
}

function Greeting() {
  const { User } = useEnvironment();
  const zone = useZone();
  const now = useNow();
  const hour = Number(new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone: zone }).format(now));
  const name = <bdi>{User.GivenName}</bdi>;
  if (hour >= 4 && hour < 12) return User.GivenName ? <Trans>Good morning, {name}</Trans> : <Trans>Good morning</Trans>;
  if (hour >= 12 && hour < 18) return User.GivenName ? <Trans>Good afternoon, {name}</Trans> : <Trans>Good afternoon</Trans>;
  return User.GivenName ? <Trans>Good evening, {name}</Trans> : <Trans>Good evening</Trans>;
}

/** The cog in the header (specification §3, §4): shown on this screen if the portal allows arranging; pressed while arranging. */
function useArranging() {
  const { showStudentWidgetsIcon, showStudentWidgets, setShowStudentWidgets, setShowStudentWidgetsIcon } = useShellState();
  const mayArrange = settingOn(useEnvironment().PortalSettings, "showStudentWidgets");
  // The shell resets the icon after this screen's effects have run, so each render checks whether to set it again.
  useEffect(() => {
    if (mayArrange && !showStudentWidgetsIcon) setShowStudentWidgetsIcon(true);
  });
  return {
    isArranging: showStudentWidgets,
    stopArranging: () => {
      setShowStudentWidgets(false);
      document.getElementById("page-title")?.focus();
    },
  };
}
