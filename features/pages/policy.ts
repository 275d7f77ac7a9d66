import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for what the public pages about a portal say: whoever sets what the portal does. */
export const writesPages = may("change-settings");
