import { startJob } from "#features/jobs/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Context } from "#platform/serve.ts";
import { dataExport } from "./export-job.ts";
import * as queries from "./queries.ts";

/** The newest export of one's own data. */
export const showOwnExport = async ({ db, actor }: Context) => ({ jobId: (await queries.findExport(db, actor, actor.userId))?.id ?? null });

/** Begins an export of a person's data, or gives the one that is under way. The rule has decided who may; a person of another portal is 404. */
export async function startExport(context: Context, userId: number): Promise<{ jobId: number }> {
  const { db, actor } = context;
  const subject = await queries.findSubject(db, actor, userId);
  const running = await queries.findExport(db, actor, userId);
  if (running?.isUnfinished) return { jobId: running.id };
  const jobId = await startJob(context, dataExport, { input: { userId } });
  await note(context, { action: "person_export_asked", object: { kind: "user", id: subject.id } });
  return { jobId };
}

export { eraseDue, eraseRestored } from "./erasure-service.ts";
