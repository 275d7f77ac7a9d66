import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { toast } from "#ui/toast.ts";
import { mostNote, type SignOff } from "../contract.ts";
import { useDecideSignOff } from "./hooks.ts";

interface SignDialogProps {
  readonly userId: number;
  /** The person's name. */
  readonly name: string;
  readonly row: SignOff;
  readonly onClose: () => void;
}

/** What an assessor saw: the criteria that were met, signed off or not yet, and a note for the learner. */
export function SignDialog({ userId, name, row, onClose }: SignDialogProps) {
  const { t } = useLingui();
  const decide = useDecideSignOff(userId);
  const [met, setMet] = useState<readonly string[]>(row.decision?.met ?? []);
  const [answer, setAnswer] = useState<"met" | "notYet">("met");
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const isMet = answer === "met";
  const left = row.criteria.filter(({ id }) => !met.includes(id)).length;
  const isCriterionLeft = isMet && left > 0;
  const isNoteMissing = !isMet && note.trim() === "";
  const send = () => {
    setTried(true);
    if (isCriterionLeft || isNoteMissing) return;
    decide.mutate(
      { attemptId: row.attemptId, blockId: row.blockId, isMet, met: [...met], note },
      {
        onSuccess: () => {
          toast({ tone: "success", title: isMet ? t`Signed off. ${name} is told.` : t`Kept. ${name} is told what is missing.` });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t`Sign-off for ${name}`}
      onClose={onClose}
      action={isMet ? t`Sign off` : t`Say what is missing`}
      onAction={send}
      isPending={decide.isPending}
      pendingLabel={t`Saving`}
      failure={decide.error instanceof CallError ? decide.error.message : undefined}
    >
      <p dir="auto" className="sign-offs-task">
        <strong>{row.task}</strong>
      </p>
      {row.criteria.length > 0 && (
        <fieldset className="sign-offs-fields stack-s">
          <legend className="ui-label">
            <Trans>What was met</Trans>
          </legend>
          {row.criteria.map(({ id, text }) => (
            <Checkbox key={id} value={met.includes(id)} onChange={(isOn) => setMet(isOn ? [...met, id] : met.filter((one) => one !== id))}>
              {text}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <RadioGroup
        label={t`Your decision`}
        layout="cards"
        options={[
          { id: "met", label: t`Signed off`, description: t`It stays signed, and counts for the page and the course at once.` },
          { id: "notYet", label: t`Not yet`, description: t`The learner reads what is missing and asks again.` },
        ]}
        value={answer}
        onChange={(next) => {
          setAnswer(next);
          setTried(false);
        }}
        error={isTried && isCriterionLeft ? t`Every criterion has to be met before it is signed off.` : undefined}
      />
      <TextArea
        label={isMet ? t`Note for the learner` : t`What is missing`}
        isOptional={isMet}
        rows={3}
        dir="auto"
        maxLength={mostNote}
        value={note}
        onChange={setNote}
        error={isTried && isNoteMissing ? t`Say what is missing, so that they can learn it.` : undefined}
      />
    </FormDialog>
  );
}
