import { rule } from "#platform/actor.ts";

/** Who reads the audit log of a portal: its admins, and a system admin who visits. It holds what everybody did, so a manager's scope is not enough. */
export const readsAudit = rule("admin: audit log", ({ isAdmin, isSystemAdmin }) => isAdmin || isSystemAdmin);
