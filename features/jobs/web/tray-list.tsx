import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { Link } from "#ui/link.tsx";
import { Popover } from "#ui/popover.tsx";
import type { Job } from "../contract.ts";
import { isUnfinished, usePutAwayJob } from "./hooks.ts";
import { JobActions } from "./job-actions.tsx";
import { JobProgress, JobStateTag } from "./job-state.tsx";

type Props = { jobs: readonly Job[]; anchor: RefObject<HTMLElement | null>; onClose: () => void };

/** What opens under the tray's button: each job with its progress and what can be done with it. */
export default function TrayList({ jobs, anchor, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Popover label={t`Jobs`} anchor={anchor} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <ul className="job-tray">
        {jobs.map((job) => (
          <TrayJob key={job.id} job={job} onLeave={onClose} />
        ))}
      </ul>
      <p className="job-tray-all">
        <Link to="/jobs" onClick={onClose}>{t`All jobs`}</Link>
      </p>
    </Popover>
  );
}

function TrayJob({ job, onLeave }: { job: Job; onLeave: () => void }) {
  const { t } = useLingui();
  const putAway = usePutAwayJob();
  const { title } = job;
  return (
    <li>
      <div className="job-tray-head">
        <Link to={`/jobs/${job.id}`} onClick={onLeave}>
          <bdi>{title}</bdi>
        </Link>
        {!isUnfinished(job) && <IconButton size="s" icon={X} label={t`Put away: ${title}`} onPress={() => putAway.mutate(job.id)} />}
      </div>
      <JobStateTag job={job} />
      <JobProgress job={job} />
      <div className="row">
        <JobActions job={job} size="s" onLeave={onLeave} />
      </div>
    </li>
  );
}
