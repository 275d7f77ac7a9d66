import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Equal, SearchCheck } from "lucide-react";
import { useState } from "react";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import { CallError } from "#platform/call.ts";
import { exportAddress } from "#platform/list/list.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { listUnfound, unfoundList, type Unfound } from "../contract.ts";
import { synonymsQuery, unfoundQuery, useForget } from "./hooks.ts";
import "./searches.css";

const SynonymsDialog = lazyPart(() => import("./synonyms-dialog.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) =>
  Promise.all([client.prefetchQuery(synonymsQuery), client.prefetchQuery(unfoundQuery(listRequest(unfoundList, to)))]);

/** Catalog Search (CAT-3): words that mean the same, and what people searched in vain. */
export default function CatalogSearchPage() {
  const { t } = useLingui();
  const synonyms = useQuery(synonymsQuery);
  const list = useListState(unfoundList);
  const result = useQuery(unfoundQuery(list.request));
  /** What the dialog begins with: nothing, or words that were searched. */
  const [asked, setAsked] = useState<{ adding: string | null } | null>(null);
  const { data, error } = synonyms;
  const close = () => setAsked(null);
  return (
    <div className="page">
      <PageHeader title={t`Catalog Search`} description={t`Which words find the same courses, and what people looked for in vain.`} />
      <SectionTabs of="portal" />
      <section aria-labelledby="synonyms-title" className="searches-synonyms">
        <div className="searches-head">
          <h2 id="synonyms-title">
            <Trans>Words that mean the same</Trans>
          </h2>
          <Button icon={Equal} isDisabled={!data} onPress={() => setAsked({ adding: null })}>
            <Trans>Change the words</Trans>
          </Button>
        </div>
        <BusyRegion isBusy={synonyms.isPending} label={t`Loading the words`} skeleton={<Skeleton count={2} />}>
          {error && !data && (
            <ErrorState
              title={t`The words could not be loaded`}
              safe={t`Nothing was changed.`}
              next={error.message}
              requestId={error instanceof CallError ? error.requestId : ""}
              onRetry={() => void synonyms.refetch()}
              isRetrying={synonyms.isFetching}
            />
          )}
          {data?.lines.length === 0 && (
            <p className="muted">
              <Trans>None yet. Where your people call a thing by several names, write them here: each then finds the courses of all.</Trans>
            </p>
          )}
          {data && data.lines.length > 0 && (
            <ul className="searches-lines">
              {data.lines.map((terms) => (
                <li key={terms.join(",")}>
                  {terms.map((term, nth) => (
                    <span key={term}>
                      {nth > 0 && <span aria-hidden="true"> = </span>}
                      <bdi>{term}</bdi>
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          )}
        </BusyRegion>
      </section>
      <section aria-labelledby="unfound-title">
        <h2 id="unfound-title">
          <Trans>Searches without result</Trans>
        </h2>
        <p className="searches-about muted">
          <Trans>
            What people searched in the catalog and found nothing, nearly alike words included. Who it was is not kept. Words go after half
            a year.
          </Trans>
        </p>
        <TableList
          list={list}
          tabs={<ViewTabs name="searches" list={list} everything={t`All searches`} isWaiting={result.isFetching} />}
          result={result}
          label={t`Searches without result`}
          count={(total) => t`${plural(total, { one: "# search", other: "# searches" })}`}
          waiting={t`Loading searches`}
          failed={{ title: t`The searches could not be loaded`, safe: t`Nothing was changed.` }}
          empty={
            <EmptyState
              icon={SearchCheck}
              title={t`Everybody found something`}
              message={t`Words come here when somebody searches them and no course has them.`}
            />
          }
          nothing={{ title: t`No search has these words` }}
          search={t`Search these words`}
          filters={[]}
          columns={useColumns((words) => setAsked({ adding: words }))}
          rowId={({ words }) => words}
          exportHref={exportAddress(listUnfound.path, list.request)}
        />
      </section>
      {asked && data && <SynonymsDialog synonyms={data} adding={asked.adding} onClose={close} onGiveUp={close} />}
    </div>
  );
}

function useColumns(onAdd: (words: string) => void): Column<Unfound>[] {
  const { t } = useLingui();
  const forget = useForget();
  const refused = (error: Error) => toast({ tone: "danger", title: t`The words are still in the list`, message: error.message });
  return [
    { id: "words", header: t`Words`, isRowHeader: true, isSortable: true, cell: ({ words }) => <bdi>{words}</bdi> },
    { id: "times", header: t`Times`, isSortable: true, cell: ({ times }) => times },
    { id: "last", header: t`Last searched`, isSortable: true, cell: ({ lastAt }) => <Time instant={lastAt} /> },
    {
      id: "actions",
      header: t`Action`,
      cell: ({ words }) => (
        <span className="searches-actions">
          <Button size="s" aria-label={t`Same meaning as: ${words}`} onPress={() => onAdd(words)}>
            <Trans>Same meaning as…</Trans>
          </Button>
          <Button size="s" aria-label={t`Take out: ${words}`} onPress={() => forget.mutate(words, { onError: refused })}>
            <Trans>Take out</Trans>
          </Button>
        </span>
      ),
    },
  ];
}
