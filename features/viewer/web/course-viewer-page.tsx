import { Trans, useLingui } from "@lingui/react/macro";
import { AppWindow } from "lucide-react";
import { useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { detailsPath } from "#features/courses/web/course-path.ts";
import type { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { usePlayerHold } from "./use-player-hold.ts";
import type { Opened } from "./use-opened-course.ts";
import { useOpenedCourse } from "./use-opened-course.ts";
import { Viewer } from "./viewer.tsx";
import "./viewer.css";
import "./lesson.css";

// Only courses made of packages need it.
const PackageCourse = lazyPart(() => import("./package-course.tsx"));

/** The course viewer (specification §2, /student/courseViewer/:courseId, mode 1). */
export default function CourseViewerPage() {
  const { t } = useLingui();
  const { courseId: param = "" } = useParams();
  const courseId = /^[1-9]\d{0,9}$/.test(param) ? Number(param) : null;
  if (courseId === null)
    return (
      <Notice title={t`Course Viewer`}>
        <EmptyState
          title={t`This course could not be found.`}
          action={<LinkButton to="/student/dashboard">{t`Back to dashboard`}</LinkButton>}
        />
      </Notice>
    );
  return <CourseViewer key={courseId} courseId={courseId} />;
}

function CourseViewer({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const isRetake = search.get("retake") === "true";
  const opened = useOpenedCourse(courseId, isRetake);
  // The new attempt exists now; a reload must not ask for one more.
  useEffect(() => {
    if (opened.isSuccess && isRetake) setSearch({}, { replace: true });
  }, [opened.isSuccess, isRetake, setSearch]);
  if (opened.data) return <OpenedCourse key={opened.data.state.attemptId} opened={opened.data} reopen={opened.reopen} />;
  if (opened.error)
    return (
      <Notice title={t`Course Viewer`}>
        <LaunchFailure courseId={courseId} error={opened.error} onRetry={() => void opened.refetch()} isRetrying={opened.isFetching} />
      </Notice>
    );
  return <ViewerSkeleton />;
}

/** The course, unless another window has it: then a choice, so that two windows never write over each other unnoticed (VIEW-1). */
function OpenedCourse({ opened, reopen }: { opened: Opened; reopen: () => Promise<unknown> }) {
  const { t } = useLingui();
  const hold = usePlayerHold(opened.state.attemptId);
  const [wasAsked, setAsked] = useState(!opened.openElsewhere);
  const [isTaking, setTaking] = useState(false);
  if (wasAsked && hold.isHeld) {
    if (opened.course.type === "scorm") return <PackageCourse key={opened.epoch} opened={opened} meanwhile={<ViewerSkeleton />} />;
    return <Viewer key={opened.epoch} opened={opened} />;
  }
  if (wasAsked && hold.isHeld === null) return <ViewerSkeleton />;
  const takeOver = async () => {
    setTaking(true);
    setAsked(true);
    hold.takeOver();
    // Without a connection this window goes on under the epoch it has; the server takes both windows' facts and none are lost.
    await reopen().catch(() => undefined);
    setTaking(false);
  };
  return (
    <Notice title={opened.course.title}>
      <EmptyState
        icon={AppWindow}
        title={t`This course is open in another window`}
        message={t`Your progress there is kept. When you continue here, the other window stops recording.`}
        action={
          <>
            <Button variant="primary" onPress={() => void takeOver()} isPending={isTaking} pendingLabel={t`Opening`}>
              <Trans>Continue here</Trans>
            </Button>
            <LinkButton to="/student/dashboard">{t`Back to dashboard`}</LinkButton>
          </>
        }
      />
    </Notice>
  );
}

function LaunchFailure(props: { courseId: number; error: CallError; onRetry: () => void; isRetrying: boolean }) {
  const { t } = useLingui();
  const { courseId, error } = props;
  const details = <LinkButton to={detailsPath({ id: courseId, type: "online" })}>{t`Course details`}</LinkButton>;
  const dashboard = <LinkButton to="/student/dashboard">{t`Back to dashboard`}</LinkButton>;
  if (error.code === "not_enrolled")
    return (
      <EmptyState title={t`You are not enrolled in this course`} message={t`The course details say how to take part.`} action={details} />
    );
  if (error.status === 404) return <EmptyState title={t`This course could not be found.`} action={dashboard} />;
  if (error.status === 403 || error.status === 409)
    return (
      <EmptyState
        title={t`This course can't be opened`}
        message={error.message}
        action={
          <>
            {details}
            {dashboard}
          </>
        }
      />
    );
  return (
    <ErrorState
      title={error.status === 0 ? t`The course can't be reached right now` : t`The course could not be opened`}
      safe={t`Your progress and answers are kept.`}
      next={
        error.status === 0
          ? t`Check your connection, then try again.`
          : t`Try again in a moment. If it keeps failing, give the request id to your administrator.`
      }
      requestId={error.requestId || undefined}
      onRetry={props.onRetry}
      isRetrying={props.isRetrying}
    />
  );
}

/** A screen without a course on it: a message and where to go. */
function Notice({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="page">
      <PageHeader title={title} />
      {children}
    </div>
  );
}

function ViewerSkeleton() {
  const { t } = useLingui();
  return (
    <BusyRegion
      isBusy
      label={t`Opening the course`}
      skeleton={
        <div className="viewer">
          <div className="viewer-side viewer-side-skeleton">
            <Skeleton count={8} />
          </div>
          <div className="viewer-stage">
            <div className="viewer-top" />
            <div className="viewer-body">
              <div className="lesson">
                <Skeleton shape="block" />
                <Skeleton count={4} />
              </div>
            </div>
            <div className="viewer-bottom" />
          </div>
        </div>
      }
    >
      {null}
    </BusyRegion>
  );
}
