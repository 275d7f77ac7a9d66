import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CirclePause } from "lucide-react";
import type { Column } from "#ui/data-table.tsx";
import { Link } from "#ui/link.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { PersonRow } from "../contract.ts";

/** The words of roles and of what a membership is. */
export function usePeopleWords() {
  const { t } = useLingui();
  return {
    role: { student: t`Student`, author: t`Author`, manager: t`Manager`, admin: t`Administrator` },
    status: { active: t`Active`, suspended: t`Deactivated` },
  };
}

/** The columns of the portal's people. */
export function usePeopleColumns(): Column<PersonRow>[] {
  const { t } = useLingui();
  const words = usePeopleWords();
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      isSortable: true,
      cell: (row) => (
        <Link to={`/users/details/${row.id}`}>
          <bdi>{row.name}</bdi>
        </Link>
      ),
    },
    { id: "email", header: t`Email`, isSortable: true, cell: (row) => <bdi>{row.email}</bdi> },
    {
      id: "roles",
      header: t`Roles`,
      cell: ({ roles }) => (roles.length > 0 ? roles.map((role) => words.role[role]).join(", ") : words.role.student),
    },
    {
      id: "status",
      header: t`Status`,
      card: "corner",
      cell: ({ status }) => (
        <Tag tone={status === "active" ? "success" : "neutral"} icon={status === "active" ? CircleCheck : CirclePause}>
          {words.status[status]}
        </Tag>
      ),
    },
    {
      id: "lastSignIn",
      header: t`Last sign-in`,
      isSortable: true,
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? t`Never` : <Time instant={lastSignInAt} kind="date" />),
    },
  ];
}
