import { may } from "#features/portal/permissions.ts";

/** Who reads the audit log of a portal: its admins, and a system admin who visits. It holds what everybody did, so a manager's scope is not enough. */
export const readsAudit = may("read-audit");
