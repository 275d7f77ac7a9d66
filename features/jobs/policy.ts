import { may } from "#features/portal/permissions.ts";
import { rule } from "#platform/actor.ts";

/** Everybody sees and steers the jobs that they started. */
export const ownJobs = rule("signed in: own jobs", () => true);

/** Who sees what others do to many people at once, cancels it and undoes it: those of the kinds that say so (JobKind.isOverseen). */
export const overseesJobs = may("oversee-jobs");
