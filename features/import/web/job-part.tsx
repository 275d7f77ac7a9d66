import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { isUnfinished, jobQuery } from "#features/jobs/web/hooks.ts";
import { useLiveJobs } from "#features/jobs/web/use-live-jobs.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Progress } from "#ui/progress.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { Import } from "../contract.ts";
import { CheckPart } from "./check-part.tsx";
import { useImportsAgain } from "./hooks.ts";
import { MappingPart } from "./mapping-part.tsx";
import { useImportWords } from "./use-import-words.ts";

interface JobPartProps {
  readonly one: Import;
  readonly jobId: number;
  readonly isAtColumns: boolean;
  readonly toColumns: () => void;
  readonly onChecked: () => void;
}

/** How far the job of an import is; it goes on when the page is closed. One that failed leaves the import where it was. */
export function JobPart({ one, jobId, toColumns, isAtColumns, onChecked }: JobPartProps) {
  const { t } = useLingui();
  const words = useImportWords();
  const { data: job } = useQuery(jobQuery(jobId));
  const isUnderWay = job === undefined || isUnfinished(job);
  useLiveJobs(isUnderWay);
  const askAgain = useImportsAgain();
  // The job wrote what became of the import before it ended.
  const again = useEffectEvent(() => void askAgain());
  useEffect(() => {
    if (!isUnderWay) again();
  }, [isUnderWay, jobId]);
  const isOver = job?.state === "failed" || job?.state === "cancelled";
  if (isOver && one.state === "checking" && isAtColumns) return <MappingPart one={one} onChecked={onChecked} />;
  if (isOver)
    return (
      <div className="import">
        <Banner
          tone="danger"
          role="alert"
          title={job.state === "cancelled" ? t`This was cancelled` : t`This could not be finished`}
          action={one.state === "checking" && <Button onPress={toColumns}>{t`Back to the columns`}</Button>}
        >
          <p>{job.reason ?? t`What was done before stays done. The rest can be done from your jobs.`}</p>
        </Banner>
        {one.state !== "checking" && <CheckPart one={one} toColumns={toColumns} />}
      </div>
    );
  const done = job?.done ?? 0;
  const total = job?.total ?? null;
  return (
    <section className="card import-card" aria-live="polite">
      {total === null ? (
        <Spinner label={words.state[one.state]} />
      ) : (
        <Progress label={words.state[one.state]} value={done} max={total} text={t`${done} of ${total} rows`} isLabelVisible />
      )}
      <p className="muted">
        <Trans>This goes on when you leave the page.</Trans>
      </p>
    </section>
  );
}
