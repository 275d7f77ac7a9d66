import { bulkJob } from "#features/bulk/server/bulk-job.ts";
import { makeCodes } from "#features/codes/jobs/make-codes.ts";
import { undoCode } from "#features/codes/jobs/undo-code.ts";
import { mergeJobs } from "#features/fields/jobs/merge-jobs.ts";
import { importKinds } from "#features/import/jobs/import-kinds.ts";
import { invitePeople } from "#features/invitations/jobs/invite-people.ts";
import { withdrawInvited } from "#features/invitations/jobs/withdraw-invited.ts";
import { dataExport } from "#features/lifecycle/server/export-job.ts";
import { erasePerson } from "#features/lifecycle/server/erasure-service.ts";
import { mergeJob, unmergeJob } from "#features/lifecycle/server/merge-service.ts";
import { moveJob } from "#features/editor/server/move-job.ts";
import { fetchMediaJob } from "#features/media/jobs/fetch-media.ts";
import type { AnyJobKind } from "#features/jobs/server/job-kind.ts";
import { reachesAll } from "#features/roles/server/service.ts";
import { bulkKinds } from "./bulk-kinds.ts";

/** Every kind of job that a person can start. A kind is a folder of the feature that owns it (docs/adding-a-job.md). */
export const jobKinds: readonly AnyJobKind[] = [
  bulkJob(bulkKinds),
  ...importKinds,
  dataExport,
  erasePerson,
  mergeJob,
  unmergeJob,
  makeCodes,
  undoCode,
  invitePeople,
  withdrawInvited,
  moveJob,
  fetchMediaJob(),
  ...mergeJobs({ reachesAll }).kinds,
];
