import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { SeatNotice } from "#features/seats/web/seat-notice.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Board, FigureKey } from "../contract.ts";
import { figuresQuery } from "./hooks.ts";
import "./overview.css";

/** What somebody should look at when it is not zero. */
const isTrouble: Partial<Record<FigureKey, true>> = { overdue: true, ownJobsFailed: true, mailFailed: true };

/** The figures of a dashboard, each a link to the list of what it counts. */
export function Figures({ board, label }: { board: Board; label: string }) {
  const { t, i18n } = useLingui();
  const query = useQuery(figuresQuery(board));
  const cap = i18n.number(query.data?.seats?.cap ?? 0);
  const words: Record<FigureKey, string> = {
    overdue: t`People with something overdue`,
    soon: t`People with something due in 7 days`,
    notStarted: t`People with something not started`,
    active: t`Active people`,
    seats: t`Seats taken of ${cap}`,
    enrolled: t`People enrolled in something`,
    completed: t`People who completed something in 30 days`,
    neverSignedIn: t`Active people who never signed in`,
    registrations: t`Registrations waiting`,
    approvals: t`Courses waiting for approval`,
    ownJobsFailed: t`Your jobs that failed`,
    mailWaiting: t`Mails waiting`,
    mailFailed: t`Mails that failed`,
    mailWithheld: t`Mails withheld`,
  };
  if (query.isError)
    return <ErrorState title={t`The figures could not be loaded`} safe={t`Nothing was changed.`} onRetry={() => void query.refetch()} />;
  return (
    <BusyRegion isBusy={query.isPending} label={t`Loading the figures`} skeleton={<Skeleton shape="cards" count={4} />}>
      <SeatNotice seats={query.data?.seats} />
      <ul className="overview-figures" aria-label={label}>
        {query.data?.figures.map(({ key, count, to }) => (
          <li key={key} className="card" data-trouble={(count > 0 && isTrouble[key]) || undefined}>
            <Link to={to}>
              <bdi className="overview-count num">{i18n.number(count)}</bdi>
              <span>{words[key]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </BusyRegion>
  );
}
