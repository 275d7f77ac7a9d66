import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleSlash, Clock, KeyRound, Pencil, Trash2, UserPlus } from "lucide-react";
import type { Column } from "#ui/data-table.tsx";
import { Email } from "#ui/email.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Link } from "#ui/link.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { Assignment, GrantedRole } from "../contract.ts";
import { useRoleWords } from "./use-role-words.ts";

export type RowAction = { kind: "rights" | "change" | "deputy" | "remove"; row: Assignment };

const states = {
  now: { tone: "success", icon: CircleCheck },
  later: { tone: "info", icon: Clock },
  ended: { tone: "neutral", icon: CircleSlash },
} as const;

/** The columns of who holds which role; role: the one that all rows have, null for several. */
export function useAssignmentColumns(role: GrantedRole | null, onAction: (action: RowAction) => void): Column<Assignment>[] {
  const { t } = useLingui();
  const words = useRoleWords();
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      isSortable: true,
      cell: ({ userId, name }) => (
        <Link to={`/users/details/${userId}`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { id: "email", header: t`Email`, cell: ({ email }) => <Email address={email} /> },
    {
      id: "role",
      header: t`Role`,
      cell: (row) => {
        const { deputyFor } = row;
        const manager = deputyFor?.name ?? "";
        return (
          <>
            <bdi>{words.held(row)}</bdi>
            {deputyFor && <span className="muted small roles-deputy">{t`stands in for ${manager}`}</span>}
          </>
        );
      },
    },
    ...(role === null || role === "Manager"
      ? [{ id: "scope", header: t`For whom`, cell: (row: Assignment) => <bdi>{words.scope(row)}</bdi> }]
      : []),
    { id: "since", header: t`Since`, isSortable: true, cell: ({ startsAt }) => <Time instant={startsAt} kind="date" /> },
    { id: "until", header: t`Until`, isSortable: true, cell: ({ endsAt }) => (endsAt ? <Time instant={endsAt} /> : t`No end`) },
    {
      id: "grantedBy",
      header: t`Granted by`,
      cell: ({ grantedBy }) => (grantedBy ? <bdi>{grantedBy}</bdi> : <span className="muted ui-table-none">–</span>),
    },
    {
      id: "state",
      header: t`Status`,
      card: "corner",
      cell: ({ state, isActive }) =>
        isActive ? (
          <Tag tone={states[state].tone} icon={states[state].icon}>
            {words.state[state]}
          </Tag>
        ) : (
          <Tag tone="neutral" icon={CircleSlash}>{t`Deactivated`}</Tag>
        ),
    },
    {
      id: "actions",
      header: t`Actions`,
      isHeaderHidden: true,
      align: "end",
      cell: (row) => <Actions row={row} onAction={onAction} />,
    },
  ];
}

function Actions({ row, onAction }: { row: Assignment; onAction: (action: RowAction) => void }) {
  const { t } = useLingui();
  const { name, role, mayChange, state, deputyFor } = row;
  return (
    <span className="roles-actions">
      <IconButton icon={KeyRound} size="s" label={t`What ${name} may do`} onPress={() => onAction({ kind: "rights", row })} />
      {mayChange && !deputyFor && (
        <IconButton icon={Pencil} size="s" label={t`Change the role of ${name}`} onPress={() => onAction({ kind: "change", row })} />
      )}
      {role === "Manager" && mayChange && !deputyFor && state !== "ended" && (
        <IconButton icon={UserPlus} size="s" label={t`A deputy for ${name}`} onPress={() => onAction({ kind: "deputy", row })} />
      )}
      {mayChange && state !== "ended" && (
        <IconButton icon={Trash2} size="s" label={t`Remove the role of ${name}`} onPress={() => onAction({ kind: "remove", row })} />
      )}
    </span>
  );
}
