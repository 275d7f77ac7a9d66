import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { ReactNode } from "react";
import { Condition, isCombined, type Combined } from "#features/conditions/condition.ts";
import { ConditionBuilder } from "#features/conditions/web/condition-builder.tsx";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { lazyPart } from "#ui/lazy-part.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { tryQuery } from "./hooks.ts";
import "./groups.css";

const PersonCheck = lazyPart(() => import("./person-check.tsx"));

export type Ask = typeof tryQuery;
type Props = {
  value: Combined;
  onChange: (value: Combined) => void;
  /** Whom it would reach; that of groups by default. */
  ask?: Ask;
  /** What is said below of a condition that can be read. */
  renderBelow?: (condition: Condition) => ReactNode;
};

/** Puts a condition together, such as whom a dynamic group holds, and says at once who that is now. */
export function GroupCondition({ value, onChange, ask = tryQuery, renderBelow }: Props) {
  const { t } = useLingui();
  const choices = useQuery(choicesQuery);
  if (choices.isPending) return <Skeleton count={4} />;
  if (choices.isError) return <ErrorState title={t`The choices could not be loaded`} onRetry={() => void choices.refetch()} />;
  return (
    <>
      <ConditionBuilder value={value} onChange={onChange} choices={choices.data} />
      <WhoFits condition={value} ask={ask} renderBelow={renderBelow} />
    </>
  );
}

/** The condition as a sentence, with how many people fit it now and the first of them. */
export function WhoFits({ condition, ask, renderBelow }: { condition: Condition; ask: Ask; renderBelow?: Props["renderBelow"] }) {
  const { t } = useLingui();
  const { data: choices } = useQuery(choicesQuery);
  const tell = useConditionWords(choices);
  const read = Condition.safeParse(useDeferredValue(condition));
  const isAsked = read.success && !(isCombined(condition) && condition.of.length === 0);
  const fitting = useQuery({ ...ask(isAsked ? (read.data as Condition) : condition), enabled: isAsked });
  if (!isAsked || !read.success) return null;
  const sentence = tell(read.data);
  const { total, sample } = fitting.data ?? { total: 0, sample: [] };
  return (
    <div className="group-part" aria-busy={fitting.isFetching || undefined}>
      <p>
        <Trans>
          Everybody who <bdi>{sentence}</bdi>.
        </Trans>
      </p>
      {fitting.isError && (
        <p className="ui-error" role="alert">
          {fitting.error.message}
        </p>
      )}
      {fitting.data && (
        <>
          <p role="status">
            <strong>
              {t`${plural(total, { 0: "Nobody fits this now", one: "# person fits this now", other: "# people fit this now" })}`}
            </strong>
          </p>
          {sample.length > 0 && (
            <ul className="group-rows small">
              {sample.map(({ id, name, email }) => (
                <li key={id}>
                  <bdi>{name}</bdi>
                  <bdi className="muted">{email}</bdi>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {renderBelow?.(read.data)}
      <PersonCheck condition={read.data} />
    </div>
  );
}
