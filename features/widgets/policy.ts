import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for arranging the dashboards of a portal's people (specification §6: admins). */
export const arrangesWidgets = may("arrange-widgets");
