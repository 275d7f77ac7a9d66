import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { DateField } from "#ui/date-field.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { toast } from "#ui/toast.ts";
import type { PersonCorrection, PersonEnrolment } from "../person-contract.ts";
import { useDecision } from "./person-hooks.ts";
import { useDecisionWords } from "./use-decision-words.ts";

/** What is decided: about an enrolment, or that an earlier decision is taken back. */
export type Decision =
  | { readonly act: PersonCorrection["kind"] | "end"; readonly row: PersonEnrolment }
  | { readonly act: "reverse"; readonly row: PersonEnrolment; readonly correction: PersonCorrection };

/** Asks for the reason, and the date where there is one, before a decision is recorded. */
export function DecisionDialog({ userId, decision, onClose }: { userId: number; decision: Decision; onClose: () => void }) {
  const { t } = useLingui();
  const words = useDecisionWords();
  const decide = useDecision(userId);
  const [reason, setReason] = useState("");
  const [day, setDay] = useState("");
  const [isTried, setTried] = useState(false);
  const { act, row } = decision;
  const { title } = row;
  const hasDay = act === "due" || act === "complete" || act === "date";
  const needsDay = act === "due" || act === "date";
  const errorOf = (field: string) =>
    decide.error instanceof CallError ? decide.error.errors.find((one) => one.field === field)?.message : undefined;

  const send = () => {
    setTried(true);
    if (!reason.trim() || (needsDay && !day)) return;
    decide.mutate(
      { decision, reason, day },
      {
        onSuccess: () => {
          toast({ tone: "success", title: words.done[act] });
          onClose();
        },
        onError: (error) => {
          if (!(error instanceof CallError && error.errors.length > 0))
            toast({ tone: "danger", title: t`Nothing was changed`, message: error.message });
        },
      },
    );
  };
  return (
    <Dialog
      title={words.act[act]}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={decide.isPending} pendingLabel={t`Saving`} onPress={send}>
            {words.act[act]}
          </Button>
        </>
      }
    >
      <div className="form">
        <p>
          <strong>
            <bdi>{title}</bdi>
          </strong>
        </p>
        <p>{words.effect[act]}</p>
        {hasDay && (
          <DateField
            label={act === "due" ? t`New due date` : t`Completed on`}
            isOptional={!needsDay}
            description={act === "due" ? t`Until the end of that day, in the portal's time zone.` : undefined}
            value={day}
            onChange={setDay}
            error={errorOf("at") ?? (isTried && needsDay && !day ? t`Choose a date.` : undefined)}
          />
        )}
        <TextArea
          label={t`Reason`}
          rows={2}
          maxLength={500}
          description={t`It is kept with the decision.`}
          value={reason}
          onChange={setReason}
          error={errorOf("reason") ?? (isTried && !reason.trim() ? t`Say why, in a few words.` : undefined)}
        />
      </div>
    </Dialog>
  );
}
