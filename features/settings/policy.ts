import { may } from "#features/portal/permissions.ts";

/** Who sets what the portal does: its admins. */
export const changesSettings = may("change-settings");
