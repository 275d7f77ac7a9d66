import { useLingui } from "@lingui/react/macro";
import { Download, RotateCw, Undo2, X } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { jobFilePath, type Job } from "../contract.ts";
import { isUnfinished, useCancelJob, useRetryJob, useUndoJob } from "./hooks.ts";

/** What can be done with a job now: cancel, try again, undo, take its file. */
export function JobActions({ job, size, onLeave }: { job: Job; size?: "s"; onLeave?: () => void }) {
  const { t } = useLingui();
  const cancel = useCancelJob();
  const retry = useRetryJob();
  const undo = useUndoJob();
  const { title } = job;
  const look = size ? { size } : {};
  return (
    <>
      {isUnfinished(job) && !job.isCancelling && (
        <Button {...look} icon={X} aria-label={t`Cancel: ${title}`} isPending={cancel.isPending} onPress={() => cancel.mutate(job.id)}>
          {t`Cancel`}
        </Button>
      )}
      {job.owner === null && (job.state === "failed" || job.state === "cancelled") && (
        <Button
          {...look}
          icon={RotateCw}
          aria-label={t`Try again: ${title}`}
          isPending={retry.isPending}
          onPress={() => retry.mutate(job.id)}
        >
          {t`Try again`}
        </Button>
      )}
      {job.undoUntil !== null && (
        <Button {...look} icon={Undo2} aria-label={t`Undo: ${title}`} isPending={undo.isPending} onPress={() => undo.mutate(job.id)}>
          {t`Undo`}
        </Button>
      )}
      {job.place && (
        <LinkButton {...look} to={job.place.to} onClick={onLeave}>
          {job.place.label}
        </LinkButton>
      )}
      {job.file && (
        <a className="ui-button" data-size={size} href={jobFilePath(job.id)} download={job.file.name}>
          <Icon of={Download} />
          {t`Download`}
        </a>
      )}
    </>
  );
}
