import type { AnyJobKind } from "#features/jobs/server/job-kind.ts";

/** Every kind of job that a person can start. A kind is a folder of the feature that owns it (docs/adding-a-job.md). */
export const jobKinds: readonly AnyJobKind[] = [];
