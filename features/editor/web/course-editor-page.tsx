import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { CallError } from "#platform/call.ts";
import { idIn } from "#platform/web/address-id.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { draftQuery } from "./hooks.ts";

const CourseEditor = lazyPart(() => import("./course-editor.tsx"));

/** Course Editor (specification §2): of an online course its chapters, pages and blocks; of a SCORM course its package. */
export default function CourseEditorPage() {
  const { t } = useLingui();
  const courseId = idIn(useParams().courseId);
  const isId = courseId > 0;
  const query = useQuery({
    ...draftQuery(courseId),
    enabled: isId,
    retry: (count, error) => count < 2 && !(error instanceof CallError && !error.temporary),
  });
  const { data: draft, error } = query;
  const waiting = (
    <BusyRegion isBusy label={t`Loading the course`} skeleton={<Skeleton count={10} />}>
      {null}
    </BusyRegion>
  );
  if (draft) return <CourseEditor key={draft.id} draft={draft} meanwhile={<div className="page">{waiting}</div>} />;
  const refusal = error instanceof CallError && [403, 404, 409].includes(error.status) ? error.message : null;
  return (
    <div className="page">
      <PageHeader title={t`Course editor`} back={{ to: "/dashboard/author", label: t`Dashboard` }} />
      {!isId || refusal ? (
        <EmptyState
          title={t`There is no course to edit here`}
          message={refusal ?? t`This address names no course.`}
          action={
            <LinkButton variant="primary" to="/dashboard/author">
              <Trans>To your courses</Trans>
            </LinkButton>
          }
        />
      ) : query.isError ? (
        <ErrorState
          title={t`The course could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={error instanceof CallError ? error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        waiting
      )}
    </div>
  );
}
