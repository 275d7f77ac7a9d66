import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { lazy, Suspense, useEffect } from "react";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { useShellState } from "#features/portal/web/shell-state.ts";
import { settingOn } from "#features/portal/contract.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { announce } from "#ui/announce.ts";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { NARROW, useMediaQuery } from "#ui/use-media-query.ts";
import { useNow } from "#ui/use-now.ts";
import { useZone } from "#ui/zone.ts";
import type { Layout, WidgetId } from "../layout.ts";
import { defaultLayout } from "../layout.ts";
import { plainText } from "../plain-text.ts";
import { AnnouncementText } from "./announcement-widget.tsx";
import type { Dashboard } from "./hooks.ts";
import { dashboardQuery, failedDashboard, useSaveLayout } from "./hooks.ts";
import { MessageBanner } from "./message-banner.tsx";
import { NextCard } from "./next-card.tsx";
import { PartOf, Widget } from "./widget.tsx";
import { CourseGrid, DueList, NewCourses, TranscriptSnapshot } from "./widgets.tsx";
import "./dashboard.css";

// Lazy: drag and drop is heavy and rarely needed, so it loads when the cog is pressed.
const ArrangePanel = lazy(() => import("./arrange-panel.tsx"));

// Lazy: its pictures are for those who have quick links.
const QuickLinks = lazyPart(() => import("./quick-links-widget.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(dashboardQuery);

/** Student Dashboard (specification §2): the next thing to do, then the person's own arrangement of widgets. */
export default function DashboardPage() {
  const { t } = useLingui();
  const query = useQuery(dashboardQuery);
  const { isArranging, stopArranging } = useArranging();
  const change = useChangeLayout();
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
      <MessageBanner />
      {dashboard && isArranging && (
        <Suspense>
          <ArrangePanel layout={dashboard.layout} onChange={(next) => change(next, dashboard.layout)} onDone={stopArranging} />
        </Suspense>
      )}
      <div aria-busy={isLoading} className="dash">
        <Widgets dashboard={dashboard ?? (query.error ? failedDashboard(query.error) : undefined)} />
      </div>
    </div>
  );
}

function Widgets({ dashboard }: { dashboard: Dashboard | undefined }) {
  const layout = dashboard?.layout ?? defaultLayout;
  const isShown = useIsShown(dashboard, layout);
  const column = (ids: readonly WidgetId[]) => ids.filter(isShown).map((id) => <OneWidget key={id} id={id} dashboard={dashboard} />);
  // On a phone the side column comes after a long main column; what is due must not be that far down (experience.md §1.3).
  const isNarrow = useMediaQuery(NARROW);
  const goesUp = (id: WidgetId) => isNarrow && id === "due" && layout.side.includes(id);
  const main = column([...layout.side.filter(goesUp), ...layout.main]);
  const side = column(layout.side.filter((id) => !goesUp(id)));
  return (
    <>
      {isShown("next") && <OneWidget id="next" dashboard={dashboard} />}
      <div className="dash-columns" data-columns={main.length > 0 && side.length > 0 ? 2 : 1}>
        {main.length > 0 && <div className="dash-column">{main}</div>}
        {side.length > 0 && <div className="dash-column">{side}</div>}
      </div>
    </>
  );
}

function OneWidget({ id, dashboard }: { id: WidgetId; dashboard: Dashboard | undefined }): ReactNode {
  const { t } = useLingui();
  const { Announcement } = useEnvironment();
  switch (id) {
    case "next":
      return (
        <section aria-label={t`Do next`} data-widget="next">
          <PartOf name="next" dashboard={dashboard} skeleton="block" headingLevel={2}>
            {(next) => <NextCard {...next} />}
          </PartOf>
        </section>
      );
    case "courses":
      return (
        <Widget id={id} link={{ to: "/course/catalog/myonlinecourses", label: <AllCourses dashboard={dashboard} /> }}>
          <PartOf name="courses" dashboard={dashboard} skeleton="cards">
            {(courses) => <CourseGrid {...courses} />}
          </PartOf>
        </Widget>
      );
    case "due":
      return (
        <Widget id={id}>
          <PartOf name="due" dashboard={dashboard} skeleton="lines">
            {(due) => <DueList {...due} />}
          </PartOf>
        </Widget>
      );
    case "catalog":
      return (
        <Widget id={id} link={{ to: "/course/catalog/categories", label: <Trans>Course Catalog</Trans> }}>
          <PartOf name="catalog" dashboard={dashboard} skeleton="cards">
            {(catalog) => <NewCourses catalog={catalog} />}
          </PartOf>
        </Widget>
      );
    case "announcement":
      return (
        <Widget id={id}>
          <AnnouncementText html={Announcement} />
        </Widget>
      );
    case "links":
      return (
        <Widget id={id}>
          <QuickLinks meanwhile={<Skeleton shape="lines" />} />
        </Widget>
      );
    case "transcript":
      return (
        <Widget id={id} link={{ to: "/student/history", label: <Trans>My History</Trans> }}>
          <PartOf name="transcript" dashboard={dashboard} skeleton="lines">
            {(transcript) => <TranscriptSnapshot transcript={transcript} />}
          </PartOf>
        </Widget>
      );
  }
}

/** Returns a function that tells whether a widget is shown: not hidden, and with content. */
function useIsShown(dashboard: Dashboard | undefined, layout: Layout) {
  const { Announcement, QuickLinks: links } = useEnvironment();
  const hasAnnouncement = Boolean(Announcement) && plainText(Announcement) !== "";
  const part = dashboard?.courses;
  const hasCourses = !part || !("data" in part) || part.data.courseCount > 0;
  return (id: WidgetId) =>
    !layout.hidden.includes(id) &&
    (id !== "announcement" || hasAnnouncement) &&
    (id !== "links" || links.length > 0) &&
    ((id !== "courses" && id !== "due") || hasCourses);
}

function AllCourses({ dashboard }: { dashboard: Dashboard | undefined }) {
  const part = dashboard?.courses;
  if (!part || !("data" in part)) return <Trans>All courses</Trans>;
  const count = <bdi className="num">{part.data.courseCount}</bdi>;
  return <Trans>All courses ({count})</Trans>;
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

let closeLastToast: (() => void) | undefined;

/** Changes the arrangement at once and saves it, with an Undo that works after leaving the screen too. */
function useChangeLayout() {
  const { t } = useLingui();
  const save = useSaveLayout((error) => toast({ tone: "danger", title: t`The dashboard was not changed`, message: error.message }));
  return (next: Layout, before: Layout) => {
    if (next === before) return;
    closeLastToast?.();
    save(next, before);
    closeLastToast = toast({ tone: "success", title: t`Dashboard changed`, action: { label: t`Undo`, onPress: () => save(before, next) } });
  };
}
