import { Trans, useLingui } from "@lingui/react/macro";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Figures } from "./figures.tsx";
import { figuresQuery } from "./hooks.ts";

/** Loaded by those who approve courses and do not see the others. */
const WaitingCourses = lazyPart(() => import("#features/curriculum/web/waiting-courses.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(figuresQuery("admin"));

/** Admin Dashboard (specification §2): the figures of the portal, each with the list behind it, and what waits for an approval. */
export default function AdminDashboardPage() {
  const { t } = useLingui();
  const may = useMay();
  return (
    <div className="page">
      <PageHeader title={t`Dashboard`} description={t`How the portal stands. Each number opens the list of what it counts.`} />
      <div className="stack-l">
        <Figures board="admin" label={t`Figures of the portal`} />
        {/* Whoever sees the portal's courses finds them there, by the figure. */}
        {may("approve-courses") && !may("see-portal-courses") && (
          <section aria-labelledby="overview-waiting">
            <h2 id="overview-waiting" className="overview-head">
              <Trans>Waiting for approval</Trans>
            </h2>
            <WaitingCourses />
          </section>
        )}
      </div>
    </div>
  );
}
