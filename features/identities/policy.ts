import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for reading somebody's account over all portals: system admins. */
export const seesIdentities = may("see-identities");
/** Endpoint rule for changing it. */
export const changesIdentities = may("change-identities");
