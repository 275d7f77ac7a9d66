import { useLingui } from "@lingui/react/macro";
import { BookX } from "lucide-react";
import type { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** Why a preview or review shows no course, and where to go. */
export function PreviewFailure({ error, onRetry, isRetrying }: { error: CallError | null; onRetry: () => void; isRetrying: boolean }) {
  const { t } = useLingui();
  return (
    <div className="page">
      <h1 className="visually-hidden">{t`Course preview`}</h1>
      {error === null || error.status === 404 ? (
        <EmptyState
          icon={BookX}
          title={t`This course could not be found.`}
          message={t`Only its authors, its reviewers and the portal's admins can look at a course before it is learnt.`}
          action={<LinkButton to="/student/dashboard">{t`Back to dashboard`}</LinkButton>}
        />
      ) : (
        <ErrorState
          title={error.status === 0 ? t`The course can't be reached right now` : t`The course could not be opened`}
          safe={t`Nothing was changed.`}
          next={error.status === 0 ? t`Check your connection, then try again.` : error.message}
          requestId={error.requestId || undefined}
          onRetry={onRetry}
          isRetrying={isRetrying}
        />
      )}
    </div>
  );
}

/** Shown while a course is opened. */
export function PreviewWaiting() {
  const { t } = useLingui();
  return (
    <BusyRegion
      isBusy
      label={t`Opening the course`}
      skeleton={
        <div className="page">
          <Skeleton shape="block" />
          <Skeleton count={5} />
        </div>
      }
    >
      {null}
    </BusyRegion>
  );
}
