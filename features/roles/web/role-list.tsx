import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, UserPlus } from "lucide-react";
import { useState } from "react";
import { holdersOf } from "#features/portal/permissions.ts";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import { exportAddress } from "#platform/list/list.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useChosenColumns } from "#ui/list-screen/use-chosen-columns.ts";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { assignmentList, assignmentStates, grantedRoles, listAssignments, abilities, type Ability, type GrantedRole } from "../contract.ts";
import { AssignmentDialog } from "./assignment-dialog.tsx";
import { assignmentsQuery } from "./hooks.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RightsDialog } from "./rights-dialog.tsx";
import { useAssignmentColumns, type RowAction } from "./use-assignment-columns.tsx";
import { useRoleWords } from "./use-role-words.ts";
import "./roles.css";

/** Whether a role of the portal can give it. */
const isOfPortals = (id: Ability) => id === "learn" || holdersOf(id).some((role) => role !== "System");

/** The lists in app/viewed-lists.ts. */
const viewsOf = { Manager: "managers", Author: "authors", Admin: "admins", any: "rights" } as const;

type Props = { title: string; of: GrantedRole | null };

/** Who holds a role, or any (null): since when, until when, for whom and by whom; and, where it is one, giving it to others. */
export function RoleList({ title, of: role }: Props) {
  const { t } = useLingui();
  const list = useListState(assignmentList);
  const request = role === null ? list.request : { ...list.request, role };
  const result = useQuery(assignmentsQuery(request));
  const words = useRoleWords();
  const [action, setAction] = useState<RowAction | { kind: "grant" } | null>(null);
  const { columns, button, dialog } = useChosenColumns(list, useAssignmentColumns(role, setAction), ["name", "actions"]);
  const close = () => setAction(null);
  const give = role && (
    <Button variant="primary" icon={UserPlus} onPress={() => setAction({ kind: "grant" })}>
      <Trans>Give this role</Trans>
    </Button>
  );
  return (
    <div className="page">
      <PageHeader title={title} actions={give} />
      <SectionTabs of="users" />
      <TableList
        list={list}
        tabs={<ViewTabs name={viewsOf[role ?? "any"]} list={list} everything={t`Everybody`} isWaiting={result.isFetching} />}
        result={result}
        label={title}
        count={(total) => t`${plural(total, { one: "# role", other: "# roles" })}`}
        waiting={t`Loading roles`}
        failed={{ title: t`The roles could not be loaded`, safe: t`Nothing was changed.` }}
        empty={<EmptyState icon={ShieldCheck} title={t`Nobody has this role yet`} message={t`Whoever has it is listed here.`} />}
        nothing={{ title: t`Nobody matches these filters` }}
        search={t`Search by name or email`}
        filters={[
          ...(role === null
            ? [
                {
                  id: "may" as const,
                  label: t`May do`,
                  any: t`Anything`,
                  options: abilities.filter(isOfPortals).map((id) => ({ id, label: words.ability[id] })),
                },
                {
                  id: "role" as const,
                  label: t`Role`,
                  any: t`Every role`,
                  options: grantedRoles.map((id) => ({ id, label: words.role[id] })),
                },
              ]
            : []),
          {
            id: "state" as const,
            label: t`Status`,
            any: t`Now or later`,
            options: assignmentStates.map((id) => ({ id, label: words.state[id] })),
          },
        ]}
        columns={columns}
        rowId={(row) => String(row.id)}
        exportHref={exportAddress(listAssignments.path, request)}
        actions={button}
      />
      {dialog}
      {role !== null && action?.kind === "grant" && <AssignmentDialog role={role} assignment={null} onClose={close} />}
      {action?.kind === "change" && <AssignmentDialog role={action.row.role} assignment={action.row} onClose={close} />}
      {action?.kind === "deputy" && <AssignmentDialog role={action.row.role} assignment={null} like={action.row} onClose={close} />}
      {action?.kind === "remove" && <RemoveDialog assignment={action.row} onClose={close} />}
      {action?.kind === "rights" && <RightsDialog userId={action.row.userId} name={action.row.name} onClose={close} />}
    </div>
  );
}
