import { Trans, useLingui } from "@lingui/react/macro";
import { AppWindow } from "lucide-react";
import type { ReactNode } from "react";
import { detailsPath } from "#features/courses/web/course-path.ts";
import type { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";

type Elsewhere = { onContinue: () => void; isOpening: boolean };
type Overtaken = Elsewhere & { title: string; error: CallError | null };
type Failed = { courseId: number; error: CallError; onRetry: () => void; isRetrying: boolean };
type ViewerNoticeProps =
  | { says: "none" }
  | ({ says: "elsewhere" } & Elsewhere)
  | ({ says: "overtaken" } & Overtaken)
  | ({ says: "failed" } & Failed);

/** Shown in the viewer instead of a course: why there is none, and where to go. */
export default function ViewerNotice(props: ViewerNoticeProps) {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={props.says === "overtaken" ? props.title : t`Course Viewer`} />
      {props.says === "failed" ? (
        <LaunchFailure {...props} />
      ) : props.says === "none" ? (
        <EmptyState title={t`This course could not be found.`} action={<Dashboard />} />
      ) : props.says === "elsewhere" ? (
        <GoOn
          {...props}
          title={t`This course is open in another window`}
          message={t`Your progress there is kept. When you continue here, the other window stops recording.`}
        />
      ) : (
        <>
          {props.error && (
            <Banner tone="danger" role="alert">
              {props.error.status === 0 ? t`The course can't be reached right now` : props.error.message}
            </Banner>
          )}
          <GoOn
            {...props}
            title={t`You went on with this course elsewhere`}
            message={t`It was opened in another window or on another device, so nothing more is recorded here. What you did here before is kept and counts.`}
          />
        </>
      )}
    </div>
  );
}

function Dashboard() {
  const { t } = useLingui();
  return <LinkButton to="/student/dashboard">{t`Back to dashboard`}</LinkButton>;
}

function GoOn({ title, message, onContinue, isOpening }: Elsewhere & { title: string; message: ReactNode }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={AppWindow}
      title={title}
      message={message}
      action={
        <>
          <Button variant="primary" onPress={onContinue} isPending={isOpening} pendingLabel={t`Opening`}>
            <Trans>Continue here</Trans>
          </Button>
          <Dashboard />
        </>
      }
    />
  );
}

function LaunchFailure(props: Failed) {
  const { t } = useLingui();
  const { courseId, error } = props;
  const details = <LinkButton to={detailsPath({ id: courseId, type: "online" })}>{t`Course details`}</LinkButton>;
  if (error.code === "not_enrolled")
    return (
      <EmptyState title={t`You are not enrolled in this course`} message={t`The course details say how to take part.`} action={details} />
    );
  if (error.status === 404) return <EmptyState title={t`This course could not be found.`} action={<Dashboard />} />;
  if (error.status === 403 || error.status === 409)
    return (
      <EmptyState
        title={t`This course can't be opened`}
        message={error.message}
        action={
          <>
            {details}
            <Dashboard />
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
          : t`Try again in a moment. If it keeps failing, give the request id to a portal admin.`
      }
      requestId={error.requestId || undefined}
      onRetry={props.onRetry}
      isRetrying={props.isRetrying}
    />
  );
}
