import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import { Time } from "#ui/time.tsx";
import type { PersonCorrection } from "../person-contract.ts";

/** A decision about an enrolment: what, by whom, why, and how it was taken back. */
export function DecisionLine({ correction, onTakeBack }: { correction: PersonCorrection; onTakeBack: (() => void) | null }) {
  const { t } = useLingui();
  const { kind, by, reason, valueAt, reversedAt, reversedBy, reverseReason } = correction;
  const words: Record<PersonCorrection["kind"], string> = {
    due: valueAt ? t`Due date changed` : t`Due date taken away`,
    exempt: t`Exempted`,
    reset: t`Attempt reset`,
    complete: t`Marked complete`,
    date: t`Date of completion corrected`,
    attempt: t`Attempt added`,
  };
  const line = (
    <>
      <bdi>{words[kind]}</bdi>
      {valueAt && (
        <>
          {": "}
          <Time instant={valueAt} kind="date" />
        </>
      )}
    </>
  );
  return (
    <>
      {reversedAt ? <s>{line}</s> : line}{" "}
      <span className="muted small">
        <Trans>
          <bdi>{by}</bdi>, <Time instant={correction.at} kind="date" />: <bdi>{reason}</bdi>
        </Trans>
        {reversedAt && (
          <>
            {" · "}
            <Trans>
              taken back by <bdi>{reversedBy}</bdi>: <bdi>{reverseReason}</bdi>
            </Trans>
          </>
        )}
      </span>{" "}
      {onTakeBack && (
        <Button size="s" variant="quiet" aria-label={t`Take back: ${words[kind]}`} onPress={onTakeBack}>
          <Trans>Take back</Trans>
        </Button>
      )}
    </>
  );
}
