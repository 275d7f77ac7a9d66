import type { Environment } from "#features/portal/contract.ts";
import { lacks } from "#features/portal/lacking.ts";
import { holdersOf, permissionIds, type PermissionId } from "#features/portal/permissions.ts";
import { mayOpen } from "#features/portal/policy.ts";

/** The permissions that somebody has in the portal, by their roles and by what copies of these lack. */
export const mayDo = (user: Environment["User"]): PermissionId[] =>
  permissionIds.filter((id) => mayOpen(holdersOf(id), user) && !lacks(user, id));
