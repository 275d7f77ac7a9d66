import { may } from "#features/portal/permissions.ts";

/** Endpoint rule for webhooks: admins of the portal, and a system admin who visits. What leaves by them is about everybody, so a manager's scope is not enough. */
export const setsWebhooks = may("set-webhooks");
