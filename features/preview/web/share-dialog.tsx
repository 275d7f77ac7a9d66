import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { sharingQuery } from "./hooks.ts";
import { LinkSection } from "./link-section.tsx";
import { ReviewerSection } from "./reviewer-section.tsx";
import "./share.css";

type ShareDialogProps = { courseId: number; isOpen?: boolean; onClose: () => void };

/** With whom a course is shared before it is learnt: its reviewers, and links for people without an account. */
export default function ShareDialog({ courseId, isOpen = true, onClose }: ShareDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Share`}
      width="m"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <Button variant="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <Sharing courseId={courseId} />
    </Dialog>
  );
}

function Sharing({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(sharingQuery(courseId));
  if (error && !data)
    return (
      <ErrorState
        headingLevel={3}
        title={t`Reviewers and links could not be loaded`}
        safe={t`Nothing was changed.`}
        next={error.status === 0 ? t`Check your connection, then try again.` : error.message}
        requestId={error.requestId || undefined}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!data) return <Skeleton count={5} />;
  return (
    <div className="share">
      <ReviewerSection courseId={courseId} reviewers={data.reviewers} />
      <LinkSection courseId={courseId} links={data.links} hasCurrent={data.hasCurrent} />
    </div>
  );
}
