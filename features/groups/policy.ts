import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for making groups; who looks after a part of the portal makes none (features/groups/server/reach.ts). */
export const defines = may("define-groups");
/** Endpoint rule for putting people into groups and taking them out. */
export const fills = may("fill-groups");
