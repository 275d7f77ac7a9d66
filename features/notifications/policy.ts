import { rule } from "#platform/actor.ts";

/** Everybody reads what they were told and chooses how they are told; nobody else's. */
export const ownNotifications = rule("signed in: own notifications", () => true);
