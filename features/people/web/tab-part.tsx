import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLingui } from "@lingui/react/macro";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type Props<Data> = {
  query: UseQueryResult<Data>;
  waiting: string;
  failed: string;
  children: (data: Data) => ReactNode;
};

/** What a tab shows once its own data is there, while it loads, and when it fails. */
export function TabPart<Data>({ query, waiting, failed, children }: Props<Data>) {
  const { t } = useLingui();
  const { data, error } = query;
  if (error && data === undefined)
    return (
      <ErrorState
        headingLevel={2}
        title={failed}
        safe={t`Nothing was changed.`}
        requestId={error instanceof CallError ? error.requestId : undefined}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  return (
    <BusyRegion isBusy={data === undefined} label={waiting} skeleton={<Skeleton shape="lines" count={6} />}>
      {data !== undefined && children(data)}
    </BusyRegion>
  );
}
