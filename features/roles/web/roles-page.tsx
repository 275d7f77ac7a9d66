import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CopyPlus, Eye, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import type { Role } from "../contract.ts";
import { CompareRoles } from "./compare-roles.tsx";
import { CopyDialog } from "./copy-dialog.tsx";
import { RoleLook } from "./role-look.tsx";
import { rolesQuery, useRemoveCopy } from "./hooks.ts";
import { useRoleWords } from "./use-role-words.ts";
import "./roles.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(rolesQuery);

type Action = { readonly kind: "look" | "copy" | "edit" | "remove"; readonly role: Role };
const listOf = { Author: "/users/authors", Manager: "/users/managers", Admin: "/admin/admins" } as const;

/** The roles of the portal (ROLE-1, ROLE-5): what each lets people do, copies with less, and two of them side by side. */
export default function RolesPage() {
  const { t } = useLingui();
  const result = useQuery(rolesQuery);
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const rows = result.data?.rows ?? [];
  const columns = useRoleColumns(setAction);
  return (
    <div className="page">
      <PageHeader
        title={t`Roles`}
        description={t`A copy of a role can do less than the role. What you take from it counts at once for everybody who has it.`}
      />
      <SectionTabs of="users" />
      {result.isError && !result.data ? (
        <ErrorState
          title={t`The roles could not be loaded`}
          safe={t`Nothing was changed.`}
          onRetry={() => void result.refetch()}
          isRetrying={result.isFetching}
        />
      ) : (
        <BusyRegion isBusy={result.isPending} label={t`Loading roles`} skeleton={<Skeleton shape="table" count={3} />}>
          {rows.length > 0 && (
            <div className="roles-page">
              <div className="card">
                <DataTable label={t`Roles`} rows={rows} rowId={keyOf} columns={columns} />
              </div>
              <CompareRoles roles={rows} />
            </div>
          )}
        </BusyRegion>
      )}
      {action?.kind === "look" && <RoleLook role={action.role} onClose={close} />}
      {action?.kind === "copy" && <CopyDialog from={action.role} copy={null} onClose={close} />}
      {action?.kind === "edit" && <CopyDialog from={action.role} copy={action.role} onClose={close} />}
      {action?.kind === "remove" && <RemoveCopy role={action.role} onClose={close} />}
    </div>
  );
}

/** A role among others. */
const keyOf = ({ of, copyId }: Role) => (copyId === null ? of : String(copyId));

function useRoleColumns(onAction: (action: Action) => void): Column<Role>[] {
  const { t } = useLingui();
  const words = useRoleWords();
  return [
    { id: "name", header: t`Role`, isRowHeader: true, cell: (role) => <bdi>{words.roleName(role)}</bdi> },
    {
      id: "of",
      header: t`Kind`,
      cell: ({ of, copyId }) => {
        const role = words.role[of];
        return copyId === null ? t`Built in` : t`Copy of ${role}`;
      },
    },
    {
      id: "may",
      header: t`May do`,
      cell: ({ permissions: { length: count } }) => t`${plural(count, { one: "# thing", other: "# things" })}`,
    },
    {
      id: "held",
      header: t`Given to`,
      cell: ({ of, held }) => <Link to={listOf[of]}>{t`${plural(held, { one: "# person", other: "# people" })}`}</Link>,
    },
    {
      id: "actions",
      header: t`Actions`,
      isHeaderHidden: true,
      align: "end",
      cell: (role) => {
        const name = words.roleName(role);
        return (
          <span className="roles-actions">
            <IconButton icon={Eye} size="s" label={t`See the portal as ${name}`} onPress={() => onAction({ kind: "look", role })} />
            <IconButton icon={CopyPlus} size="s" label={t`Copy ${name}`} onPress={() => onAction({ kind: "copy", role })} />
            {role.copyId !== null && (
              <>
                <IconButton icon={Pencil} size="s" label={t`Edit ${name}`} onPress={() => onAction({ kind: "edit", role })} />
                <IconButton icon={Trash2} size="s" label={t`Remove ${name}`} onPress={() => onAction({ kind: "remove", role })} />
              </>
            )}
          </span>
        );
      },
    },
  ];
}

function RemoveCopy({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useLingui();
  const remove = useRemoveCopy();
  const { copyId, name } = role;
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      isPending={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        copyId !== null &&
        remove.mutate(copyId, {
          onSuccess: () => toast({ tone: "success", title: t`Role removed` }),
          onError: (error) => toast({ tone: "danger", title: t`The role was not removed`, message: error.message }),
          onSettled: onClose,
        })
      }
    >
      <p>
        <Trans>
          Remove the role <bdi>{name}</bdi>? It can be removed once nobody has it.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
