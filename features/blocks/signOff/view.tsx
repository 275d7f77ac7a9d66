import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed, Hourglass, RotateCcw } from "lucide-react";
import { useRef } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Time } from "#ui/time.tsx";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import type { ReadyFact, SignOffBlock, SignOffRule, SignOffState } from "./sign-off.ts";
import "../web/to-confirm.css";
import "./sign-off.css";

/** What an assessor watches and signs, with the button that asks for it, and what was decided. */
function View({ block, state, learner }: BlockViewProps<SignOffBlock, ReadyFact, SignOffState>) {
  const { t } = useLingui();
  const frame = useRef<HTMLElement>(null);
  const decision = state?.decision ?? null;
  const isSigned = decision?.isMet === true;
  const ask = () => {
    // The button goes with the press.
    frame.current?.focus({ preventScroll: true });
    learner.report({ kind: "ready", blockId: block.id });
  };
  return (
    <section ref={frame} className="sign-off to-confirm" aria-label={t`Sign-off by an assessor`} tabIndex={-1}>
      <p dir="auto">{block.task}</p>
      {block.criteria.length > 0 && (
        <ul className="sign-off-criteria">
          {block.criteria.map(({ id, text }) => {
            const isMet = isSigned || (decision?.met.includes(id) ?? false);
            return (
              <li key={id}>
                <Icon of={isMet ? CircleCheck : CircleDashed} />
                <span dir="auto">{text}</span>
                {decision && <span className="muted small">{isMet ? t`Met` : t`Not met yet`}</span>}
              </li>
            );
          })}
        </ul>
      )}
      <div role="status">
        {decision && (
          <p className="sign-off-state" data-signed={isSigned || undefined}>
            <Icon of={isSigned ? CircleCheck : RotateCcw} />
            <span>
              {isSigned ? (
                <Trans>
                  Signed off on <Time instant={decision.at} />.
                </Trans>
              ) : (
                <Trans>
                  Not signed off yet, on <Time instant={decision.at} />.
                </Trans>
              )}
            </span>
          </p>
        )}
        {decision && decision.note !== "" && <blockquote dir="auto">{decision.note}</blockquote>}
        {state?.isReady && (
          <p className="sign-off-state">
            <Icon of={Hourglass} />
            <span>
              {state.readyAt === null ? (
                <Trans>You asked for a sign-off.</Trans>
              ) : (
                <Trans>
                  You asked for a sign-off on <Time instant={state.readyAt} />. An assessor watches you and signs here.
                </Trans>
              )}
            </span>
          </p>
        )}
      </div>
      {!isSigned && !state?.isReady && <Button variant="primary" onPress={ask}>{t`Ask for a sign-off`}</Button>}
    </section>
  );
}

const RuleWords = () => <Trans>Completes when an assessor has signed it off.</Trans>;

const RuleLeft = ({ rule, state }: { rule: SignOffRule; state: SignOffState | null }) =>
  rule.signedOff &&
  !state?.decision?.isMet &&
  (state?.isReady ? <Trans>Waits for a sign-off</Trans> : <Trans>Ask for a sign-off first</Trans>);

/** The state with this wish, before the server has it. It never completes a page. */
const ahead = (_: SignOffBlock, _rule: SignOffRule, before: SignOffState | null, _fact: ReadyFact) => ({
  state: before?.isReady
    ? before
    : ({ kind: "signOff", isReady: true, readyAt: null, decision: before?.decision ?? null } as const satisfies SignOffState),
  isEnough: false,
});

export const view = { View, RuleWords, RuleLeft, ahead } satisfies BlockView<SignOffBlock, ReadyFact, SignOffState>;
