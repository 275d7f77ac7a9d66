import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { BusyRegion } from "#ui/busy-region.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import type { Look } from "../contract.ts";
import { looksQuery } from "./hooks.ts";

/** Who looked at the portal as the person, when and why (USR-3). */
export default function LooksPage() {
  const { t } = useLingui();
  const looks = useQuery(looksQuery);
  const rows = looks.data?.rows ?? [];
  const columns = useLookColumns();
  return (
    <div className="page">
      <PageHeader
        title={t`Who looked as you`}
        back={{ to: "/student/myAccount", label: t`My account` }}
        description={t`Admins can see this portal as you see it, to help you. Each time is listed here.`}
      />
      {looks.isError && !looks.data ? (
        <ErrorState title={t`The list could not be loaded`} onRetry={() => void looks.refetch()} isRetrying={looks.isFetching} />
      ) : (
        <BusyRegion isBusy={looks.isPending} label={t`Loading the list`} skeleton={<Skeleton shape="table" count={3} />}>
          {looks.data && rows.length === 0 && (
            <EmptyState icon={Eye} title={t`Nobody has looked`} message={t`Nobody has seen this portal as you.`} />
          )}
          {rows.length > 0 && <DataTable label={t`Who looked as you`} rows={rows} rowId={({ id }) => String(id)} columns={columns} />}
        </BusyRegion>
      )}
    </div>
  );
}

function useLookColumns(): Column<Look>[] {
  const { t } = useLingui();
  return [
    { id: "by", header: t`Who`, isRowHeader: true, cell: ({ by }) => <bdi>{by}</bdi> },
    { id: "began", header: t`From`, cell: ({ beganAt }) => <Time instant={beganAt} /> },
    { id: "ended", header: t`Until`, cell: ({ endedAt }) => <Time instant={endedAt} /> },
    {
      id: "writes",
      header: t`Could do`,
      cell: ({ writes }) => (writes ? <Trans>Change things too</Trans> : <Trans>Only look</Trans>),
    },
    { id: "reason", header: t`Reason`, cell: ({ reason }) => <bdi>{reason || "–"}</bdi> },
  ];
}
