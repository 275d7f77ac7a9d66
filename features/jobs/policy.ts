import { rule } from "#platform/actor.ts";

/** Everybody sees and steers the jobs that they started; nobody else's. */
export const ownJobs = rule("signed in: own jobs", () => true);
