import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Condition, everybody, isCombined, type Combined } from "../condition.ts";
import { ConditionBuilder } from "./condition-builder.tsx";
import { choicesQuery } from "./hooks.ts";
import { useConditionWords } from "./use-condition-words.ts";

type Props = {
  title: string;
  /** Null: none yet. */
  condition: Condition | null;
  /** Who asks what it can be about by a call of their own names it. */
  ask?: typeof choicesQuery;
  onApply: (condition: Condition | null) => void;
  onClose: () => void;
};

/** A dialog in which a condition is put together, with the sentence that it makes. It gives null for a condition without any test. */
export default function ConditionDialog({ title, condition, ask = choicesQuery, onApply, onClose }: Props) {
  const { t } = useLingui();
  const choices = useQuery(ask);
  const tell = useConditionWords(choices.data);
  const [draft, setDraft] = useState<Combined>(
    condition === null ? everybody : isCombined(condition) ? condition : { kind: "all", of: [condition] },
  );
  const [isTold, setTold] = useState(false);
  const read = Condition.safeParse(draft);
  const apply = () => {
    if (!read.success) return setTold(true);
    onApply(draft.of.length === 0 ? null : read.data);
    onClose();
  };
  const sentence = read.success ? tell(read.data) : "";
  return (
    <Dialog
      title={title}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="half"
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" onPress={apply}>
            <Trans>Apply</Trans>
          </Button>
        </>
      }
    >
      {choices.isPending && <Skeleton count={4} />}
      {choices.isError && <ErrorState title={t`The choices could not be loaded`} onRetry={() => void choices.refetch()} />}
      {choices.data && (
        <>
          <ConditionBuilder value={draft} onChange={setDraft} choices={choices.data} />
          <p className="cond-words" role="status">
            {read.success ? (
              <Trans>
                Everybody who <bdi>{sentence}</bdi>.
              </Trans>
            ) : (
              isTold && t`A condition is not complete: give each its text, number or day.`
            )}
          </p>
        </>
      )}
    </Dialog>
  );
}
