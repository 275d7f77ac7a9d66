import { useLingui } from "@lingui/react/macro";
import { Ban, CircleCheck, CircleDashed, CircleDot } from "lucide-react";
import { DueTag } from "#features/enrolment/web/due-tag.tsx";
import type { Column } from "#ui/data-table.tsx";
import { Email } from "#ui/email.tsx";
import { Link } from "#ui/link.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { Participant } from "../contract.ts";

/** The words for how somebody stands in a course. */
export function useParticipantWords() {
  const { t } = useLingui();
  return {
    state: { notStarted: t`Not started`, inProgress: t`In progress`, completed: t`Completed`, ended: t`Ended`, overdue: t`Overdue` },
    role: { author: t`Author`, manager: t`Manager`, admin: t`Administrator` },
    student: t`Student`,
  };
}

const icons = { notStarted: CircleDashed, inProgress: CircleDot, completed: CircleCheck, ended: Ban } as const;
const tones = { notStarted: "neutral", inProgress: "info", completed: "success", ended: "neutral" } as const;

/** The columns of the people of a course. */
export function useParticipantColumns(): Column<Participant>[] {
  const { t } = useLingui();
  const words = useParticipantWords();
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      isSortable: true,
      cell: (row) => (
        <Link to={`/users/details/${row.id}?tab=enrolments`}>
          <bdi>{row.name}</bdi>
        </Link>
      ),
    },
    { id: "email", header: t`Email`, cell: (row) => <Email address={row.email} /> },
    {
      id: "roles",
      header: t`Roles`,
      cell: ({ roles }) => (roles.length > 0 ? roles.map((role) => words.role[role]).join(", ") : words.student),
    },
    { id: "groups", header: t`Groups`, cell: ({ groups }) => <bdi>{groups.join(", ")}</bdi> },
    {
      id: "state",
      header: t`Status`,
      card: "corner",
      cell: ({ state, percent }) => (
        <Tag tone={tones[state]} icon={icons[state]}>
          {state === "inProgress" ? t`In progress, ${percent} %` : words.state[state]}
        </Tag>
      ),
    },
    { id: "due", header: t`Due`, cell: ({ due }) => due && <DueTag due={due} /> },
    {
      id: "lastAccess",
      header: t`Last access`,
      cell: ({ lastAccessAt }) => (lastAccessAt === null ? t`Never` : <Time instant={lastAccessAt} kind="date" />),
    },
    { id: "enrolled", header: t`Enrolled`, isSortable: true, cell: (row) => <Time instant={row.enrolledAt} kind="date" /> },
  ];
}
