import { permission, type GivenRole, type Rule } from "#platform/actor.ts";

/**
 * All that people may do in a portal besides learning, each with the roles that give it. Every call that is not for everybody names one of these as its rule, and a
 * role can be copied without some of them (features/roles).
 */
const table = {
  "see-courses": ["Author", "Admin"],
  "make-courses": ["Author", "Admin"],
  "publish-courses": ["Author", "Admin"],
  "publish-with-barriers": ["Admin"],
  "approve-courses": ["Admin"],
  "export-courses": ["Author", "Admin"],
  "see-portal-courses": ["Manager", "Admin"],
  "export-portal-courses": ["Manager", "Admin"],
  "change-portal-courses": ["Admin"],
  "test-packages": ["Author", "Admin", "System"],
  "see-people": ["Manager", "Admin", "System"],
  "export-people": ["Manager", "Admin", "System"],
  "edit-people": ["Manager", "Admin", "System"],
  "add-people": ["Manager", "Admin", "System"],
  "make-codes": ["Manager", "Admin", "System"],
  "open-portal": ["Admin", "System"],
  "deactivate-people": ["Manager", "Admin", "System"],
  "enrol-people": ["Manager", "Admin", "System"],
  "correct-learning": ["Manager", "Admin", "System"],
  "sign-off": ["Manager", "Admin", "System"],
  "import-people": ["Manager", "Admin", "System"],
  "oversee-jobs": ["Admin", "System"],
  "define-fields": ["Manager", "Admin", "System"],
  "share-fields": ["System"],
  "share-categories": ["System"],
  "arrange-categories": ["Manager", "Admin", "System"],
  "arrange-catalog": ["Admin"],
  "fill-groups": ["Manager", "Admin", "System"],
  "define-groups": ["Manager", "Admin", "System"],
  "read-package-logs": ["Author", "Manager", "Admin", "System"],
  "keep-records": ["Admin", "System"],
  "message-people": ["Manager", "Admin", "System"],
  "move-people": ["Admin", "System"],
  "set-passwords": ["Admin", "System"],
  "reset-factors": ["Admin", "System"],
  "read-audit": ["Admin", "System"],
  "read-mail": ["Admin", "System"],
  "set-mail": ["Admin", "System"],
  "set-webhooks": ["Admin", "System"],
  "name-deputies": ["Manager", "Admin", "System"],
  "grant-roles": ["Admin", "System"],
  "look-as": ["Admin", "System"],
  "see-identities": ["System"],
  "change-identities": ["System"],
  "limit-seats": ["System"],
  "see-portals": ["System"],
  "run-portals": ["System"],
  "change-settings": ["Admin", "System"],
  "brand-portal": ["Admin", "System"],
  announce: ["Admin", "System"],
  "set-quick-links": ["Admin", "System"],
  "answer-questions": ["Manager", "Admin", "System"],
  "arrange-widgets": ["Admin", "System"],
} as const satisfies Record<string, readonly (GivenRole | "System")[]>;

export type PermissionId = keyof typeof table;
export const permissionIds = Object.keys(table) as PermissionId[];
/** The roles that give a permission. */
export const holdersOf = (id: PermissionId): readonly (GivenRole | "System")[] => table[id];

/** What only the whole role gives: who could give rights, look as anybody or end records could get every other permission by it. */
const inFullOnly: readonly PermissionId[] = ["grant-roles", "look-as", "keep-records"];
/** What a copy of a role can have, first what each of them has. */
export const copyable = (role: GivenRole): PermissionId[] =>
  permissionIds.filter((id) => table[id].some((holder) => holder === role) && !inFullOnly.includes(id));
/** What each copy of a role has: the rest needs it. */
export const neededBy = { Author: "see-courses", Manager: "see-people", Admin: "see-people" } as const satisfies Record<
  GivenRole,
  PermissionId
>;

const rules = new Map(permissionIds.map((id) => [id, permission(id, table[id])]));
/** The rule of a permission. */
export const may = (id: PermissionId): Rule => rules.get(id) as Rule;
