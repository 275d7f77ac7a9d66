import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for the quick links of a portal (specification §6: admins). */
export const setsQuickLinks = may("set-quick-links");
