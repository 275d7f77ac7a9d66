import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { deputiesQuery } from "#features/roles/web/hooks.ts";
import { teamQuery } from "#features/team/web/hooks.ts";
import { viewsQuery } from "#features/views/web/hooks.ts";
import { call, freshMs } from "#platform/call.ts";
import { shows } from "#platform/web/query-subjects.ts";
import { listRequest } from "#ui/list-screen/use-list-state.ts";
import { teamList } from "#features/team/contract.ts";
import { showFigures, type Board } from "../contract.ts";

/** The first page of the team, as the dashboard of managers opens with it. */
const firstTeam = () => teamQuery(listRequest(teamList, { pathname: "/manager/dashboard", search: "" }));
const isOld = (client: QueryClient) => Date.now() - (client.getQueryState(firstTeam().queryKey)?.dataUpdatedAt ?? 0) > freshMs;

/** The figures of a dashboard. The team, its views and the deputies come with those of managers, where they are not here, or not fresh any more. */
export const figuresQuery = (board: Board) =>
  queryOptions({
    queryKey: ["overview", board],
    async queryFn({ signal, client }) {
      const asks = board === "manager" && isOld(client);
      const { screen, ...figures } = await call(showFigures, { query: { board, ...(asks && { with: "screen" }) } }, { signal });
      if (screen) {
        client.setQueryData(firstTeam().queryKey, screen.team);
        client.setQueryData(viewsQuery("team").queryKey, screen.views);
        client.setQueryData(deputiesQuery.queryKey, screen.deputies);
      }
      return figures;
    },
    meta: shows(jobsSubject, courseSubject),
  });
