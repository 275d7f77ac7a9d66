import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { useActionWords } from "#features/audit/web/use-action-words.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Pager } from "#ui/pager.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { changesQuery } from "./hooks.ts";

/** The page, in the address. */
const name = "changes";

/** What was done with an announcement, when and by whom, newest first (ANN-4). revision: of the announcement, whose changes are fetched anew with it. */
export function Changes({ announcementId, revision }: { announcementId: number; revision: number }) {
  const { t } = useLingui();
  const words = useActionWords();
  const params = new URLSearchParams(useLocation().search);
  const page = Math.max(1, Math.floor(Number(params.get(name)) || 1));
  const query = useQuery(changesQuery(announcementId, page, revision));
  const found = query.data;
  const addressOf = (to: number) => {
    const next = new URLSearchParams(params);
    next.set(name, String(to));
    return `?${next}`;
  };
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t`What was done could not be loaded`}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
        headingLevel={3}
      />
    );
  return (
    <BusyRegion isBusy={query.isPending} label={t`Loading what was done`} skeleton={<Skeleton count={3} />}>
      {found?.total === 0 && (
        <p className="muted">
          <Trans>Nothing is written about it yet.</Trans>
        </p>
      )}
      <ul className="announcement-changes">
        {found?.rows.map(({ id, at, action, by }) => (
          <li key={id}>
            <span>{words(action)}</span>
            <span className="muted small">
              <Time instant={at} /> · <bdi>{by ?? <Trans>Somebody who is not here any more</Trans>}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {found && found.total > found.pageSize && (
        <Pager
          page={found.page}
          pageCount={Math.ceil(found.total / found.pageSize)}
          total={found.total}
          pageSize={found.pageSize}
          to={addressOf}
          label={t`Pages of what was done`}
        />
      )}
    </BusyRegion>
  );
}
