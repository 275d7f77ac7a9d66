import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for inviting people. It also takes the whole portal: somebody new is in no group yet (features/roles, scopeOf). What an invitation gives has its own rules (features/codes). */
export const invites = may("add-people");
