import { rule } from "#platform/actor.ts";

/** Everybody searches; who and what they find follows from what else they may open. */
export const searchEverything = rule("signed in: what they can open", () => true);
