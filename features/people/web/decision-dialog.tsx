import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useOutcomeWords } from "#features/history/web/outcome-tag.tsx";
import { useMay } from "#features/portal/web/use-may.ts";
import { CallError } from "#platform/call.ts";
import { DateField } from "#ui/date-field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { addedResults, type PersonCorrection, type PersonEnrolment } from "../person-contract.ts";
import { useDecision } from "./person-hooks.ts";
import { useDecisionWords } from "./use-decision-words.ts";

/** What is decided: about an enrolment, or that an earlier decision is taken back. */
export type Act = PersonCorrection["kind"] | "end" | "reverse";

/** What the dialog was opened for: an enrolment, or a decision about it that may be taken back. */
export interface Opened {
  readonly row: PersonEnrolment;
  readonly correction?: PersonCorrection;
}

export interface DecisionDialogProps {
  readonly userId: number;
  /** Null while it is closed. */
  readonly opened: Opened | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks what changes, for the reason, and for the date where there is one, before a decision is recorded. */
export function DecisionDialog({ userId, opened, onClose }: DecisionDialogProps) {
  return opened && <Decide userId={userId} opened={opened} onClose={onClose} />;
}

/** What can be decided about an enrolment as it stands. */
function actsFor({ active, attempt, exempt }: PersonEnrolment): Act[] {
  const isDone = attempt !== null && attempt.completedAt !== null;
  return [
    ...(active && !isDone ? (["due"] as const) : []),
    ...(active && !isDone && !exempt ? (["exempt"] as const) : []),
    ...(isDone ? (["date"] as const) : (["complete"] as const)),
    "attempt",
    ...(attempt ? (["reset"] as const) : []),
    ...(active ? (["end"] as const) : []),
  ];
}

function Decide({ userId, opened: { row, correction }, onClose }: { userId: number; opened: Opened; onClose: () => void }) {
  const { t } = useLingui();
  const words = useDecisionWords();
  const outcomes = useOutcomeWords();
  const decide = useDecision(userId);
  const may = useMay();
  const [reason, setReason] = useState("");
  const [day, setDay] = useState("");
  const [result, setResult] = useState<(typeof addedResults)[number]>("passed");
  const [score, setScore] = useState("");
  const [isTried, setTried] = useState(false);
  const acts = actsFor(row).filter((one) => may(one === "end" ? "enrol-people" : "correct-learning"));
  const [act, setAct] = useState<Act>(correction ? "reverse" : (acts[0] ?? "complete"));
  const { title } = row;
  const isAdding = act === "attempt";
  const hasDay = act === "due" || act === "complete" || act === "date" || isAdding;
  const needsDay = act === "due" || act === "date" || isAdding;
  const percent = isAdding && score.trim() ? Number(score.trim().replace(",", ".")) : null;
  const isScoreWrong = percent !== null && !(percent >= 0 && percent <= 100);
  const errorOf = (field: string) =>
    decide.error instanceof CallError ? decide.error.errors.find((one) => one.field === field)?.message : undefined;

  const send = () => {
    setTried(true);
    if (!reason.trim() || (needsDay && !day) || isScoreWrong) return;
    decide.mutate(
      { act, enrolmentId: row.enrolmentId, correctionId: correction?.id ?? 0, reason, day, result, score: percent },
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
    <FormDialog
      title={correction ? words.act.reverse : t`Change the enrolment`}
      onClose={onClose}
      action={words.act[act]}
      onAction={send}
      isPending={decide.isPending}
      pendingLabel={t`Saving`}
    >
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>
      </p>
      {correction ? (
        <p>{words.effect.reverse}</p>
      ) : (
        <RadioGroup
          label={t`What changes`}
          layout="cards"
          options={acts.map((id) => ({ id, label: words.act[id], description: words.effect[id] }))}
          value={act}
          onChange={setAct}
        />
      )}
      {isAdding && (
        <RadioGroup
          label={t`Result`}
          options={addedResults.map((id) => ({ id, label: outcomes[id] }))}
          value={result}
          onChange={setResult}
        />
      )}
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
      {isAdding && (
        <TextField
          label={t`Score in percent`}
          isOptional
          inputMode="decimal"
          maxLength={6}
          value={score}
          onChange={setScore}
          error={errorOf("score") ?? (isTried && isScoreWrong ? t`Enter a score from 0 to 100.` : undefined)}
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
    </FormDialog>
  );
}
