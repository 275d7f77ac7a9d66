import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { CallError } from "#platform/call.ts";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import type { Job } from "../contract.ts";
import { isUnfinished, jobQuery } from "./hooks.ts";
import { JobActions } from "./job-actions.tsx";
import { JobProgress, JobStateTag } from "./job-state.tsx";
import { useLiveJobs } from "./use-live-jobs.ts";
import "./job-tray.css";

/** Prefetches the job, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { params }) => client.prefetchQuery(jobQuery(idIn(params["jobId"])));

/** The status page of one job: how far it is, what came of it, and what can be done with it. */
export default function JobPage() {
  const { t } = useLingui();
  const { jobId } = useParams();
  const query = useQuery(jobQuery(idIn(jobId)));
  const job = query.data;
  useLiveJobs(job !== undefined && isUnfinished(job));
  const isAbsent = query.error instanceof CallError && query.error.status === 404;
  const back = { to: "/jobs", label: t`Jobs` };
  return (
    <div className="page stack">
      <PageHeader
        title={job?.title ?? (isAbsent ? t`This job is not there` : t`Job`)}
        back={back}
        {...(job && { meta: <JobStateTag job={job} />, actions: <JobActions job={job} /> })}
      />
      {isAbsent ? (
        <EmptyState
          title={t`There is nothing to see`}
          message={t`Jobs are kept for 90 days, and seen by whoever started them. Admins see what changes many people at once.`}
          action={<LinkButton to="/jobs">{t`All jobs`}</LinkButton>}
        />
      ) : query.isError && !job ? (
        <ErrorState
          title={t`The job could not be loaded`}
          safe={t`It goes on all the same.`}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!job} label={t`Loading the job`} skeleton={<Skeleton />}>
          {job && <Facts job={job} />}
        </BusyRegion>
      )}
    </div>
  );
}

function Facts({ job }: { job: Job }) {
  const { t } = useLingui();
  return (
    <div className="stack job-details">
      <JobProgress job={job} />
      <dl className="job-facts">
        {job.facts.map(({ label, value }) => (
          <Fact key={label} label={label}>
            <bdi>{value}</bdi>
          </Fact>
        ))}
        {job.owner !== null && (
          <Fact label={t`Started by`}>
            <bdi>{job.owner}</bdi>
          </Fact>
        )}
        <Fact label={t`Started`}>
          <Time instant={job.startedAt ?? job.createdAt} />
        </Fact>
        {job.endedAt !== null && (
          <Fact label={t`Ended`}>
            <Time instant={job.endedAt} />
          </Fact>
        )}
        {job.undoUntil !== null && (
          <Fact label={t`Can be undone until`}>
            <Time instant={job.undoUntil} />
          </Fact>
        )}
        {job.file && (
          <Fact label={t`File is kept until`}>
            <Time instant={job.file.until} />
          </Fact>
        )}
      </dl>
      {job.undoneBy !== null && (
        <p>
          <Trans>
            This was undone: <Link to={`/jobs/${job.undoneBy}`}>see what came of that</Link>.
          </Trans>
        </p>
      )}
      {job.links.length > 0 && (
        <ul className="stack">
          {job.links.map(({ label, href }) => (
            <li key={href}>
              <a href={href} download>
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
