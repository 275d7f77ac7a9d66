import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import type { JobKind, RunningJob } from "#features/jobs/server/job-kind.ts";
import { AppError, conflict, invalid } from "#platform/errors.ts";
import { plainFileName } from "#platform/files/plain-file-name.ts";
import type { StoredFile } from "#platform/files/store.ts";
import { fetchOutside, type BodyHead, type FetchOptions } from "#platform/outside.ts";
import { requireActor } from "#platform/serve.ts";
import { fetchedUses, mostBytes, StoredMedia, type FetchedUse } from "../contract.ts";
import { forget, inCourse, makes } from "../server/changing-course.ts";
import { keysForUpload, type UploadKeys } from "../server/keep-made.ts";
import { tooLarge, type Upload } from "../server/make-media.ts";
import { insertLoose } from "../server/queries.ts";
import { firstTitleOf, prepareStored, putUpload, recordPrepared } from "../server/take-stored.ts";

const MB = 1024 ** 2;
const Input = z.object({ courseId: z.int(), use: z.enum(fetchedUses), address: z.string() });

/** keys: under which this run stores. stored: what was recorded, after which nothing is left to do. */
interface Checkpoint {
  readonly keys: readonly string[];
  readonly stored?: StoredMedia;
}
type Job = RunningJob<z.infer<typeof Input>, Checkpoint>;

/** How long fetching may take in all and without a byte, and how often it is written how far it is. */
type Pace = Pick<FetchOptions, "milliseconds" | "idleMilliseconds"> & { readonly tellMilliseconds: number };
const usualPace: Pace = { milliseconds: 15 * 60_000, idleMilliseconds: 30_000, tellMilliseconds: 1000 };

/** Fetches a file for a course from an address, and takes it as an upload is taken. Tests hurry it. */
export const fetchMediaJob = (pace: Partial<Pace> = {}): JobKind<z.infer<typeof Input>, Checkpoint, StoredMedia> => ({
  name: "fetch-media",
  input: Input,
  unit: "bytes",
  lane: "fetch-media",
  mostUnfinished: 3,
  quietSeconds: 20,
  title: (say, { input: { address } }) => say("Fetch {name} from {host}", { name: nameAt(address), host: new URL(address).hostname }),
  facts: (say, { result }) => (result ? [{ label: say("File"), value: result.name }] : []),
  place: (say, { input: { courseId } }) => ({ label: say("Open the editor"), to: `/author/courseEditor/${courseId}` }),
  async run(job) {
    const { courseId } = job.input;
    const { files, portalId } = job;
    const before = job.checkpoint();
    if (before?.stored) return { result: before.stored };
    // What a worker that was killed had of it. Its keys stay noted, so the sweep finds what comes under them all the same.
    for (const key of before?.keys ?? []) await files.remove(key);
    const keys = keysForUpload(files);
    await job.chunk(async ({ db, owner }) => {
      await checkRights(job, db, owner);
      await insertLoose(db, portalId, keys);
      return { checkpoint: { keys }, done: 0 };
    });
    try {
      const { upload, stored } = await download(job, keys, { ...usualPace, ...pace });
      const prepared = await prepareStored(files, upload, keys, stored);
      const { result } = await job.chunk(async ({ db, owner, note }) => {
        await checkRights(job, db, owner);
        const { media, added } = await recordPrepared(db, { portalId, courseId }, prepared);
        await note([{ ...added, after: { ...added.after, from: placeOf(job.input.address) } }]);
        return { checkpoint: { keys: [], stored: media }, done: stored.bytes, total: stored.bytes, result: media };
      });
      await forget(job, files, portalId, prepared.unused);
      return { result };
    } catch (error) {
      await forget(job, files, portalId, keys, true);
      throw error instanceof AppError && error.status === 507 ? noRoom() : error;
    }
  },
});

type Chunk = Parameters<Parameters<Job["chunk"]>[0]>[0];

/** Throws what refuses the owner of the job, as sending the file would. */
const checkRights = ({ portalId, input: { courseId } }: Job, db: Chunk["db"], owner: Chunk["owner"]) =>
  inCourse({ db, actor: requireActor(owner, makes), portal: { id: portalId } }, courseId);

