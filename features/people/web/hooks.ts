import { keepPreviousData, queryOptions, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { viewsQuery } from "#features/views/web/hooks.ts";
import { call, freshMs } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

/**
 * One page of the portal's people; the previous page stays on screen while the next one loads. The columns and the views come with it where they are not here, or
 * not fresh any more.
 */
export const peopleQuery = (query: Input<typeof api.listPeople>["query"]) =>
  queryOptions({
    queryKey: ["people", "list", query],
    async queryFn({ signal, client }) {
      const asks = isOld(client, peopleColumnsQuery.queryKey) || isOld(client, viewsQuery("people").queryKey);
      const { screen, ...page } = await call(api.listPeople, { query: { ...query, ...(asks && { with: "screen" }) } }, { signal });
      if (screen) {
        const { views, ...columns } = screen;
        client.setQueryData(peopleColumnsQuery.queryKey, columns);
        client.setQueryData(viewsQuery("people").queryKey, views);
      }
      return page;
    },
    placeholderData: keepPreviousData,
    meta: shows(jobsSubject),
  });

const isOld = (client: QueryClient, key: QueryKey) => Date.now() - (client.getQueryState(key)?.dataUpdatedAt ?? 0) > freshMs;

/** The custom fields that can be columns. */
export const peopleColumnsQuery = queryOptions({
  queryKey: ["people", "columns"],
  queryFn: ({ signal }) => call(api.listPeopleColumns, undefined, { signal }),
});
