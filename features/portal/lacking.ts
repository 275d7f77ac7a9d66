import type { Environment } from "./contract.ts";
import type { PermissionId } from "./permissions.ts";
import { mayOpen, type Access } from "./policy.ts";

type Person = Parameters<typeof mayOpen>[1] & Pick<Environment["User"], "Lacks">;

/** Whether somebody's copy of a role lacks a permission, so that screens hide what it is for. A file of its own, because only the staff's screens ask. */
export const lacks = (user: Pick<Environment["User"], "Lacks"> | undefined, id: PermissionId): boolean =>
  user?.Lacks?.includes(id) === true;

/** Whether a screen of the staff opens for somebody: by their roles, and by the permission that it needs. */
export const opens = ({ access, needs }: { readonly access: Access; readonly needs?: PermissionId }, user: Person): boolean =>
  mayOpen(access, user) && !(needs && lacks(user, needs));
