import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { ReusableUse } from "../../reusable-contract.ts";
import { usesQuery } from "./hooks.ts";
import { PageSteps } from "./page-steps.tsx";
import "./reuse.css";

interface UsesDialogProps {
  readonly reusableId: number;
  readonly title: string;
  readonly onClose: () => void;
}

/** The courses and pages that use a reusable block, with links to their editors. */
export function UsesDialog({ reusableId, title, onClose }: UsesDialogProps) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching } = useQuery(usesQuery(reusableId, page > 1 ? { page } : {}));
  return (
    <Dialog title={t`Where ${title} is used`} isOpen onOpenChange={(open) => !open && onClose()} width="half">
      {error && !data ? (
        <ErrorState
          headingLevel={3}
          title={t`The courses could not be loaded`}
          requestId={error instanceof CallError ? error.requestId : undefined}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <BusyRegion isBusy={!data} label={t`Loading the courses`} skeleton={<Skeleton count={3} />}>
          {data && (
            <div className="stack">
              {data.total === 0 && data.others === 0 && (
                <p className="muted">
                  <Trans>No course uses it. Copies are not counted: they have nothing to do with it any more.</Trans>
                </p>
              )}
              <ul className="reuse-list">
                {data.rows.map((use) => (
                  <CourseUse key={use.courseId} use={use} />
                ))}
              </ul>
              <PageSteps page={data.page} pageSize={data.pageSize} total={data.total} onPage={setPage} />
              {data.others > 0 && (
                <p className="muted">
                  <Plural value={data.others} one="# course of somebody else uses it too." other="# courses of others use it too." />
                </p>
              )}
            </div>
          )}
        </BusyRegion>
      )}
    </Dialog>
  );
}

function CourseUse({ use }: { use: ReusableUse }) {
  const { t } = useLingui();
  const { courseId, title, pages } = use;
  const place = `/author/courseEditor/${courseId}`;
  return (
    <li className="reuse-item">
      <div className="reuse-words">
        <h3 className="reuse-title">
          <Link to={place}>
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <ul className="small reuse-pages">
          {pages.map(({ id, title: pageTitle, inDraft, isPublished }) => (
            <li key={id}>
              <Link to={inDraft ? `${place}?page=${encodeURIComponent(id)}` : place}>
                <bdi>{pageTitle || t`Untitled page`}</bdi>
              </Link>{" "}
              <span className="muted">{inDraft ? (isPublished ? t`draft and published` : t`draft`) : t`published`}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
