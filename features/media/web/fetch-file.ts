import type { Fetching } from "#features/blocks/block-editor.ts";
import { cancelJob, getJob, putAwayJob, type Job } from "#features/jobs/contract.ts";
import { followJob } from "#features/jobs/web/followed-jobs.ts";
import { call, CallError } from "#platform/call.ts";
import { onLive } from "#platform/web/live-channel.ts";
import { words } from "#platform/words.ts";
import { fetchMedia, getFetched, type FetchedUse, type StoredMedia } from "../contract.ts";

const notFetched = words("The file could not be fetched. Try again.");
const stopped = words("Fetching was stopped in your jobs.");
/** How often a job is asked for while nothing is heard of it, in ms. */
const askEveryMs = 3000;

/** The last cancelling: whoever fetches the same again at once is not to get the job that ends. */
let ending: Promise<unknown> = Promise.resolve();

interface Wanted {
  readonly courseId: number;
  readonly use: FetchedUse;
  readonly address: string;
  /** Called when there is a job. */
  readonly begun?: (() => void) | undefined;
}

/** Has the server fetch a file for a course and gives it when it is there. Rejects with a CallError, or with the reason of the signal. */
export async function fetchFile({ courseId, use, address, begun }: Wanted, { progress, signal, cancel }: Fetching): Promise<StoredMedia> {
  await ending;
  const { jobId } = await call(fetchMedia, { params: { courseId }, body: { use, address } }).catch(readRefusal);
  const stop = () => {
    ending = call(cancelJob, { params: { jobId } }).catch(() => undefined);
  };
  if (cancel.aborted) stop();
  cancel.addEventListener("abort", stop);
  begun?.();
  const unfollow = followJob(jobId);
  const news = listen(signal);
  try {
    for (;;) {
      const job = await unlessAway(call(getJob, { params: { jobId } }, { signal, isQuiet: true }));
      if (job && job.endedAt !== null) void call(putAwayJob, { params: { jobId } }).catch(() => undefined);
      if (job?.state === "done") return await call(getFetched, { params: { courseId, jobId } }, { signal });
      if (job?.state === "failed") throw new CallError(400, "not_fetched", job.reason ?? notFetched.error());
      if (job?.state === "cancelled") throw new CallError(409, "stopped", stopped.error());
      if (job) progress(job.done, job.total);
      await news.next();
      signal.throwIfAborted();
    }
  } finally {
    cancel.removeEventListener("abort", stop);
    news.close();
    if (signal.aborted && !cancel.aborted) unfollow();
  }
}

/** A refused address is told as what is wrong with it. */
function readRefusal(error: unknown): never {
  if (error instanceof CallError && error.errors[0]) throw new CallError(error.status, error.code, error.errors[0].message);
  throw error;
}

/** The job; undefined while the server cannot be reached, because fetching goes on there. */
const unlessAway = (asked: Promise<Job>) =>
  asked.catch((error: unknown) => {
    if (error instanceof CallError && error.temporary) return undefined;
    throw error;
  });

/** Tells when there may be something new: what was heard since the last time counts. */
function listen(signal: AbortSignal) {
  let isNews = false;
  let wake = () => {};
  const hear = () => {
    isNews = true;
    wake();
  };
  const close = onLive("jobs", hear);
  signal.addEventListener("abort", hear, { once: true });
  return {
    close,
    async next() {
      if (!isNews) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const clock = setTimeout(resolve, askEveryMs);
        await promise;
        clearTimeout(clock);
      }
      isNews = false;
    },
  };
}
