import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { CallError } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { asksConfirmation, type Approval } from "#features/authoring/approval.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import { Banner } from "#ui/banner.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ComboBox } from "#ui/combo-box.tsx";
import { DateField } from "#ui/date-field.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { toast } from "#ui/toast.ts";
import { useZone } from "#ui/zone.ts";
import type { EditorDraft } from "../../contract.ts";
import type { checkPublish, publishDraft } from "../../publish-contract.ts";
import type { Move } from "../../scheduled.ts";
import type { Jump } from "../jump.ts";
import { ChangeWords } from "./change-words.tsx";
import { publishCheckQuery, usePublishAnyway, usePublishDraft, useSchedulePublication } from "./hooks.ts";
import { MoveFields } from "./move-fields.tsx";
import { ProblemList } from "./problem-list.tsx";
import { PublishedPart } from "./published-part.tsx";

interface PublishDialogProps {
  readonly draft: EditorDraft;
  readonly isSaved: boolean;
  /** Whether it is to be published at a time instead of now. */
  readonly isLater: boolean;
  readonly onJump: (to: Jump) => void;
  readonly onClose: () => void;
}

/** Publishing: what is to be mended, what changes, what becomes of the people, and afterwards what was done. */
export default function PublishDialog(props: PublishDialogProps) {
  const { t } = useLingui();
  const { draft, isSaved, isLater, onClose } = props;
  const [published, setPublished] = useState<Result<typeof publishDraft> | null>(null);
  // What was typed last has to be there before the draft is looked at.
  const check = useQuery({ ...publishCheckQuery(draft.id), enabled: isSaved && !published });
  const client = useQueryClient();
  useEffect(() => {
    // What is written while the dialog is open changes what was found.
    if (!isSaved) void client.resetQueries({ queryKey: publishCheckQuery(draft.id).queryKey, exact: true });
  }, [isSaved, client, draft.id]);
  const title = isLater ? t`Publish at a time` : draft.versions.length > 0 ? t`Publish a new version` : t`Publish`;
  if (published) return <PublishedPart draft={draft} published={published} onClose={onClose} />;
  if (isSaved && check.data && !check.isFetching) return <Asking {...props} title={title} check={check.data} onPublished={setPublished} />;
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {check.isError && isSaved ? (
        <ErrorState
          title={t`The draft could not be checked`}
          safe={t`Nothing was published.`}
          requestId={check.error instanceof CallError ? check.error.requestId : undefined}
          onRetry={() => void check.refetch()}
          isRetrying={check.isFetching}
        />
      ) : (
        <BusyRegion isBusy label={isSaved ? t`Checking the draft` : t`Saving your last changes`} skeleton={<Skeleton count={6} />}>
          {null}
        </BusyRegion>
      )}
    </Dialog>
  );
}

type Check = Result<typeof checkPublish>;
interface AskingProps extends PublishDialogProps {
  readonly title: string;
  readonly check: Check;
  readonly onPublished: (published: Result<typeof publishDraft>) => void;
}

/** Why the draft counts as not approved, and that the portal asks for it. */
function ApprovalWords({ approval: { state, isRequired } }: { approval: Approval }) {
  return (
    <>
      {state === "changed" && <Trans>The draft was changed since it was approved.</Trans>}
      {state === "asked" && <Trans>The draft waits for a review.</Trans>}
      {state === "returned" && <Trans>The draft came back from its review with comments.</Trans>}
      {state === "none" && <Trans>Nobody was asked to approve the draft.</Trans>}{" "}
      {isRequired && (
        <Trans>This portal publishes courses only when they are approved. Ask for a review in the settings of the course.</Trans>
      )}
    </>
  );
}

