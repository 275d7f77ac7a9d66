import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { History, Printer } from "lucide-react";
import { useCallback, useState } from "react";
import { exportAddress } from "#platform/list/list.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { toast } from "#ui/toast.ts";
import { useZone } from "#ui/zone.ts";
import type { HistoryRow } from "../contract.ts";
import { historyList, listHistory, outcomes } from "../contract.ts";
import { historyQuery, useHistoryToPrint } from "./hooks.ts";
import { useOutcomeWords } from "./outcome-tag.tsx";
import { PrintSheet } from "./print-sheet.tsx";
import { useHistoryColumns } from "./use-history-columns.tsx";
import "./history.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(historyQuery(listRequest(historyList, to)));

/** Student History (specification §2): every attempt of the signed-in person, kept for ever (MYC-3, MYC-4, TRN-5). */
export default function HistoryPage() {
  const { t } = useLingui();
  const list = useListState(historyList);
  const result = useQuery(historyQuery(list.request));
  const columns = useHistoryColumns();
  const outcomeWords = useOutcomeWords();
  const zone = useZone().replaceAll("_", " ");
  const [sheet, setSheet] = useState<readonly HistoryRow[] | null>(null);
  const closeSheet = useCallback(() => setSheet(null), []);

  return (
    <div className="page">
      <PageHeader
        title={t`Student History`}
        description={
          <Trans>
            Every time you took a course. Nothing is ever removed. Times in <bdi>{zone}</bdi>.
          </Trans>
        }
      />
      <div className="no-print">
        <TableList
          list={list}
          result={result}
          label={t`Student History`}
          count={(total) => t`${plural(total, { one: "# attempt", other: "# attempts" })}`}
          waiting={t`Loading history`}
          skeletonRows={8}
          failed={{ title: t`Your history could not be loaded`, safe: t`Your results are kept.` }}
          empty={
            <EmptyState
              icon={History}
              title={t`No courses taken yet`}
              message={t`Each course you start is listed here, with its result and time.`}
              action={
                <LinkButton variant="primary" to="/course/catalog/categories">
                  <Trans>Browse the catalog</Trans>
                </LinkButton>
              }
            />
          }
          nothing={{ title: t`Nothing in your history matches these filters` }}
          search={t`Search courses`}
          filters={[
            {
              id: "outcome",
              label: t`Result`,
              any: t`All results`,
              options: outcomes.map((id) => ({ id, label: outcomeWords[id] })),
            },
            {
              id: "year",
              label: t`Year`,
              any: t`All years`,
              options: (result.data?.years ?? []).map((year) => ({ id: String(year), label: String(year) })),
            },
          ]}
          columns={columns}
          rowId={(row) => String(row.attemptId)}
          exportHref={exportAddress(listHistory.path, list.request)}
          actions={<Print request={list.request} onSheet={setSheet} />}
        />
      </div>
      {sheet && <PrintSheet rows={sheet} onPrinted={closeSheet} />}
    </div>
  );
}

type PrintProps = { request: Parameters<typeof historyQuery>[0]; onSheet: (rows: readonly HistoryRow[]) => void };

/** Prints all rows that match the filters, not only the page on screen. */
function Print({ request, onSheet }: PrintProps) {
  const { t } = useLingui();
  const print = useHistoryToPrint();
  return (
    <Button
      icon={Printer}
      isPending={print.isPending}
      pendingLabel={t`Preparing the print sheet`}
      onPress={() =>
        print.mutate(request, {
          onSuccess: ({ rows }) => onSheet(rows),
          onError: (error) => toast({ tone: "danger", title: t`The history could not be printed`, message: error.message }),
        })
      }
    >
      <Trans>Print</Trans>
    </Button>
  );
}
