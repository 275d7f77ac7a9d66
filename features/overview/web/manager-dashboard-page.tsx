import { Trans, useLingui } from "@lingui/react/macro";
import { useMay } from "#features/portal/web/use-may.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { prefetchTeam, TeamList } from "#features/team/web/team-list.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Link } from "#ui/link.tsx";
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
        <Deputy />
      </div>
    </div>
  );
}

/** Who stands in while a manager is away: somebody with the same role for some days, which admins give. */
function Deputy() {
  const user = useSignedIn()?.User;
  const may = useMay();
  const mine = `/users/managers?person=${user?.Id ?? 0}`;
  const gives = (user?.IsAdmin || user?.IsSystemAdmin) && may("grant-roles");
  return (
    <section aria-labelledby="overview-deputy">
      <h2 id="overview-deputy" className="overview-head">
        <Trans>While you are away</Trans>
      </h2>
      <p>
        {gives ? (
          <Trans>
            Somebody can stand in for you with the role Manager from one day to another. <Link to={mine}>Name a deputy</Link>
          </Trans>
        ) : (
          <Trans>
            An administrator can give somebody your role from one day to another. <Link to="/about/contact">Ask the portal’s contact</Link>
          </Trans>
        )}
      </p>
    </section>
  );
}
