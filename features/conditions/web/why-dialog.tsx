import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { languageName } from "#ui/language-name.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { useUiLocale } from "#ui/zone.ts";
import { zoneName } from "#ui/zone-name.ts";
import { readCondition } from "../condition.ts";
import type { Why, WhyLine } from "../why-contract.ts";
import { choicesQuery } from "./hooks.ts";
import { useConditionWords } from "./use-condition-words.ts";
import "./why.css";

/** A call that gives why somebody fits a condition. */
export type AskWhy = Pick<UseQueryOptions<Why>, "queryKey" | "queryFn">;

/** Says whether somebody is among those for whom a condition holds, and why: each part of the condition, whether it holds, and the value that was looked at. */
export default function WhyDialog({ name, ask, onClose }: { name: string; ask: AskWhy; onClose: () => void }) {
  const { t } = useLingui();
  const why = useQuery({ ...ask, gcTime: 0 });
  return (
    <Dialog
      title={t`Is ${name} in, and why?`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {why.isError ? (
        <ErrorState
          headingLevel={3}
          title={t`The reasons could not be loaded`}
          safe={t`Nothing was changed.`}
          next={why.error.message}
          requestId={why.error instanceof CallError ? why.error.requestId : undefined}
          // What is refused stays refused.
          {...(!(why.error instanceof CallError && why.error.status === 403) && { onRetry: () => void why.refetch() })}
          isRetrying={why.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!why.data} label={t`Loading the reasons`} skeleton={<Skeleton count={3} />}>
          {why.data && (
            <>
              <p role="status">
                <strong>
                  {why.data.fits ? t`${name} is in: the condition holds.` : t`${name} is not in: the condition does not hold.`}
                </strong>
              </p>
              <ul className="why-lines">
                {why.data.lines.map((line, at) => (
                  <Line key={`${at} ${line.test ?? line.kind}`} line={line} />
                ))}
              </ul>
            </>
          )}
        </BusyRegion>
      )}
    </Dialog>
  );
}

function Line({ line }: { line: WhyLine }) {
  const { t } = useLingui();
  const choices = useQuery(choicesQuery);
  const tell = useConditionWords(choices.data);
  const seen = useSeenWords()(line);
  const condition = line.test === null ? undefined : readCondition(line.test);
  const combined = { all: t`All of these`, any: t`At least one of these`, none: t`None of these`, test: "" };
  return (
    <li style={{ paddingInlineStart: `calc(${line.depth} * var(--sp-5))` }} data-fits={line.fits || undefined}>
      <Icon of={line.fits ? Check : X} />
      <span>
        <span className="visually-hidden">{line.fits ? t`Holds:` : t`Does not hold:`} </span>
        <bdi>{condition ? tell(condition) : combined[line.kind]}</bdi>
        {line.test !== null && (
          <span className="muted small why-seen">
            {line.isMasked ? (
              <Trans>The value is sensitive and not shown.</Trans>
            ) : seen ? (
              <Trans>
                Found: <bdi>{seen}</bdi>
              </Trans>
            ) : (
              <Trans>Found: nothing</Trans>
            )}
          </span>
        )}
      </span>
    </li>
  );
}

/** Says the values that a test looked at. */
function useSeenWords() {
  const { t } = useLingui();
  const locale = useUiLocale();
  const { data } = useQuery(choicesQuery);
  return ({ seen, test }: WhyLine): string => {
    const condition = test === null ? undefined : readCondition(test);
    const nameIn = (of: readonly { id: number; name: string }[] | undefined, ids: readonly number[] | undefined) =>
      (ids ?? []).map((id) => of?.find((one) => one.id === id)?.name ?? t`(no longer there)`);
    const day = (text: string, timeZone?: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: "long", ...(timeZone && { timeZone }) }).format(new Date(text));
    const chosen = (value: string | null | undefined, nameOf: (id: string) => string) =>
      value === undefined ? [] : [value === null ? t`none chosen` : nameOf(value)];
    const field = condition?.kind === "field" ? data?.fields.find(({ id }) => id === condition.fieldId) : undefined;
    const roles: Readonly<Record<string, string>> = {
      student: t`Student`,
      author: t`Author`,
      manager: t`Manager`,
      admin: t`Administrator`,
    };
    const parts = [
      ...(seen.status ? [seen.status === "active" ? t`Active` : t`Deactivated`] : []),
      ...chosen(seen.language, (language) => languageName(language, locale)),
      ...chosen(seen.timeZone, zoneName),
      ...(seen.roles ?? []).map((role) => roles[role] ?? role),
      ...(seen.texts ?? []),
      ...(field?.way === "yes"
        ? (seen.numbers ?? []).map((one) => (one === 1 ? t`Yes` : t`No`))
        : (seen.numbers ?? []).map((one) => one.toLocaleString(locale))),
      ...(seen.days ?? []).map((one) => day(`${one}T12:00:00Z`, "UTC")),
      ...nameIn(data?.courses, seen.courseIds),
      ...(seen.instants ?? []).map((one) => day(one)),
      ...nameIn(data?.groups, seen.groupIds),
      ...nameIn(data?.managers ?? [], seen.managerIds),
      ...nameIn(field?.options, seen.optionIds),
    ];
    return new Intl.ListFormat(locale, { type: "unit" }).format(parts.filter(Boolean));
  };
}
