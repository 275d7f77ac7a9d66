import type { Actor } from "#platform/actor.ts";

/** Only the learner's own work changes an attempt; other people may not, whatever their rights (security.md §3.6). */
export const ownsAttempt = (actor: Actor, attempt: { userId: number }) => attempt.userId === actor.userId;
