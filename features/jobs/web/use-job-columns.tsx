import { useLingui } from "@lingui/react/macro";
import type { Column } from "#ui/data-table.tsx";
import { Link } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { Job } from "../contract.ts";
import { JobProgress, JobStateTag } from "./job-state.tsx";

/** The columns of the list of jobs. isOfAll: whose each is. */
export function useJobColumns(isOfAll = false): Column<Job>[] {
  const { t } = useLingui();
  return [
    {
      id: "title",
      header: t`Job`,
      isRowHeader: true,
      cell: ({ id, title }) => (
        <Link to={`/jobs/${id}`}>
          <bdi>{title}</bdi>
        </Link>
      ),
    },
    { id: "state", header: t`Status`, card: "corner", cell: (job) => <JobStateTag job={job} /> },
    {
      id: "progress",
      header: t`Result`,
      cell: (job) =>
        job.state === "done" ? job.facts.map(({ label, value }) => `${label}: ${value}`).join(" · ") : <JobProgress job={job} />,
    },
    ...(isOfAll ? [{ id: "owner", header: t`Started by`, cell: ({ owner }: Job) => (owner === null ? t`You` : <bdi>{owner}</bdi>) }] : []),
    { id: "created", header: t`Started`, cell: ({ createdAt }) => <Time instant={createdAt} /> },
  ];
}
