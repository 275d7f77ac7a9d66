import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for how the catalog is searched, and what was searched in vain. */
export const arrangesSearch = may("arrange-catalog");
