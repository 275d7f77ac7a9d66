import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Minus } from "lucide-react";
import { useState } from "react";
import { permissionIds } from "#features/portal/permissions.ts";
import { useSectionTabs } from "#features/shell/web/section-tabs.tsx";
import { DataTable } from "#ui/data-table.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Icon } from "#ui/icon.tsx";
import { Select } from "#ui/select.tsx";
import type { Role } from "../contract.ts";
import { useRoleWords } from "./use-role-words.ts";

type Props = { roles: readonly Role[] };

/** Two roles side by side: what each lets people do, and what somebody with only that role sees (ROLE-5). */
export function CompareRoles({ roles }: Props) {
  const { t } = useLingui();
  const words = useRoleWords();
  const [one, setOne] = useState(1);
  const [other, setOther] = useState(Math.min(roles.findIndex(({ copyId }) => copyId !== null) + 1 || 3, roles.length) - 1);
  const [isDifferences, setDifferences] = useState(true);
  const [left, right] = [roles[one] ?? roles[0], roles[other] ?? roles[0]];
  const [seenLeft, seenRight] = [useSeenBy(left), useSeenBy(right)];
  if (!left || !right) return null;
  const options = roles.map((role, nth) => ({ id: String(nth), label: words.roleName(role) }));
  const rows = [
    ...permissionIds.map((id) => ({
      id,
      label: words.ability[id],
      left: left.permissions.includes(id),
      right: right.permissions.includes(id),
    })),
    ...[...new Map([...seenLeft, ...seenRight])].map(([to, label]) => ({
      id: to,
      label: t`See ${label}`,
      left: seenLeft.has(to),
      right: seenRight.has(to),
    })),
  ].filter((row) => (isDifferences ? row.left !== row.right : row.left || row.right));
  return (
    <section className="stack" aria-label={t`Compare two roles`}>
      <h2>
        <Trans>Compare two roles</Trans>
      </h2>
      <div className="roles-days">
        <Select label={t`One role`} options={options} value={String(one)} onChange={(id) => setOne(Number(id))} />
        <Select label={t`The other role`} options={options} value={String(other)} onChange={(id) => setOther(Number(id))} />
      </div>
      <Checkbox value={isDifferences} onChange={setDifferences}>
        <Trans>Only what differs</Trans>
      </Checkbox>
      {rows.length === 0 ? (
        <p role="status">
          <Trans>These roles let people do and see the same.</Trans>
        </p>
      ) : (
        <div className="card">
          <DataTable
            label={t`Compare two roles`}
            rows={rows}
            rowId={({ id }) => id}
            columns={[
              { id: "what", header: t`What`, isRowHeader: true, cell: ({ label }) => label },
              { id: "one", header: words.roleName(left), cell: ({ left: is }) => yesNo(is) },
              { id: "other", header: words.roleName(right), cell: ({ right: is }) => yesNo(is) },
            ]}
          />
        </div>
      )}
    </section>
  );
}

const yesNo = (is: boolean) => <YesNo is={is} />;

function YesNo({ is }: { is: boolean }) {
  const { t } = useLingui();
  return (
    <span className="roles-yes" data-is={is || undefined}>
      <Icon of={is ? Check : Minus} />
      {is ? t`yes` : t`no`}
    </span>
  );
}

/** The screens of the section Users that somebody with only this role sees, by address: the shell's own rule, asked about somebody made up. */
function useSeenBy(role: Role | undefined): ReadonlyMap<string, string> {
  const tabs = useSectionTabs("users", {
    IsAuthor: role?.of === "Author",
    IsManager: role?.of === "Manager",
    IsAdmin: role?.of === "Admin",
    IsSystemAdmin: false,
    Lacks: permissionIds.filter((id) => !role?.permissions.includes(id)),
  });
  return new Map(tabs.map(({ to, label }) => [to, label]));
}
