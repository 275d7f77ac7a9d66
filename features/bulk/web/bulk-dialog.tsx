import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { atOnce } from "#features/jobs/contract.ts";
import { useJobsAgain, useUndoJob } from "#features/jobs/web/hooks.ts";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { call, CallError } from "#platform/call.ts";
import type { Input, Result } from "#platform/contract.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import { Banner } from "#ui/banner.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import * as api from "../contract.ts";
import { useSubjectWords } from "./use-subject-words.ts";
import "./bulk-dialog.css";

/** An action on chosen people or courses. clear: unselects them, once it is done. */
export interface Asked {
  readonly kind: string;
  readonly input: object | undefined;
  readonly of: Input<typeof api.previewBulk>["body"]["of"];
  readonly clear: () => void;
}
type Preview = Result<typeof api.previewBulk>;

/** Says exactly what an action would do to which people or courses, and does it when told to. */
export default function BulkDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const again = useJobsAgain();
  const undo = useUndoJob();
  const subjects = useSubjectWords();
  const { kind, input, of } = asked;
  // Previewing writes down whom it is about, so it is asked for once, not whenever a cache is old.
  const preview = useMutation({ mutationFn: () => call(api.previewBulk, { body: { kind, input: input ?? {}, of } }) });
  const begin = useEffectEvent(() => preview.mutate());
  useEffect(() => begin(), []);
  const told = preview.data;
  const run = useMutation({
    mutationFn: (runId: number) => call(api.runBulk, { params: { runId } }),
    onSuccess({ jobId, result }) {
      if (!told) return;
      if (result) {
        const { done, notDone } = result;
        toast({
          tone: notDone > 0 ? "warning" : "success",
          title: told.title,
          message:
            notDone > 0
              ? `${subjects[told.on].changed(done)}, ${t`${plural(notDone, { one: "# left alone: changed in the meantime", other: "# left alone: changed in the meantime" })}`}`
              : subjects[told.on].changed(done),
          ...(done > 0 && !told.isFinal && { action: { label: t`Undo`, onPress: () => undo.mutate(jobId) } }),
        });
      } else toast({ title: told.title, message: t`It goes on in the background. Jobs, at the top, shows how far it is.` });
      void refetchWhatShows(client, jobsSubject);
      void again();
      asked.clear();
      onClose();
    },
  });
  return (
    <Dialog
      title={told && told.changes > 0 ? told.title : t`What this would do`}
      isOpen
      width="m"
      onOpenChange={(isOpen) => !isOpen && !run.isPending && onClose()}
      footer={
        <>
          <Button onPress={onClose} isDisabled={run.isPending}>{t`Cancel`}</Button>
          {told && told.changes > 0 && (
            <Button variant="primary" isPending={run.isPending} pendingLabel={t`Working`} onPress={() => run.mutate(told.runId)}>
              {told.title}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <Refusal error={preview.error ?? run.error} />
        {!preview.isError && (
          <BusyRegion isBusy={!told} label={t`Looking at what this changes`} skeleton={<Skeleton count={4} />}>
            {told && <Effects told={told} />}
          </BusyRegion>
        )}
      </div>
    </Dialog>
  );
}

function Refusal({ error }: { error: Error | null }) {
  const { t } = useLingui();
  return (
    error && (
      <Banner tone="danger" role="alert" title={t`Nothing was changed`}>
        {error instanceof CallError ? error.message : t`Try again in a moment.`}
      </Banner>
    )
  );
}

function Effects({ told }: { told: Preview }) {
  const { t, i18n } = useLingui();
  const words = useSubjectWords()[told.on];
  const { total, changes, leftOut, sample } = told;
  const out = total - changes;
  const shown = sample.length;
  return (
    <div className="stack">
      <p>{changes === 0 ? t`This would change nothing.` : `${words.change(changes)} ${words.leftOut(out)}`}</p>
      {leftOut.length > 0 && (
        <section>
          <h3 className="bulk-head">{t`Left out`}</h3>
          <ul className="bulk-reasons">
            {leftOut.map(({ reason, count }) => (
              <li key={reason}>
                <bdi className="num">{i18n.number(count)}</bdi> {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown > 0 && (
        <section>
          <h3 className="bulk-head">{shown < changes ? words.first(shown) : words.which}</h3>
          <ul className="bulk-sample">
            {sample.map(({ id, name, email, before, after }) => (
              <li key={id}>
                <span>
                  <bdi>{name}</bdi> <bdi className="muted small">{email}</bdi>
                </span>
                <span className="small">
                  <bdi>{before}</bdi> → <bdi>{after}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changes > 0 && (
        <p className="muted small">
          {changes > atOnce ? t`This runs in the background.` : null}{" "}
          {told.isFinal ? t`It cannot be undone.` : t`It can be undone for ${api.undoDays} days.`}
        </p>
      )}
    </div>
  );
}
