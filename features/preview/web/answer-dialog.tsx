import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CourseReview } from "#features/authoring/web/settings/course-review.tsx";
import { reviewQuery } from "#features/authoring/web/team-hooks.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** The review of a course for whoever approves it: what was asked and answered, and the answer. Default export, because it is loaded lazily. */
export default function AnswerDialog({ courseId, onClose }: { courseId: number; onClose: () => void }) {
  const { t } = useLingui();
  const { data, isError, isFetching, refetch } = useQuery(reviewQuery(courseId));
  // Whoever may edit the course as well asks and takes back in its settings.
  const answers = data?.nextSteps.filter((step) => step === "approved" || step === "returned") ?? [];
  return (
    <Dialog
      title={t`Approve or give back`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {isError && !data ? (
        <ErrorState
          title={t`The review could not be loaded`}
          safe={t`Nothing was changed.`}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          headingLevel={3}
        />
      ) : (
        <BusyRegion isBusy={!data} label={t`Loading the review`} skeleton={<Skeleton count={3} />}>
          {data && <CourseReview courseId={courseId} team={{ ...data, nextSteps: answers }} />}
        </BusyRegion>
      )}
    </Dialog>
  );
}
