import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CirclePause } from "lucide-react";
import type { Result } from "#platform/contract.ts";
import type { Column } from "#ui/data-table.tsx";
import { Email } from "#ui/email.tsx";
import { Link } from "#ui/link.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { useUiLocale } from "#ui/zone.ts";
import { columnsAtRest, fieldOfColumn, personColumns, type listPeopleColumns, type PersonRow } from "../contract.ts";

type Fields = Result<typeof listPeopleColumns>["fields"];

/** The words of roles and of what a membership is. */
export function usePeopleWords() {
  const { t } = useLingui();
  return {
    role: { student: t`Student`, author: t`Author`, manager: t`Manager`, admin: t`Administrator` },
    status: { active: t`Active`, suspended: t`Deactivated` },
  };
}

/** Says a cell of a custom field as people read it. */
function useCellWords() {
  const { t } = useLingui();
  const locale = useUiLocale();
  return (kind: Fields[number]["kind"], cell: string) => {
    switch (kind) {
      case "date":
        return <Time instant={`${cell}T12:00:00Z`} kind="date" zone="UTC" />;
      case "date_time":
        return <Time instant={cell} />;
      case "yes_no":
        return cell === "yes" ? t`Yes` : t`No`;
      case "number":
        return Number(cell).toLocaleString(locale);
      case "country":
        return new Intl.DisplayNames(locale, { type: "region" }).of(cell) ?? cell;
      default:
        return <bdi>{cell}</bdi>;
    }
  };
}

/** The columns of the portal's people: the name, and those chosen in their order, or those that are shown at rest. choices: all that can be chosen. */
export function usePeopleColumns(fields: Fields, chosen: readonly string[]) {
  const { t } = useLingui();
  const words = usePeopleWords();
  const cellWords = useCellWords();
  const own: Record<(typeof personColumns)[number], Column<PersonRow>> = {
    email: { id: "email", header: t`Email`, isSortable: true, cell: (row) => <Email address={row.email} /> },
    externalId: { id: "externalId", header: t`External ID`, cell: (row) => <bdi>{row.externalId}</bdi> },
    roles: {
      id: "roles",
      header: t`Roles`,
      cell: ({ roles }) => (roles.length > 0 ? roles.map((role) => words.role[role]).join(", ") : words.role.student),
    },
    groups: { id: "groups", header: t`Groups`, cell: ({ groups }) => <bdi>{groups?.join(", ")}</bdi> },
    status: {
      id: "status",
      header: t`Status`,
      card: "corner",
      cell: ({ status }) => (
        <Tag tone={status === "active" ? "success" : "neutral"} icon={status === "active" ? CircleCheck : CirclePause}>
          {words.status[status]}
        </Tag>
      ),
    },
    joined: { id: "joined", header: t`Joined`, isSortable: true, cell: (row) => <Time instant={row.joinedAt} kind="date" /> },
    lastSignIn: {
      id: "lastSignIn",
      header: t`Last sign-in`,
      isSortable: true,
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? t`Never` : <Time instant={lastSignInAt} kind="date" />),
    },
  };
  const fieldColumn = ({ id, name, kind }: Fields[number]): Column<PersonRow> => ({
    id: `field:${id}`,
    header: name,
    cell: ({ cells }) => {
      const cell = cells[id];
      return cell === undefined ? null : cell === "•••" ? cell : cellWords(kind, cell);
    },
  });
  const name: Column<PersonRow> = {
    id: "name",
    header: t`Name`,
    isRowHeader: true,
    isSortable: true,
    cell: (row) => (
      <Link to={`/users/details/${row.id}`}>
        <bdi>{row.name}</bdi>
      </Link>
    ),
  };
  const shown = chosen.length > 0 ? chosen : columnsAtRest;
  const columns = shown.flatMap((id) => {
    const field = fields.find((one) => one.id === fieldOfColumn(id));
    if (field) return [fieldColumn(field)];
    const one = own[id as (typeof personColumns)[number]];
    return one ? [one] : [];
  });
  const choices = [
    ...personColumns.map((id) => ({ id, label: own[id].header })),
    ...fields.map(({ id, name: label }) => ({ id: `field:${id}`, label })),
  ];
  return { columns: [name, ...columns], choices, shown };
}
