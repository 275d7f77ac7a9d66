import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for seeing how many seats a portal has: whoever sees its people. */
export const seesSeats = may("see-people");
/** Endpoint rule for setting it: system admins, who run the installation. */
export const limitsSeats = may("limit-seats");
