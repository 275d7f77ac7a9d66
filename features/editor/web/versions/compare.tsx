import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowRightLeft } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { EditorDraft } from "../../contract.ts";
import { CourseDiff } from "./course-diff.tsx";
import { draftContentQuery, textChangesQuery, versionQuery } from "./hooks.ts";

interface CompareProps {
  readonly draft: EditorDraft;
  /** Numbers of versions, or "draft". */
  readonly compared: { readonly from: string; readonly to: string };
  readonly onChange: (compared: { from: string; to: string }) => void;
  readonly onClose: () => void;
}

/** Two versions, or a version and the draft, side by side in one reading. */
export function Compare({ draft, compared: { from, to }, onChange, onClose }: CompareProps) {
  const { t, i18n } = useLingui();
  const head = useRef<HTMLHeadingElement>(null);
  // It appears below what was pressed.
  useEffect(() => {
    head.current?.focus();
    head.current?.scrollIntoView({ block: "start" });
  }, []);
  const [before, after] = [useContent(draft.id, from), useContent(draft.id, to)];
  const translations = useQuery(textChangesQuery(draft.id, from, to));
  const failed = [before.query, after.query, translations].find(({ isError }) => isError);
  const options = [
    { id: "draft", label: t`Draft` },
    ...draft.versions.map(({ number, isCurrent }) => {
      const name = i18n.number(number);
      return { id: String(number), label: isCurrent ? t`Version ${name}, current` : t`Version ${name}` };
    }),
  ];
  return (
    <section className="stack" aria-labelledby="compare-title">
      <h3 id="compare-title" ref={head} tabIndex={-1}>
        <Trans>Compared</Trans>
      </h3>
      <div className="compare-choice">
        <Select label={t`From`} options={options} value={from} onChange={(next) => onChange({ from: next, to })} />
        <Select label={t`To`} options={options} value={to} onChange={(next) => onChange({ from, to: next })} />
        <Button icon={ArrowRightLeft} onPress={() => onChange({ from: to, to: from })}>
          <Trans>Swap</Trans>
        </Button>
        <Button variant="quiet" onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
      {failed ? (
        <ErrorState
          title={t`The versions could not be loaded`}
          requestId={failed.error instanceof CallError ? failed.error.requestId : undefined}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : before.published && after.published && translations.data ? (
        <CourseDiff from={before.published} to={after.published} lang={draft.language} languages={translations.data.languages} />
      ) : (
        <BusyRegion isBusy label={t`Loading the versions`} skeleton={<Skeleton count={6} />}>
          {null}
        </BusyRegion>
      )}
    </section>
  );
}

function useContent(courseId: number, which: string) {
  const isDraft = which === "draft";
  const draft = useQuery({ ...draftContentQuery(courseId), enabled: isDraft });
  const version = useQuery({ ...versionQuery(courseId, Number(which)), enabled: !isDraft });
  const { data } = isDraft ? draft : version;
  const published = useMemo(() => data && { content: data.content, rule: data.completion }, [data]);
  return { query: isDraft ? draft : version, published };
}