function Asking({ draft, isLater, title, check, onJump, onPublished, onClose }: AskingProps) {
  const { t } = useLingui();
  const ownZone = useZone();
  const may = useMay();
  const { scheduled } = draft;
  const isFirst = draft.versions.length === 0;
  const [note, setNote] = useState(() => (isLater ? scheduled?.note : undefined) ?? (isFirst ? t`First version` : ""));
  const [move, setMove] = useState<Move>(() => (isLater && scheduled?.move) || { inProgress: "finish", completed: "leave" });
  const [at, setAt] = useState(() => (isLater && scheduled ? scheduled.at : ""));
  const [zone, setZone] = useState(() => (isLater && scheduled ? scheduled.timeZone : ownZone));
  const [reason, setReason] = useState("");
  const [isConfirmed, setConfirmed] = useState(false);
  const [tried, setTried] = useState(false);
  const publish = usePublishDraft(draft.id);
  const anyway = usePublishAnyway(draft.id);
  const schedule = useSchedulePublication(draft.id);
  const errors = check.problems.filter(({ severity }) => severity === "error");
  // What only keeps some people out, an admin may pass over for a reason.
  const passesOver = !isLater && errors.length > 0 && errors.every(({ isBarrier }) => isBarrier) && may("publish-with-barriers");
  const { error, isPending } = isLater ? schedule : passesOver ? anyway : publish;
  const refused = error instanceof CallError ? error : null;
  const refusal = (field: string) => refused?.errors.find((one) => one.field === field)?.message;
  const makesVersion = isLater || check.change !== "nothing";
  const isUnchanged = check.change === "nothing" && draft.status === "published";
  const asks = isLater ? !isFirst : check.asksMove;
  const [noNote, noTime] = [makesVersion && note.trim() === "", isLater && at === ""];
  const noReason = passesOver && reason.trim() === "";

  // Nothing new goes out where nothing changed.
  const unapproved = makesVersion && asksConfirmation(check.approval);
  const isBarred = !isLater && makesVersion && check.approval.isRequired && check.approval.state !== "approved";
  const lacksConsent = unapproved && !isBarred && !isConfirmed;

  const submit = () => {
    setTried(true);
    if (noNote || noTime || noReason || lacksConsent) return;
    const asked = { note: note.trim(), ...(asks && { move }), ...(unapproved && { unapproved: isConfirmed }) };
    if (isLater)
      schedule.mutate(
        { ...asked, at, timeZone: zone },
        {
          onSuccess: () => {
            toast({ tone: "success", title: t`The publication is scheduled` });
            onClose();
          },
        },
      );
    else if (passesOver) anyway.mutate({ ...asked, revision: check.revision, reason: reason.trim() }, { onSuccess: onPublished });
    else publish.mutate({ ...asked, revision: check.revision }, { onSuccess: onPublished });
  };
  const zones = useMemo(
    () =>
      [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), zone])].toSorted().map((id) => ({ id, label: id.replaceAll("_", " ") })),
    [zone],
  );
  const jump = (to: Jump) => {
    onClose();
    onJump(to);
  };
  return (
    <Dialog
      title={title}
      width="half"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            pendingLabel={isLater ? t`Scheduling` : t`Publishing`}
            isDisabled={isBarred || (!isLater && ((errors.length > 0 && !passesOver) || isUnchanged))}
            onPress={submit}
          >
            {isLater ? <Trans>Schedule</Trans> : passesOver ? <Trans>Publish all the same</Trans> : <Trans>Publish</Trans>}
          </Button>
        </>
      }
    >
      <div className="form">
        {error && refused?.errors.length !== 1 && (
          <Banner tone="danger" role="alert">
            {refused?.code === "changed"
              ? t`Somebody else changed the course meanwhile. Close this, look at it, and try again.`
              : error.message}
          </Banner>
        )}
        {check.problems.length > 0 && (
          <section className="stack-s" aria-labelledby="publish-problems">
            <h3 id="publish-problems">
              {errors.length === 0 ? (
                <Trans>Worth a look</Trans>
              ) : isLater ? (
                <Trans>To be mended by then</Trans>
              ) : (
                <Trans>To be mended first</Trans>
              )}
            </h3>
            <ProblemList draft={draft} problems={check.problems} onJump={jump} />
          </section>
        )}
        {(isLater || errors.length === 0 || passesOver) && (
          <>
            {makesVersion && (unapproved || check.approval.isRequired) && check.approval.state !== "approved" && (
              <Banner tone="warning">
                <ApprovalWords approval={check.approval} />
              </Banner>
            )}
            {unapproved && !isBarred && (
              <Checkbox
                value={isConfirmed}
                onChange={setConfirmed}
                error={tried && lacksConsent ? t`Confirm this, or wait for the approval.` : undefined}
              >
                {isLater ? <Trans>Schedule it without an approval</Trans> : <Trans>Publish it without an approval</Trans>}
              </Checkbox>
            )}
            {passesOver && (
              <TextArea
                label={t`Why it is published all the same`}
                description={t`What is to be mended keeps some people out, such as those who use a screen reader. As an admin you may publish the course without it. Your reason is kept in the audit log.`}
                maxLength={500}
                rows={2}
                value={reason}
                onChange={setReason}
                error={refusal("reason") ?? (tried && noReason ? t`Write why the course is published all the same.` : undefined)}
              />
            )}
            {isLater ? (
              <p>
                <Trans>
                  The draft as it is at that time will be published. If it has errors then, it stays as it is, and you are told.
                </Trans>
              </p>
            ) : (
              <ChangeWords draft={draft} check={check} />
            )}
            {isLater && (
              <div className="publish-when">
                <DateField
                  label={t`Day and time`}
                  withTime
                  value={at}
                  onChange={setAt}
                  error={refusal("at") ?? (tried && noTime ? t`Write a day and a time.` : undefined)}
                />
                <ComboBox label={t`Time zone`} options={zones} value={zone} onChange={setZone} error={refusal("timeZone")} />
              </div>
            )}
            {makesVersion && (
              <TextArea
                label={t`What changed`}
                description={t`For you and other editors; it is shown in the list of versions.`}
                maxLength={500}
                rows={2}
                value={note}
                onChange={setNote}
                error={refusal("note") ?? (tried && noNote ? t`Write what is new in this version.` : undefined)}
              />
            )}
            {asks && (
              <MoveFields groups={check.groups} move={move} onChange={setMove} asksAll={isLater} dayError={refusal("move.retakeBy")} />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
