import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for the categories of a portal (specification §6: admins and managers). */
export const arrangesCategories = may("arrange-categories");
/** Who offers categories to all portals, and changes those that portals share. */
export const sharesCategories = may("share-categories");
