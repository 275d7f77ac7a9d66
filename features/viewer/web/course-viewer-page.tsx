import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { standingSubject } from "#features/enrolment/web/standing-subject.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { RunningPackagesContext, runningPackages } from "#features/scorm/web/running-packages.ts";
import type { CallError } from "#platform/call.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LessonSkeleton } from "./lesson-skeleton.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { SaveStatus } from "./save-status.tsx";
import { usePlayerHold } from "./use-player-hold.ts";
import type { Opened } from "./use-opened-course.ts";
import { useOpenedCourse } from "./use-opened-course.ts";
import { usePresence } from "./use-presence.ts";
import { Viewer } from "./viewer.tsx";
import "./viewer.css";
import "./lesson.css";

// Lazy: only SCORM courses need it.
const PackageCourse = lazyPart(() => import("./package-course.tsx"));
// Lazy: a notice instead of the course is rare.
const ViewerNotice = lazyPart(() => import("./viewer-notice.tsx"));

/** How long a package that does not answer is waited for, in ms. */
const stopMs = 1_000;

/** The course viewer (specification §2, /student/courseViewer/:courseId, mode 1). */
export default function CourseViewerPage() {
  const { courseId: param = "" } = useParams();
  const courseId = /^[1-9]\d{0,9}$/.test(param) ? Number(param) : null;
  if (courseId === null) return <ViewerNotice says="none" />;
  return <CourseViewer key={courseId} courseId={courseId} />;
}

/** The course, or a choice when another window of this browser has it open, so that two windows never overwrite each other unnoticed (VIEW-1). */
function CourseViewer({ courseId }: { courseId: number }) {
  const navigate = useNavigate();
  const isRetake = new URLSearchParams(useLocation().search).get("retake") === "true";
  const { User, Portal } = useEnvironment();
  const hold = usePlayerHold(`${Portal.id}:${User.Id}:${courseId}`);
  const { data, error, isSuccess, isFetching, refetch } = useOpenedCourse(courseId, { isRetake, mayOpen: hold.isHeld === true });
  // The new attempt exists now; a reload must not start another one.
  useEffect(() => {
    if (isSuccess && isRetake) void navigate("?", { replace: true });
  }, [isSuccess, isRetake, navigate]);
  if (data) {
    const goOn = () => {
      hold.takeOver();
      void refetch();
    };
    const opening = { error, isOpening: isFetching, isHeld: hold.isHeld !== false, onContinue: goOn };
    return <OpenedCourse key={data.state.attemptId} opened={data} {...opening} />;
  }
  if (hold.isHeld === false) return <ViewerNotice says="elsewhere" onContinue={hold.takeOver} isOpening={false} />;
  if (error) return <ViewerNotice says="failed" courseId={courseId} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <ViewerSkeleton />;
}

type OpenedCourseProps = { opened: Opened; error: CallError | null; isOpening: boolean; isHeld: boolean; onContinue: () => void };

/** The course, until another window or device has superseded this one: then it stops recording and says so. */
function OpenedCourse({ opened, error, isOpening, isHeld, onContinue }: OpenedCourseProps) {
  const { course, epoch, outbox } = opened;
  const client = useQueryClient();
  // What was fetched ahead, or shown before, does not know of this attempt.
  useEffect(() => () => void refetchWhatShows(client, standingSubject), [client]);
  const [lost, setLost] = useState(0);
  if (!isHeld && lost !== epoch) setLost(epoch);
  const isOvertaken = usePresence(opened) || lost === epoch;
  // Facts accepted before are still sent and count.
  useEffect(() => {
    if (isOvertaken) void outbox.flush();
  }, [isOvertaken, outbox]);
  // Packages are told first, a course's own and those of a lesson: until they are gone their APIs answer that nothing is stored any more.
  const [running] = useState(runningPackages);
  const [stoppedAt, setStoppedAt] = useState(0);
  const mustStop = isOvertaken && stoppedAt !== epoch;
  useEffect(() => {
    if (!mustStop) return;
    const onStopped = () => setStoppedAt(epoch);
    const timer = setTimeout(onStopped, stopMs);
    void running.stopAll().then(onStopped);
    return () => clearTimeout(timer);
  }, [mustStop, running, epoch]);
  if (isOvertaken && !mustStop)
    return <ViewerNotice says="overtaken" title={course.title} error={error} onContinue={onContinue} isOpening={isOpening} />;
  return (
    <RunningPackagesContext value={running}>
      {course.type === "scorm" ? (
        <PackageCourse
          key={epoch}
          opened={opened}
          saveStatus={<SaveStatus />}
          renderResult={(now) => <Viewer opened={now} />}
          meanwhile={<ViewerSkeleton />}
        />
      ) : (
        <Viewer key={epoch} opened={opened} />
      )}
    </RunningPackagesContext>
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
              <LessonSkeleton />
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
