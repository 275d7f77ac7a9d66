import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import { Navigate, useParams } from "react-router";
import { CallError } from "#platform/call.ts";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { NARROW, useMediaQuery } from "#ui/use-media-query.ts";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { CourseTypeTag } from "#features/courses/web/course-facts.tsx";
import type { CourseDetails, DetailsTab } from "../contract.ts";
import { DetailsActionBar, DetailsActionCard, DetailsStanding } from "./details-action.tsx";
import { DetailsAttempts } from "./details-attempts.tsx";
import { DetailsOutline } from "./details-outline.tsx";
import { DetailsOverview } from "./details-overview.tsx";
import { DetailsRequirements } from "./details-requirements.tsx";
import { detailsQuery } from "./hooks.ts";
import "./details.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { params }) => {
  const courseId = idIn(params["courseId"]);
  return courseId > 0 && client.prefetchQuery(detailsQuery(courseId));
};

/** `/course/details/:type/:courseId/:tab?`: tabs, with the one action beside them, or below on a phone (DET-1, DET-2). */
export default function DetailsPage() {
  const { t } = useLingui();
  const { type, courseId: idText = "", tab = "overview" } = useParams();
  const courseId = idIn(idText);
  const result = useQuery({ ...detailsQuery(courseId), enabled: courseId > 0 });
  const { data, error } = result;

  if (courseId === 0 || (error instanceof CallError && (error.status === 404 || error.status === 400))) return <NoSuchCourse />;
  // The address contains the course's type; a wrong type is corrected.
  if (data && type !== data.type) return <Navigate to={detailsPath(data, tab)} replace />;
  return (
    <div className="page details-page">
      <BusyRegion isBusy={result.isPending} label={t`Loading the course`} skeleton={<DetailsSkeleton />}>
        {error && !data ? (
          <>
            <PageHeader title={t`Course Details`} />
            <ErrorState
              title={t`This course could not be loaded`}
              safe={t`Your progress is kept.`}
              next={error.message}
              requestId={error instanceof CallError ? error.requestId : ""}
              onRetry={() => void result.refetch()}
              isRetrying={result.isFetching}
            />
          </>
        ) : (
          data && <Details course={data} tab={tab.toLowerCase()} />
        )}
      </BusyRegion>
    </div>
  );
}

function Details({ course, tab }: { course: CourseDetails; tab: string }) {
  const { t } = useLingui();
  const isNarrow = useMediaQuery(NARROW);
  const labels: Record<DetailsTab, string> = {
    overview: t`Overview`,
    outline: t`Outline`,
    attempts: t`My attempts`,
    requirements: t`Requirements`,
  };
  // DET-1: an unknown tab falls back to the overview.
  const current = course.tabs.find((one) => one === tab) ?? "overview";
  return (
    <>
      <PageHeader
        title={course.title}
        back={{ to: "/course/catalog/categories", label: t`Course Catalog` }}
        meta={<CourseTypeTag type={course.type} />}
      />
      {isNarrow && (
        <div className="details-standing">
          <DetailsStanding course={course} />
        </div>
      )}
      <div className="details">
        <div className="details-main">
          <LinkTabs
            label={t`About this course`}
            tabs={course.tabs.map((one) => ({
              to: detailsPath(course, one),
              label: labels[one],
              isCurrent: one === current,
              ...(one === "attempts" && { count: course.attempts.length }),
            }))}
          />
          <section className="details-tab" aria-label={labels[current]}>
            {current === "overview" && <DetailsOverview course={course} />}
            {current === "outline" && <DetailsOutline course={course} />}
            {current === "attempts" && <DetailsAttempts attempts={course.attempts} />}
            {current === "requirements" && <DetailsRequirements course={course} />}
          </section>
        </div>
        {!isNarrow && <DetailsActionCard course={course} />}
      </div>
      {isNarrow && <DetailsActionBar course={course} />}
    </>
  );
}

function NoSuchCourse() {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={t`Course Details`} />
      <EmptyState
        icon={FileQuestion}
        title={t`This course could not be found`}
        message={t`It may have been taken out of the catalog, or it belongs to another portal.`}
        action={<LinkButton to="/course/catalog/categories">{t`Browse the catalog`}</LinkButton>}
      />
    </div>
  );
}

function DetailsSkeleton() {
  return (
    <div className="details">
      <div className="stack-l">
        <Skeleton shape="lines" count={2} />
        <Skeleton shape="lines" count={8} />
      </div>
      <Skeleton shape="block" />
    </div>
  );
}
