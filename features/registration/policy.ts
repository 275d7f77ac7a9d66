import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for letting people in who registered. It also takes the whole portal: somebody new is in no group yet (features/roles, scopeOf). */
export const letsIn = may("add-people");
/** Endpoint rule for saying who may register. */
export const opensPortal = may("open-portal");
