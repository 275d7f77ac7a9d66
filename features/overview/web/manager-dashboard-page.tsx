import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Deputies } from "#features/roles/web/deputies.tsx";
import { TeamList } from "#features/team/web/team-list.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Figures } from "./figures.tsx";
import { figuresQuery } from "./hooks.ts";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(figuresQuery("manager"));

/** Manager Dashboard (specification §2; ROLE-6): the people whom a manager looks after, how they stand, and what a manager does about it. */
export default function ManagerDashboardPage() {
  const { t } = useLingui();
  // What comes with the figures is not asked for meanwhile.
  const { isPending } = useQuery(figuresQuery("manager"));
  return (
    <div className="page">
      <PageHeader title={t`Manager Dashboard`} description={t`The people whom you look after, and what waits for you.`} />
      <div className="stack-l">
        <Figures board="manager" label={t`Figures`} />
        <section aria-labelledby="overview-team">
          <h2 id="overview-team" className="overview-head">
            <Trans>My team</Trans>
          </h2>
          <TeamList isWaiting={isPending} />
        </section>
        <section aria-labelledby="overview-deputy">
          <h2 id="overview-deputy" className="overview-head">
            <Trans>While you are away</Trans>
          </h2>
          <Deputies isWaiting={isPending} />
        </section>
      </div>
    </div>
  );
}
