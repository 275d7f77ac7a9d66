import { embedded } from "#features/blocks/embed/hosts.ts";
import { findLike, ownJob, startJob } from "#features/jobs/server/service.ts";
import type { Parsed } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { invalid, notFound } from "#platform/errors.ts";
import type { Context, OpenContext } from "#platform/serve.ts";
import { StoredMedia, type fetchMedia, type getFetched } from "../contract.ts";
import { fetchMediaJob } from "../jobs/fetch-media.ts";
import { changing, inCourse } from "./changing-course.ts";
import { findOffered, pagesWithFiles, type CourseKey } from "./file-queries.ts";

const kind = fetchMediaJob();

/** An address as it is asked and compared. Throws 400 for one that is not fetched from. */
function readAddress(written: string): string {
  const url = URL.parse(written);
  if (!url || !["http:", "https:"].includes(url.protocol))
    throw invalid("address", "no_address", "This is no address of the web. Such an address begins with https:// or http://.");
  if (url.username !== "" || url.password !== "")
    throw invalid(
      "address",
      "secret_inside",
      "There is a name or a password in this address. Take it out; a file that needs it is not fetched.",
    );
  const elsewhere = embedded(written.replace(/^http:/i, "https:"));
  if (elsewhere)
    throw invalid(
      "address",
      "shown_elsewhere",
      'What {host} has is not fetched: it is shown where it is, by the block "Content of others". Add that block and give it this address.',
      { host: elsewhere.host },
    );
  url.hash = "";
  return url.href;
}

/** Starts fetching a file for a course; where the asker had it fetched a moment ago and has not used it, gives that job. `count` throws 429 when a portal asks too much of others. */
export async function startFetch(
  context: OpenContext,
  { params, body }: Parsed<typeof fetchMedia>,
  count: (portalId: number) => Promise<void>,
): Promise<{ jobId: number }> {
  const found = await changing(context, params.courseId, async ({ db, actor, portal, courseId }) => {
    const input = { courseId, use: body.use, address: readAddress(body.address) };
    const like = await findLike({ db, actor }, kind, input);
    const isThere =
      like !== undefined && (like.result === null || (await waits(db, { portalId: portal.id, courseId }, like.result.fileId)));
    return { input, portalId: portal.id, jobId: isThere ? like.id : null };
  });
  if (found.jobId !== null) return { jobId: found.jobId };
  await count(found.portalId);
  return changing(context, params.courseId, async (scope) => ({
    jobId: await startJob({ ...scope, http: context.http }, kind, { input: found.input }),
  }));
}

/** Whether a file of the course waits for being shown. */
const waits = async (db: Db, key: CourseKey, fileId: number) =>
  (await findOffered(db, key, fileId)) !== undefined && !(await pagesWithFiles(db, key)).some((page) => page.fileId === fileId);

/** What a job of the asker has fetched for a course. Throws 404 until it is there. */
export async function showFetched(context: Context, { courseId, jobId }: Parsed<typeof getFetched>["params"]): Promise<StoredMedia> {
  const key = await inCourse(context, courseId);
  const { kind: name, state, input, result } = await ownJob(context, jobId);
  const isIt = name === kind.name && state === "done" && (input as { courseId: number }).courseId === courseId;
  const media = isIt ? StoredMedia.parse(result) : null;
  if (!media || !(await findOffered(context.db, key, media.fileId))) throw notFound("file", "This file could not be found.");
  return media;
}
