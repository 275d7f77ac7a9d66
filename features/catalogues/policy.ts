import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for the catalogues of a portal. */
export const arrangesCatalogues = may("arrange-catalog");
