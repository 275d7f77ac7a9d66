import { useLingui } from "@lingui/react/macro";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Figures } from "./figures.tsx";
import { figuresQuery } from "./hooks.ts";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(figuresQuery("admin"));

/** Admin Dashboard (specification §2): the figures of the portal, each with the list behind it. */
export default function AdminDashboardPage() {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={t`Dashboard`} description={t`How the portal stands. Each number opens the list of what it counts.`} />
      <Figures board="admin" label={t`Figures of the portal`} />
    </div>
  );
}
