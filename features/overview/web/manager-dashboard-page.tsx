import { Trans, useLingui } from "@lingui/react/macro";
import { Deputies } from "#features/roles/web/deputies.tsx";
import { prefetchTeam, TeamList } from "#features/team/web/team-list.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Figures } from "./figures.tsx";
import { figuresQuery } from "./hooks.ts";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => Promise.all([client.prefetchQuery(figuresQuery("manager")), prefetchTeam(client, to)]);

/** Manager Dashboard (specification §2; ROLE-6): the people whom a manager looks after, how they stand, and what a manager does about it. */
export default function ManagerDashboardPage() {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={t`Manager Dashboard`} description={t`The people whom you look after, and what waits for you.`} />
      <div className="stack-l">
        <Figures board="manager" label={t`Figures`} />
        <section aria-labelledby="overview-team">
          <h2 id="overview-team" className="overview-head">
            <Trans>My team</Trans>
          </h2>
          <TeamList />
        </section>
        <section aria-labelledby="overview-deputy">
          <h2 id="overview-deputy" className="overview-head">
            <Trans>While you are away</Trans>
          </h2>
          <Deputies />
        </section>
      </div>
    </div>
  );
}