/** Stores what is at the address, under the first of the keys. */
async function download(job: Job, keys: UploadKeys, pace: Pace): Promise<{ upload: Upload; stored: StoredFile }> {
  const { use, address } = job.input;
  const [key] = keys;
  let done = 0;
  let total: number | null = null;
  const went = () => ({ checkpoint: { keys }, done, ...(total !== null && { total: Math.max(total, done) }) });
  return whileTelling(job, went, pace.tellMilliseconds, async (signal) => {
    const options = { ...pace, inner: job.inner, mostBytes: mostBytes[use], signal, progress: (bytes: number) => void (done = bytes) };
    const fetched = await fetchOutside(address, options, async (body, head) => {
      checkHead(head);
      total = head.bytes;
      const name = nameAt(head.address);
      const stored = await putUpload(job.files, body, key, use);
      return { upload: { use, key, name, title: firstTitleOf(use, name), focus: [50, 50] as const }, stored };
    });
    if (fetched.kind !== "taken") throw refusalOf(fetched, use);
    return fetched.value;
  });
}

/** Does work while it is written again and again how far it went; that also notices that the job was cancelled, and then the work is ended. */
async function whileTelling<T>(
  job: Job,
  went: () => { readonly checkpoint: Checkpoint; readonly done: number; readonly total?: number },
  everyMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const stop = new AbortController();
  const tell = async () => {
    const signal = AbortSignal.any([over.signal, job.signal]);
    while (!signal.aborted) {
      await wait(everyMs, undefined, { signal });
      await job.chunk(async () => went());
    }
  };
  const telling = tell().catch((error: unknown) => {
    if (!over.signal.aborted && !job.signal.aborted) stop.abort(error);
  });
  try {
    return await work(AbortSignal.any([stop.signal, job.signal]));
  } catch (error) {
    // Says why the job is to stop.
    if (job.signal.aborted) await job.chunk(async () => went());
    throw error;
  } finally {
    over.abort();
    await telling;
  }
}

/** Throws 400 for what says by itself that it is a page. */
function checkHead({ mediaType }: BodyHead): void {
  if (["text/html", "application/xhtml+xml"].includes(mediaType))
    throw invalid(
      "address",
      "a_page",
      'There is a page at this address, not a file. Give the address of the file itself, such as one that ends in .mp4. Videos of YouTube or Vimeo go into the block "Content of others".',
    );
}

/** The file name that an address ends with. */
function nameAt(address: string): string {
  const last = new URL(address).pathname.split("/").at(-1) ?? "";
  try {
    return plainFileName(decodeURIComponent(last)) || "file";
  } catch {
    return plainFileName(last) || "file";
  }
}

/** An address without what may be a secret of its author's. */
const placeOf = (address: string) => new URL(address).origin + new URL(address).pathname;

// Not 507, after which a job is tried again: the whole file would be fetched each time.
const noRoom = () => conflict("disk_full", "There is no room left for this file. Tell whoever runs this server.");

type Failed = Exclude<Awaited<ReturnType<typeof fetchOutside>>, { readonly kind: "taken" }>;

/** Why nothing came from an address, and what to do. */
function refusalOf(fetched: Failed, use: FetchedUse): AppError {
  switch (fetched.kind) {
    case "answer":
      return refusedAnswer(fetched.status);
    case "too_large":
      return tooLarge(use, mostBytes[use] / MB);
    case "inner":
      return invalid(
        "address",
        "inner",
        "This address leads into a network that is not public, where nothing is fetched. Choose the file from your device instead.",
      );
    case "unknown_host":
      return invalid("address", "unknown_host", "There is no server of this name. Check the address.");
    case "certificate":
      return invalid(
        "address",
        "certificate",
        "The server at this address cannot prove that it is the one named: its certificate is not valid. Choose the file from your device instead.",
      );
    case "redirects":
      return invalid("address", "redirects", "This address leads on to another one too often. Give the address of the file itself.");
    case "timeout":
      return invalid(
        "address",
        "too_slow",
        "The server at this address took too long. Try again later, or choose the file from your device.",
      );
    case "cut":
      return invalid("address", "cut", "The connection broke before the whole file had arrived. Try again.");
    case "unreachable":
      return invalid("address", "unreachable", "The server at this address cannot be reached. Check the address, or try again later.");
  }
}

function refusedAnswer(status: number): AppError {
  if (status === 404 || status === 410)
    return invalid("address", "not_there", "There is nothing at this address ({status}). Check it.", { status });
  if (status === 401 || status === 403)
    return invalid(
      "address",
      "not_public",
      "The server at this address does not give the file to everybody ({status}). Choose it from your device instead.",
      { status },
    );
  return invalid("address", "bad_answer", "The server at this address does not give the file; it answers {status}. Try again later.", {
    status,
  });
}
