import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { useRef } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Time } from "#ui/time.tsx";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import type { AttestationBlock, AttestationRule, AttestationState, AttestFact } from "./attestation.ts";
import "../web/to-confirm.css";
import "./attestation.css";

/** A statement with the button that confirms it, and when it was confirmed. */
function View({ block, state, learner }: BlockViewProps<AttestationBlock, AttestFact, AttestationState>) {
  const { t } = useLingui();
  const frame = useRef<HTMLElement>(null);
  const confirm = () => {
    // The button goes with the press.
    frame.current?.focus({ preventScroll: true });
    learner.report({ kind: "attest", blockId: block.id });
  };
  return (
    <section ref={frame} className="attestation to-confirm" aria-label={t`Statement to confirm`} tabIndex={-1}>
      <p dir="auto">{block.statement}</p>
      <div role="status">
        {state && (
          <span className="attestation-done">
            <Icon of={CircleCheck} />
            <span>
              {state.at === null ? (
                <Trans>You confirmed this.</Trans>
              ) : (
                <Trans>
                  You confirmed this on <Time instant={state.at} />.
                </Trans>
              )}
            </span>
          </span>
        )}
      </div>
      {!state && <Button variant="primary" onPress={confirm}>{t`I confirm this`}</Button>}
    </section>
  );
}

const RuleWords = () => <Trans>Completes when you confirm the statement.</Trans>;

const RuleLeft = ({ rule, state }: { rule: AttestationRule; state: AttestationState | null }) =>
  rule.attested && !state && <Trans>Confirm the statement first</Trans>;

/** The state with this confirmation, before the server has it. */
const ahead = (_: AttestationBlock, { attested }: AttestationRule, before: AttestationState | null, _fact: AttestFact) => ({
  state: before ?? ({ kind: "attestation", at: null } as const),
  isEnough: attested === true,
});

export const view = { View, RuleWords, RuleLeft, ahead } satisfies BlockView<AttestationBlock, AttestFact, AttestationState>;
