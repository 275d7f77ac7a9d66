import { useLingui } from "@lingui/react/macro";
import type { Assignment, GrantedRole, PermissionId } from "../contract.ts";

/** The words of roles, of what they let people do, and of whom they reach. */
export function useRoleWords() {
  const { t } = useLingui();
  const role: Record<GrantedRole, string> = { Author: t`Author`, Manager: t`Manager`, Admin: t`Administrator` };
  const permission: Record<PermissionId, string> = {
    learn: t`Take courses and see their own history`,
    "make-courses": t`Make, publish and watch courses`,
    "test-packages": t`Test packages of courses`,
    "read-package-logs": t`Read the logs of packages`,
    "manage-people": t`Find, see and change people`,
    "grant-roles": t`Give and take roles`,
    "keep-records": t`Export, merge and erase people`,
    "look-as": t`Look at the portal as somebody else`,
    "read-audit": t`Read the audit log`,
  };
  const state: Record<Assignment["state"], string> = { now: t`Holds now`, later: t`Starts later`, ended: t`Ended` };
  const scope = ({ scope: reached, groups }: Pick<Assignment, "scope" | "groups">) => {
    if (reached.kind === "portal") return t`The whole portal`;
    if (reached.kind === "condition") return t`Whoever fits a condition`;
    if (groups.length === 0) return t`Nobody: the groups are gone`;
    return groups.map(({ name }) => name).join(", ");
  };
  return { role, permission, state, scope };
}
