import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for writing announcements (specification §6: admins). */
export const announces = may("announce");
