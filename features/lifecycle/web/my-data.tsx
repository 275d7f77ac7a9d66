import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { jobFilePath, type Job } from "#features/jobs/contract.ts";
import { isUnfinished, jobQuery } from "#features/jobs/web/hooks.ts";
import { useLiveJobs } from "#features/jobs/web/use-live-jobs.ts";
import { CallError } from "#platform/call.ts";
import { useByteSize } from "#platform/web/use-byte-size.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Progress } from "#ui/progress.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { dataExportQuery, useStartDataExport } from "./hooks.ts";
import "./my-data.css";

/** Exporting one's own data: asks for it, follows it, and gives the file until it expires. */
export default function MyData() {
  const { t } = useLingui();
  const newest = useQuery(dataExportQuery);
  const jobId = newest.data?.jobId ?? 0;
  const query = useQuery({ ...jobQuery(jobId), enabled: jobId > 0 });
  const job = jobId > 0 ? query.data : undefined;
  useLiveJobs(job !== undefined && isUnfinished(job));
  const start = useStartDataExport();
  const begin = () =>
    start.mutate(undefined, { onError: (error) => toast({ tone: "danger", title: t`The export did not begin`, message: error.message }) });
  const failed = newest.error ?? query.error;
  if (failed && !job)
    return (
      <ErrorState
        title={t`Your exports could not be loaded`}
        requestId={failed instanceof CallError ? failed.requestId : undefined}
        onRetry={() => void (newest.error ? newest : query).refetch()}
        isRetrying={newest.isFetching || query.isFetching}
        headingLevel={3}
      />
    );
  return (
    <BusyRegion isBusy={!newest.data || (jobId > 0 && !job)} label={t`Loading your exports`} skeleton={<Skeleton count={2} />}>
      <p className="muted">
        <Trans>All of it can be put into a ZIP file: a page to read, and the same as CSV and JSON.</Trans>
      </p>
      {job && <Standing job={job} />}
      <div className="my-data-actions">
        {job?.file && (
          <a className="ui-button" data-variant="primary" href={jobFilePath(job.id)} download={job.file.name}>
            <Icon of={Download} />
            {t`Download my data`}
          </a>
        )}
        {!(job && isUnfinished(job)) && (
          <Button isPending={start.isPending} pendingLabel={t`Beginning`} onPress={begin}>
            {job?.file ? t`Export again` : t`Export my data`}
          </Button>
        )}
      </div>
    </BusyRegion>
  );
}

/** How the newest export stands, in words. */
function Standing({ job }: { job: Job }) {
  const { t } = useLingui();
  const sizeOf = useByteSize();
  if (isUnfinished(job))
    return (
      <div role="status">
        <p>
          <Trans>Your data is being put together. You can leave this page meanwhile.</Trans>
        </p>
        {job.total !== null && <Progress label={t`Export`} value={job.done} max={job.total} />}
      </div>
    );
  if (job.state === "failed")
    return (
      <p role="status">
        <Trans>The export did not succeed.</Trans> {job.reason}
      </p>
    );
  if (!job.file) return null;
  const size = sizeOf(job.file.bytes);
  return (
    <p role="status">
      <Trans>
        Your data of <Time instant={job.createdAt} /> is ready (<bdi>{size}</bdi>). It is kept here until <Time instant={job.file.until} />.
      </Trans>
    </p>
  );
}
