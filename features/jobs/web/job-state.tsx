import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { Ban, CircleAlert, CircleCheck, Clock, LoaderCircle } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useByteSize } from "#platform/web/use-byte-size.ts";
import { Progress } from "#ui/progress.tsx";
import { Tag } from "#ui/tag.tsx";
import type { Tone } from "#ui/tone.ts";
import type { Job, JobState } from "../contract.ts";
import { useTimeLeft } from "./use-time-left.ts";

const looks: Record<JobState, { icon: LucideIcon; tone: Tone }> = {
  queued: { icon: Clock, tone: "neutral" },
  running: { icon: LoaderCircle, tone: "info" },
  done: { icon: CircleCheck, tone: "success" },
  failed: { icon: CircleAlert, tone: "danger" },
  cancelled: { icon: Ban, tone: "neutral" },
};

/** The words for the states of a job. */
export function useJobWords(): Record<JobState, string> {
  const { t } = useLingui();
  return { queued: t`Queued`, running: t`Running`, done: t`Done`, failed: t`Failed`, cancelled: t`Cancelled` };
}

/** The state of a job as an icon and a word. */
export function JobStateTag({ job }: { job: Pick<Job, "state" | "isCancelling"> }) {
  const { t } = useLingui();
  const words = useJobWords();
  return <Tag {...looks[job.state]}>{job.isCancelling ? t`Cancelling` : words[job.state]}</Tag>;
}

/** How far a job has come, in words and, where that is known, as a bar; nothing for one that has ended well. */
export function JobProgress({ job }: { job: Job }) {
  const { t, i18n } = useLingui();
  const left = useTimeLeft(job);
  const size = useByteSize();
  const amount = (count: number) => (job.unit === null ? i18n.number(count) : size(count));
  const done = amount(job.done);
  const total = amount(job.total ?? 0);
  if (job.state === "queued")
    return (
      <p className="muted small">
        {job.ahead > 0 ? t`${plural(job.ahead, { one: "# job is before it", other: "# jobs are before it" })}` : t`Begins in a moment`}
      </p>
    );
  if (job.state !== "running") return job.reason !== null && <p className="small">{job.reason}</p>;
  if (job.total === null) return <p className="muted small">{t`${done} done so far`}</p>;
  return (
    <>
      <Progress label={job.title} value={job.done} max={job.total} text={t`${done} of ${total}`} />
      <p className="muted small">
        <bdi className="num">{t`${done} of ${total}`}</bdi>
        {left !== null && ` · ${left}`}
      </p>
    </>
  );
}
