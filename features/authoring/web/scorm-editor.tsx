import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { CallError } from "#platform/call.ts";
import { idIn } from "#platform/web/address-id.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CourseEditor } from "./course-editor.tsx";
import { editorQuery } from "./hooks.ts";
import "./authoring.css";

/** Course Editor (specification §2) for SCORM courses: a form, with package, publishing and learners. Default export, because it is loaded lazily. */
export default function ScormEditor() {
  const { t } = useLingui();
  const courseId = idIn(useParams().courseId);
  const isId = courseId > 0;
  const query = useQuery({
    ...editorQuery(courseId),
    enabled: isId,
    retry: (count, error) => count < 2 && !(error instanceof CallError && !error.temporary),
  });
  const { data: course, error } = query;
  const refusal = error instanceof CallError && [403, 404, 409].includes(error.status) ? error.message : null;
  return (
    <div className="page">
      <PageHeader
        title={t`Course editor`}
        back={{ to: "/dashboard/author", label: t`Dashboard` }}
        description={course && <bdi>{course.title}</bdi>}
      />
      {!isId || (refusal && !course) ? (
        <EmptyState
          title={t`There is no course to edit here`}
          message={refusal ?? t`This address names no course.`}
          action={
            <LinkButton variant="primary" to="/dashboard/author">
              <Trans>To your courses</Trans>
            </LinkButton>
          }
        />
      ) : query.isError && !course ? (
        <ErrorState
          title={t`The course could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={error instanceof CallError ? error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!course} label={t`Loading the course`} skeleton={<Skeleton count={10} />}>
          {course && <CourseEditor key={course.id} course={course} />}
        </BusyRegion>
      )}
    </div>
  );
}
