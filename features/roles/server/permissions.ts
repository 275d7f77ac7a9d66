import type { Actor, Rule } from "#platform/actor.ts";
import { grantedRoles, type GrantedRole, type PermissionId } from "../contract.ts";

/** The rules of endpoints behind each thing that a person may do (app/permissions.ts). */
export type Permissions = Readonly<Record<PermissionId, readonly Rule[]>>;

type Rights = Pick<Actor, "isAuthor" | "isManager" | "isAdmin" | "isSystemAdmin">;
const nothing: Rights = { isAuthor: false, isManager: false, isAdmin: false, isSystemAdmin: false };
const flagOf = { Author: "isAuthor", Manager: "isManager", Admin: "isAdmin" } as const satisfies Record<GrantedRole, keyof Rights>;

// The rules themselves are asked, so the answer cannot differ from what the server does.
const allows = (permissions: Permissions, id: PermissionId, rights: Rights) => permissions[id].some((rule) => rule.allows(rights as Actor));

/** The roles of which each alone gives a permission. */
export const rolesThatGive = (permissions: Permissions, id: PermissionId): GrantedRole[] =>
  grantedRoles.filter((role) => allows(permissions, id, { ...nothing, [flagOf[role]]: true }));

/** Whether everybody in the portal has a permission, and whether a system admin has it as such. */
export const givenTo = (permissions: Permissions, id: PermissionId) => ({
  everybody: allows(permissions, id, nothing),
  system: allows(permissions, id, { ...nothing, isSystemAdmin: true }),
});
