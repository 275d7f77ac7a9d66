import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, ShieldCheck, UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { grantedRoles, type GrantedRole } from "../contract.ts";
import { AssignmentDialog } from "./assignment-dialog.tsx";
import { assignmentsQuery } from "./hooks.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RightsDialog } from "./rights-dialog.tsx";
import { useAssignmentColumns, type RowAction } from "./use-assignment-columns.tsx";
import { useRoleWords } from "./use-role-words.ts";
import "./roles.css";

type Props = {
  userId: number;
  name: string;
  /** Whether the one who looks gives this person no role: their own, or a system admin's. */
  isLocked: boolean;
};
type Action = RowAction | { kind: "grant"; role: GrantedRole } | { kind: "may" };

/** The roles that one person holds, will hold and held, with giving, changing and removing them. */
export function RolesOfPerson({ userId, name, isLocked }: Props) {
  const { t } = useLingui();
  const words = useRoleWords();
  const held = useQuery(assignmentsQuery({ person: String(userId), sort: "-since" }));
  const ended = useQuery(assignmentsQuery({ person: String(userId), sort: "-since", state: "ended" }));
  const [action, setAction] = useState<Action | null>(null);
  const columns = useAssignmentColumns(null, setAction).filter(({ id }) => id !== "name" && id !== "email");
  const close = () => setAction(null);
  const failed = held.isError && !held.data ? held : ended.isError && !ended.data ? ended : null;
  if (failed)
    return (
      <ErrorState
        headingLevel={2}
        title={t`The roles could not be loaded`}
        safe={t`Nothing was changed.`}
        onRetry={() => void Promise.all([held.refetch(), ended.refetch()])}
        isRetrying={failed.isFetching}
      />
    );
  if (!held.data || !ended.data) return <Skeleton shape="table" />;
  const rows = [...held.data.rows, ...ended.data.rows];
  const open = grantedRoles.filter((role) => !held.data.rows.some((row) => row.role === role));
  return (
    <>
      <div className="row">
        {!isLocked &&
          open.map((role) => (
            <Button key={role} icon={UserPlus} onPress={() => setAction({ kind: "grant", role })}>
              <GiveWords role={words.role[role]} />
            </Button>
          ))}
        <Button icon={KeyRound} variant="quiet" onPress={() => setAction({ kind: "may" })}>
          <Trans>What this person may do</Trans>
        </Button>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          headingLevel={2}
          icon={ShieldCheck}
          title={t`A student, and nothing more`}
          message={t`Roles that are given to this person are listed here, and stay when they end.`}
        />
      ) : (
        <div className="card">
          <DataTable label={t`Roles of ${name}`} columns={columns} rows={rows} rowId={(row) => String(row.id)} />
        </div>
      )}
      {action?.kind === "grant" && <AssignmentDialog role={action.role} assignment={null} person={{ userId, name }} onClose={close} />}
      {action?.kind === "change" && <AssignmentDialog role={action.row.role} assignment={action.row} onClose={close} />}
      {action?.kind === "deputy" && <AssignmentDialog role={action.row.role} assignment={null} like={action.row} onClose={close} />}
      {action?.kind === "remove" && <RemoveDialog assignment={action.row} onClose={close} />}
      {(action?.kind === "may" || action?.kind === "rights") && <RightsDialog userId={userId} name={name} onClose={close} />}
    </>
  );
}

const GiveWords = ({ role }: { role: string }) => <Trans>Give the role {role}</Trans>;
