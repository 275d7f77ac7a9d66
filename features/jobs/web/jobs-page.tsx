import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { lacks } from "#features/portal/lacking.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { jobsList, jobStates } from "../contract.ts";
import { isUnfinished, jobsQuery } from "./hooks.ts";
import { useJobWords } from "./job-state.tsx";
import { useJobColumns } from "./use-job-columns.tsx";
import { useLiveJobs } from "./use-live-jobs.ts";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(jobsQuery(listRequest(jobsList, to)));

/** The jobs that the person asking has started, with their state. */
export default function JobsPage() {
  const { t } = useLingui();
  const list = useListState(jobsList);
  const user = useSignedIn()?.User;
  const canOversee = Boolean(user && (user.IsAdmin || user.IsSystemAdmin) && !lacks(user, "oversee-jobs"));
  // Whoever opens a view of everybody's without overseeing them sees their own.
  const isOfAll = canOversee && list.request.whose !== undefined;
  const { whose: _, ...own } = list.request;
  const result = useQuery(jobsQuery(isOfAll ? list.request : own));
  const words = useJobWords();
  useLiveJobs(result.data?.rows.some(isUnfinished) ?? false);
  const columns = useJobColumns(isOfAll);
  return (
    <div className="page">
      <PageHeader
        title={t`Jobs`}
        description={t`What you have started that takes a while, and what you changed for many people at once.`}
      />
      <TableList
        list={list}
        tabs={<ViewTabs name="jobs" list={list} everything={t`All jobs`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Jobs`}
        count={(total) => t`${plural(total, { one: "# job", other: "# jobs" })}`}
        waiting={t`Loading jobs`}
        failed={{ title: t`Your jobs could not be loaded`, safe: t`They go on all the same.` }}
        empty={
          <EmptyState
            icon={ListChecks}
            title={t`No jobs yet`}
            message={t`What takes longer than a moment shows here, such as an import.`}
            action={
              canOversee && (
                <LinkButton to={isOfAll ? "/jobs" : "/jobs?whose=everybody"}>
                  {isOfAll ? t`Your jobs` : t`What others have started`}
                </LinkButton>
              )
            }
          />
        }
        nothing={{ title: t`No job has this status` }}
        filters={[
          ...(canOversee
            ? [
                {
                  id: "whose",
                  label: t`Started by`,
                  any: t`You`,
                  options: [{ id: "everybody", label: t`Everybody` }],
                },
              ]
            : []),
          { id: "state", label: t`Status`, any: t`Every status`, options: jobStates.map((id) => ({ id, label: words[id] })) },
        ]}
        columns={columns}
        rowId={({ id }) => String(id)}
      />
    </div>
  );
}
