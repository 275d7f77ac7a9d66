import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, Hourglass, RotateCcw, Signature } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { SignOff } from "../contract.ts";
import { signOffsQuery } from "./hooks.ts";
import { SignDialog } from "./sign-dialog.tsx";
import "./sign-offs.css";

/** What an assessor signs for a person in their courses, with the button that does it; nothing where nothing is signed. */
export function SignOffs({ userId, name }: { userId: number; name: string }) {
  const { t } = useLingui();
  const { data, isError, isFetching, refetch } = useQuery(signOffsQuery(userId));
  const [opened, setOpened] = useState<SignOff | null>(null);
  if (isError)
    return (
      <ErrorState
        title={t`The sign-offs could not be loaded`}
        safe={t`Nothing was changed.`}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="sign-offs stack-s" aria-labelledby="sign-offs-title">
      <h2 id="sign-offs-title">{t`Sign-offs`}</h2>
      <ul>
        {data.rows.map((row) => (
          <li key={`${row.attemptId}-${row.blockId}`} className="card">
            <Row row={row} {...(row.canSign && !row.decision?.isMet && { onSign: () => setOpened(row) })} />
          </li>
        ))}
      </ul>
      {opened && <SignDialog userId={userId} name={name} row={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function Row({ row, onSign }: { row: SignOff; onSign?: () => void }) {
  const { t } = useLingui();
  const { course, page, task, criteria, decision } = row;
  return (
    <div className="sign-offs-row stack-s">
      <div className="sign-offs-head">
        <p className="muted small">
          <bdi>{course}</bdi> · <bdi>{page}</bdi>
        </p>
        <State row={row} />
      </div>
      <p dir="auto" className="sign-offs-task">
        {task}
      </p>
      {decision && criteria.length > 0 && (
        <ul className="sign-offs-criteria">
          {criteria.map(({ id, text }) => {
            const isMet = decision.met.includes(id);
            return (
              <li key={id}>
                <Icon of={isMet ? CircleCheck : Circle} />
                <span dir="auto">{text}</span>
                <span className="muted small">{isMet ? t`Met` : t`Not met yet`}</span>
              </li>
            );
          })}
        </ul>
      )}
      {decision && (
        <p className="muted small">
          {decision.by === null ? (
            <Time instant={decision.at} />
          ) : (
            <Trans>
              <Time instant={decision.at} /> by <bdi>{decision.by}</bdi>
            </Trans>
          )}
        </p>
      )}
      {decision && decision.note !== "" && <blockquote dir="auto">{decision.note}</blockquote>}
      {onSign && (
        <Button icon={Signature} variant={row.readyAt === null ? "secondary" : "primary"} aria-label={t`Decide: ${task}`} onPress={onSign}>
          {t`Decide`}
        </Button>
      )}
    </div>
  );
}

function State({ row: { readyAt, decision } }: { row: SignOff }) {
  const { t } = useLingui();
  if (decision?.isMet) return <Tag tone="success" icon={CircleCheck}>{t`Signed off`}</Tag>;
  if (readyAt !== null)
    return (
      <Tag tone="warning" icon={Hourglass}>
        <Trans>
          Asks since <Time instant={readyAt} kind="date" />
        </Trans>
      </Tag>
    );
  if (decision) return <Tag icon={RotateCcw}>{t`Not signed off yet`}</Tag>;
  return <Tag icon={Circle}>{t`Open`}</Tag>;
}
