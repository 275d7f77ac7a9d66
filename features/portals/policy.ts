import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for seeing all portals of the installation: system admins. */
export const seesPortals = may("see-portals");
/** Endpoint rule for opening and changing them. */
export const runsPortals = may("run-portals");
