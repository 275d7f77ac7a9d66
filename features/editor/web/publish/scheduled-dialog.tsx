import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { EditorDraft } from "../../contract.ts";
import type { Scheduled } from "../../scheduled.ts";
import { CompletedWords } from "./completed-words.tsx";
import { useCancelPublication } from "./hooks.ts";
import { useMoveNames } from "./use-move-words.ts";

/** What is scheduled for a course, and the way to take it back. */
export default function ScheduledDialog({ draft, scheduled, onClose }: { draft: EditorDraft; scheduled: Scheduled; onClose: () => void }) {
  const { t } = useLingui();
  const cancel = useCancelPublication(draft.id);
  const names = useMoveNames();
  const { publishAt, timeZone, note, move, by } = scheduled;
  return (
    <Dialog
      title={t`Scheduled publication`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button
            isPending={cancel.isPending}
            pendingLabel={t`Cancelling`}
            onPress={() =>
              cancel.mutate(undefined, {
                onSuccess: () => toast({ tone: "success", title: t`Nothing will be published by itself` }),
                onError: (error) => toast({ tone: "danger", title: t`The publication was not cancelled`, message: error.message }),
                onSettled: onClose,
              })
            }
          >
            <Trans>Do not publish it then</Trans>
          </Button>
          <Button variant="primary" onPress={onClose}>
            <Trans>Leave it</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          <Trans>The draft as it is at that time will be published. If it has errors then, it stays as it is, and you are told.</Trans>
        </p>
        <dl className="publish-facts">
          <dt>
            <Trans>When</Trans>
          </dt>
          <dd>
            <Time instant={publishAt} zone={timeZone} />
          </dd>
          <dt>
            <Trans>What changed</Trans>
          </dt>
          <dd>
            <bdi>{note}</bdi>
          </dd>
          {move && (
            <>
              <dt>
                <Trans>In progress</Trans>
              </dt>
              <dd>{names.inProgress[move.inProgress]}</dd>
              <dt>
                <Trans>Completed</Trans>
              </dt>
              <dd>
                <CompletedWords move={move} />
              </dd>
            </>
          )}
          <dt>
            <Trans>Scheduled by</Trans>
          </dt>
          <dd>
            <bdi>{by}</bdi>
          </dd>
        </dl>
      </div>
    </Dialog>
  );
}
