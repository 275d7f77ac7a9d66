import { note } from "#platform/audit.ts";
import { notFound } from "#platform/errors.ts";
import { sendFile } from "#platform/files/send-file.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import type { AnyJobKind } from "./job-kind.ts";
import { overseesJobs, ownJobs } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts the jobs of the person asking, and their result files. */
export function jobRoutes(serve: Serve, { kinds: list, files }: { readonly kinds: readonly AnyJobKind[]; readonly files: FileStore }) {
  const kinds = service.kindsByName(list);
  serve(api.listJobs, ownJobs, ({ query }, context) => service.showJobs(kinds, context, query));
  serve(api.listOverseen, overseesJobs, ({ query }, context) => service.showJobs(kinds, context, query, true));
  serve(api.trayJobs, ownJobs, (_, context) => service.showTray(kinds, context));
  serve(api.getJob, ownJobs, ({ params }, context) => service.showJob(kinds, context, params.jobId));
  const changes = [
    [api.cancelJob, service.cancel(kinds), true],
    [api.retryJob, service.retry, false],
    [api.undoJob, service.undo(kinds), true],
    [api.putAwayJob, service.putAway, false],
  ] as const;
  for (const [endpoint, change, isForOverseers] of changes)
    serve.open(
      endpoint,
      ({ params }, context) => service.changeJob(kinds, context, { id: params.jobId, why: endpoint.summary, isForOverseers }, change),
      { rule: ownJobs },
    );

  serve.raw({
    method: "GET",
    path: "/rest/jobs/:jobId/file",
    rule: ownJobs,
    summary: "The result file of one of one's own jobs, until it expires.",
    handler: async (request, reply, { open, http }) => {
      const { jobId } = request.params as { jobId: string };
      const file = await open(async ({ db, actor: asker, portal }) => {
        const actor = requireActor(asker, ownJobs);
        if (!/^[1-9]\d{0,14}$/.test(jobId)) throw notFound("job", "This job could not be found.");
        const job = await service.ownJob({ db, actor }, Number(jobId));
        const { fileKey, fileName, fileType, fileBytes, fileSha256, fileUntil } = job;
        const kind = kinds.get(job.kind);
        const mayTake = kind?.mayTakeFile === undefined || kind.mayTakeFile(actor, job.input);
        if (!mayTake || job.state !== "done" || fileKey === null || fileName === null || fileUntil === null || fileUntil <= new Date())
          throw notFound("job_file", "This file is not there any more. Start the job again to make a new one.");
        // security.md §3.8: who took which list.
        await note(
          { db, portal, actor, http },
          { action: "job_file_taken", object: { kind: "job", id: job.id }, after: { file: fileName } },
        );
        return {
          key: fileKey,
          name: fileName,
          mediaType: fileType ?? "application/octet-stream",
          bytes: fileBytes ?? 0,
          sha256: fileSha256 ?? "",
          isPrivate: true,
        };
      });
      return sendFile(request, reply, files, file);
    },
  });
}
