import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download, Filter, History, Printer } from "lucide-react";
import { useCallback, useState } from "react";
import * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Pager } from "#ui/pager.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { useUrlState } from "#ui/use-url-state.ts";
import { useZone } from "#ui/zone.ts";
import type { HistoryFilters, HistoryRow } from "../contract.ts";
import { HistorySort, Outcome, pageSize } from "../contract.ts";
import { csvAddress, historyQuery, useHistoryToPrint } from "./hooks.ts";
import { useOutcomeWords } from "./outcome-tag.tsx";
import { PrintSheet } from "./print-sheet.tsx";
import { useHistoryColumns } from "./use-history-columns.tsx";
import "./history.css";

const shape = {
  q: z.string().check(z.maxLength(200)),
  outcome: z.enum(["all", ...Outcome.options]),
  year: z.string().check(z.regex(/^(all|(19[7-9]|20|21)\d{1,2})$/)),
  sort: HistorySort,
  page: z.coerce.number().check(z.int(), z.gte(1)),
};
const defaults = { q: "", outcome: "all" as const, year: "all", sort: "-started" as const, page: 1 };

/** Student History (specification §2): every attempt of the person signed in, kept for ever (MYC-3, MYC-4, TRN-5). */
export default function HistoryPage() {
  const { t } = useLingui();
  const { state, set, href } = useUrlState(shape, defaults);
  const filters: HistoryFilters = {
    ...(state.q && { q: state.q }),
    ...(state.outcome !== "all" && { outcome: state.outcome }),
    ...(state.year !== "all" && { year: Number(state.year) }),
    ...(state.sort !== defaults.sort && { sort: state.sort }),
  };
  const query = useQuery(historyQuery({ ...filters, ...(state.page > 1 && { page: state.page }) }));
  const columns = useHistoryColumns();
  const zone = useZone().replaceAll("_", " ");
  const [sheet, setSheet] = useState<readonly HistoryRow[] | null>(null);
  const closeSheet = useCallback(() => setSheet(null), []);
  const { data } = query;
  const isFiltered = Boolean(state.q) || state.outcome !== "all" || state.year !== "all";

  return (
    <div className="page-wide">
      <PageHeader
        title={t`Student History`}
        description={
          <Trans>
            Every time you took a course. Nothing is ever removed. Times in <bdi>{zone}</bdi>.
          </Trans>
        }
        actions={query.isError || data?.totalEver === 0 ? undefined : <Outputs filters={filters} onSheet={setSheet} />}
      />
      {query.isError && !data ? (
        <ErrorState
          title={t`Your history could not be loaded`}
          safe={t`Your results are safe.`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!data} label={t`Loading history`} skeleton={<Skeleton shape="table" count={8} />}>
          {data && data.totalEver === 0 ? (
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
          ) : (
            <div className="card no-print">
              <Filters state={state} set={set} years={data?.years ?? []} />
              <DataTable
                label={t`Student History`}
                columns={columns}
                rows={data?.rows ?? []}
                rowId={(row) => String(row.attemptId)}
                sort={state.sort}
                onSort={(sort) => set({ sort: sort as HistorySort })}
                isRefetching={query.isPlaceholderData}
                empty={
                  isFiltered && (
                    <EmptyState
                      icon={Filter}
                      title={t`Nothing in your history matches these filters`}
                      action={
                        <Button onPress={() => set({ q: "", outcome: "all", year: "all" })}>
                          <Trans>Clear filters</Trans>
                        </Button>
                      }
                    />
                  )
                }
                pager={
                  data && data.total > 0 ? (
                    <Pager
                      page={data.page}
                      pageCount={Math.ceil(data.total / pageSize)}
                      total={data.total}
                      pageSize={pageSize}
                      to={(page) => href({ page })}
                    />
                  ) : undefined
                }
              />
            </div>
          )}
        </BusyRegion>
      )}
      {sheet && <PrintSheet rows={sheet} onPrinted={closeSheet} />}
    </div>
  );
}

type State = ReturnType<typeof useUrlState<typeof shape>>;

function Filters({ state, set, years }: Pick<State, "state" | "set"> & { years: readonly number[] }) {
  const { t } = useLingui();
  const outcomes = useOutcomeWords();
  const known = years.map(String);
  return (
    <div className="history-filters" role="search" aria-label={t`History`}>
      <SearchField label={t`Search courses`} value={state.q} onChange={(q) => set({ q }, { replace: true })} />
      <Select
        label={t`Result`}
        isLabelHidden
        options={[{ id: "all", label: t`All results` }, ...Outcome.options.map((id) => ({ id, label: outcomes[id] }))]}
        value={state.outcome}
        onChange={(outcome) => set({ outcome })}
      />
      <Select
        label={t`Year`}
        isLabelHidden
        options={[
          { id: "all", label: t`All years` },
          ...[...new Set([...known, ...(state.year === "all" ? [] : [state.year])])].map((year) => ({ id: year, label: year })),
        ]}
        value={state.year}
        onChange={(year) => set({ year })}
      />
    </div>
  );
}

/** Export and print: both give everything the filters select, not only the page on screen. */
function Outputs({ filters, onSheet }: { filters: HistoryFilters; onSheet: (rows: readonly HistoryRow[]) => void }) {
  const { t } = useLingui();
  const print = useHistoryToPrint();
  return (
    <>
      <a className="ui-button no-print" href={csvAddress(filters)} download>
        <Icon of={Download} />
        <Trans>Export CSV</Trans>
      </a>
      <span className="no-print">
        <Button
          icon={Printer}
          isPending={print.isPending}
          pendingLabel={t`Preparing the print sheet`}
          onPress={() =>
            print.mutate(filters, {
              onSuccess: ({ rows }) => onSheet(rows),
              onError: (error) => toast({ tone: "danger", title: t`The history could not be printed`, message: error.message }),
            })
          }
        >
          <Trans>Print</Trans>
        </Button>
      </span>
    </>
  );
}
