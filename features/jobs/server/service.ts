import { sql } from "kysely";
import * as z from "zod/mini";
import { note } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import { wordsOf } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, notFound, tooMany } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readPage, type ListSql } from "#platform/list/server/page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import { tellLive } from "#platform/live/events.ts";
import type { Context, OpenContext } from "#platform/serve.ts";
import type { Actor } from "#platform/actor.ts";
import { requireActor } from "#platform/serve.ts";
import { jobsList, listJobs, type Job } from "../contract.ts";
import type { AnyJobKind, JobKind, JobOutcome, UndoContext } from "./job-kind.ts";
import { overseesJobs, ownJobs } from "../policy.ts";
import * as queries from "./queries.ts";
import type { StoredJob } from "./queries.ts";
import { tellJobTouched } from "./tell-job-ended.ts";
import { wakeWorkers } from "./wake.ts";

export { findOwner as actorOf } from "./queries.ts";
export type { JobKind, JobOutcome } from "./job-kind.ts";

/** Who starts a job, and where from. The context of a request fits, and so does the doer of an inPeople transaction. */
export type Starter = Pick<Context, "db" | "actor"> & {
  readonly portal: { readonly id: number };
  readonly http: { readonly ip: string; readonly requestId: string };
};

/** How many unfinished jobs somebody may have. */
const mostUnfinished = 20;

/**
 * Starts a job in the transaction that causes it; workers see it once that commits. Gives its id. total: how many there are to do, where that is known.
 * Throws 429 when the person has too many jobs that are not finished.
 */
export async function startJob<Input, Checkpoint, Done>(
  { db, actor, portal, http }: Starter,
  kind: JobKind<Input, Checkpoint, Done>,
  { input, total }: { readonly input: Input; readonly total?: number },
): Promise<number> {
  if ((await queries.countUnfinished(db, actor)) >= mostUnfinished)
    throw tooMany(60, "too_many_jobs", "{count} of your jobs are not finished yet. Wait until one of them is, then try again.", {
      count: mostUnfinished,
    });
  const { mostUnfinished: mostOfKind = mostUnfinished } = kind;
  if (mostOfKind < mostUnfinished && (await queries.countUnfinished(db, actor, kind.name)) >= mostOfKind)
    throw tooMany(
      10,
      "too_many_alike",
      "{count} of your jobs of this kind are not finished yet. Wait until one of them is, then try again.",
      {
        count: mostOfKind,
      },
    );
  const { id } = await db
    .insertInto("jobs")
    .values({
      portal_id: portal.id,
      owner_id: actor.userId,
      kind: kind.name,
      input: JSON.stringify(z.encode(kind.input, input)),
      total: total ?? null,
      ip: http.ip,
      request_id: http.requestId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await wakeWorkers(db);
  await tellLive(db, { portalId: portal.id, userId: actor.userId, topic: "jobs" });
  return id;
}

/** Records what was done in the request itself as a finished job, so that it stands in the list and can be undone there. For inPeople transactions. */
export async function recordJob<Input, Checkpoint, Done extends object>(
  { db, actor, portal, http }: Starter,
  kind: JobKind<Input, Checkpoint, Done>,
  { input, total, outcome }: { readonly input: Input; readonly total: number; readonly outcome: JobOutcome<Done> },
): Promise<number> {
  const { id } = await db
    .insertInto("jobs")
    .values({
      portal_id: portal.id,
      owner_id: actor.userId,
      kind: kind.name,
      input: JSON.stringify(z.encode(kind.input, input)),
      state: "done",
      total,
      done: total,
      result: JSON.stringify(outcome.result),
      undo_until: outcome.undoUntil ?? null,
      started_at: sql`now()`,
      ended_at: sql`now()`,
      ip: http.ip,
      request_id: http.requestId,
      // What somebody has just done before their eyes needs no place in the tray.
      put_away_at: sql`now()`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const undoOver = () => conflict("undo_over", "The time in which this could be undone is over.");
const noJob = () => notFound("job", "This job could not be found.");
const unfinished = (state: StoredJob["state"]) => state === "queued" || state === "running";

/** The kinds by name; a job of a kind that is no more shows as its name. */
export type Kinds = ReadonlyMap<string, AnyJobKind>;
export const kindsByName = (kinds: readonly AnyJobKind[]): Kinds => new Map(kinds.map((kind) => [kind.name, kind]));

function onTheWire(kinds: Kinds, { say, language, actor }: Pick<Context, "say" | "language" | "actor">, job: StoredJob): Job {
  const kind = kinds.get(job.kind);
  const told = { id: job.id, input: job.input as never, result: job.result as never };
  const speak = <Words>(words: ((say: Say, told: never) => Words) | undefined) => words?.call(kind, say, told as never);
  // What came of somebody else's work is told; what they take away is theirs.
  const isOwn = job.ownerId === actor.userId;
  const hasFile = isOwn && job.state === "done" && job.fileUntil !== null && job.fileUntil > new Date();
  const isUndoable = kind?.undo !== undefined && job.state === "done" && job.undoneBy === null && job.undoUntil !== null;
  return {
    id: job.id,
    kind: job.kind,
    owner: isOwn ? null : job.owner,
    title: speak(kind?.title) ?? job.kind,
    state: job.state,
    ahead: job.ahead,
    done: job.done,
    unit: kind?.unit ?? null,
    total: job.total,
    secondsLeft: secondsLeft(job),
    isCancelling: job.isCancelling && job.state === "running",
    reason: job.reason && wordsOf(language, job.reason.text, job.reason.params),
    createdAt: instant(job.createdAt),
    startedAt: instantOrNull(job.startedAt),
    endedAt: instantOrNull(job.endedAt),
    file:
      hasFile && job.fileName !== null && job.fileUntil !== null
        ? { name: job.fileName, bytes: job.fileBytes ?? 0, until: instant(job.fileUntil) }
        : null,
    facts: [...(speak(kind?.facts) ?? [])],
    links: isOwn ? (speak(kind?.links) ?? []).flatMap(({ needs, ...link }) => (!needs || needs.allows(actor) ? [link] : [])) : [],
    place: (isOwn && speak(kind?.place)) || null,
    undoUntil: isUndoable && job.undoUntil && job.undoUntil > new Date() ? instant(job.undoUntil) : null,
    undoneBy: job.undoneBy,
  };
}

/** From what a job has done since it began; a guess from its first seconds would mislead. */
function secondsLeft({ state, startedAt, done, total }: StoredJob): number | null {
  if (state !== "running" || startedAt === null || total === null || done === 0) return null;
  const seconds = (Date.now() - startedAt.getTime()) / 1000;
  return seconds < 5 ? null : Math.max(0, Math.round((seconds / done) * (total - done)));
}

/**
 * The asker's newest job of a kind with this very input that is under way, or was done in the last day; undefined where there is none. So what somebody asks for
 * again need not be done again.
 */
export async function findLike<Input, Checkpoint, Done>(
  { db, actor }: Pick<Context, "db" | "actor">,
  kind: JobKind<Input, Checkpoint, Done>,
  input: Input,
): Promise<{ readonly id: number; readonly result: Done | null } | undefined> {
  const job = await queries.findLike(db, actor, kind.name, z.encode(kind.input, input));
  return job && { id: job.id, result: job.state === "done" ? (job.result as Done) : null };
}

/** Jobs of a kind, whoever started them, whose input or result has this part. */
interface Alike {
  readonly portalId: number;
  readonly kind: string;
  readonly part: Readonly<Record<string, number>>;
}

/** Whether one whose input has the part waits or runs. */
export const isUnderWay = (db: Db, alike: Alike): Promise<boolean> => queries.isUnderWay(db, alike);

/** Notes that `by` undoes the job whose result has the part, where that was not asked for at the job itself. For inPeople transactions. */
export const noteUndone = (db: Db, alike: Alike, by: number): Promise<void> => queries.updateUndone(db, alike, by);

/** The names of the kinds whose jobs are seen by admins, too. */
const overseen = (kinds: Kinds): string[] => [...kinds.values()].flatMap(({ name, isOverseen }) => (isOverseen ? [name] : []));

/** One page of the asker's own jobs; isOfAll: with everybody's that they oversee. */
export async function showJobs(
  kinds: Kinds,
  context: Context,
  query: Parsed<typeof listJobs>["query"],
  isOfAll = false,
): Promise<Result<typeof listJobs>> {
  const { db, actor } = context;
  const ofAll = isOfAll ? overseen(kinds) : [];
  const { rows, ...page } = await readPage(
    db,
    z.object({ id: z.int() }),
    { page: query.page, pageSize: jobsList.pageSize },
    queries.jobsOf(actor, query.state, ofAll),
  );
  const jobs = await queries.listJobs(
    db,
    actor.portalId,
    rows.map(({ id }) => id),
  );
  return { ...page, rows: jobs.map((job) => onTheWire(kinds, context, job)) };
}

/** The asker's own jobs of a query of the list's address, for counting. Throws 400 for a query that the list would refuse. */
export const jobListOf = ({ actor }: Pick<Context, "actor">, query: Readonly<Record<string, string>>): ListSql =>
  queries.jobsOf(actor, readQuery(listJobs.query, query).state);

/** What the tray shows. */
export const showTray = async (kinds: Kinds, context: Context) => ({
  jobs: (await queries.listTray(context.db, context.actor)).map((job) => onTheWire(kinds, context, job)),
});

/** One job of the asker, one that they oversee, or the one that undid theirs; throws 404 for another. */
export async function showJob(kinds: Kinds, context: Context, id: number): Promise<Job> {
  const { db, actor } = context;
  const job = await queries.findJob(db, { portalId: actor.portalId, id });
  const isSeen = job && (reaches(kinds, actor, job) || (await queries.undidOneOf(db, { portalId: actor.portalId, id }, actor.userId)));
  if (!job || !isSeen) throw noJob();
  return onTheWire(kinds, context, job);
}

/** Whether a job is somebody's own, or one that they oversee. */
const reaches = (kinds: Kinds, actor: Actor, { ownerId, kind }: StoredJob): boolean =>
  ownerId === actor.userId || (kinds.get(kind)?.isOverseen === true && overseesJobs.allows(actor));

/** The stored job, of the asker only. */
export async function ownJob({ db, actor }: Pick<Context, "db" | "actor">, id: number): Promise<StoredJob> {
  const job = await queries.findJob(db, { portalId: actor.portalId, id });
  if (!job || job.ownerId !== actor.userId) throw noJob();
  return job;
}

type Change = (context: UndoContext, job: StoredJob) => Promise<number>;

/**
 * Opens the request, then changes a job in one transaction of its own, in which the job is held, and gives the job that the change answers. isForOverseers: not only the asker's own,
 * but also one that they oversee.
 */
export async function changeJob(
  kinds: Kinds,
  { open, http, databases }: OpenContext,
  { id, why, isForOverseers }: { readonly id: number; readonly why: string; readonly isForOverseers: boolean },
  change: Change,
): Promise<Job> {
  const mayChange = (actor: Actor, job: StoredJob) => (isForOverseers ? reaches(kinds, actor, job) : job.ownerId === actor.userId);
  const asked = await open(async ({ db, actor: asker, ...scope }) => {
    const actor = requireActor(asker, ownJobs);
    const job = await queries.findJob(db, { portalId: actor.portalId, id });
    if (!job || !mayChange(actor, job)) throw noJob();
    return { ...scope, actor };
  });
  return databases.inPeople(asked.portal.id, why, async (db) => {
    const job = await queries.lockJob(db, { portalId: asked.portal.id, id });
    if (!job || !mayChange(asked.actor, job)) throw noJob();
    const context = { db, actor: asked.actor, portal: asked.portal, http, databases };
    const shown = await change(context, job);
    for (const userId of new Set([asked.actor.userId, job.ownerId]))
      await tellLive(db, { portalId: asked.portal.id, userId, topic: "jobs" });
    return onTheWire(kinds, asked, (await queries.findJob(db, { portalId: asked.portal.id, id: shown })) ?? job);
  });
}

const touched = ({ id, ownerId, input, result }: StoredJob) => ({ id, ownerId, input, result });

const setJob = (db: Db, { portalId, id }: { portalId: number; id: number }) =>
  db.updateTable("jobs").where("portal_id", "=", portalId).where("id", "=", id);

/** Cancels a queued job; asks a running one to stop after its chunk. Harmless when repeated, and on a job that has ended. */
export const cancel =
  (kinds: Kinds): Change =>
  async (context, job) => {
    const { db, portal, actor } = context;
    const { id, state } = job;
    if (!unfinished(state)) return id;
    const key = { portalId: portal.id, id };
    await (
      state === "queued"
        ? setJob(db, key).set({ state: "cancelled", cancel_asked_at: sql`now()`, ended_at: sql`now()` })
        : setJob(db, key).set({ cancel_asked_at: sql`coalesce(cancel_asked_at, now())` })
    ).execute();
    await note(context, { action: "job_cancelled", object: { kind: "job", id }, before: { state } });
    await tellJobTouched(db, kinds.get(job.kind), { ...touched(job), portalId: portal.id }, { actor, how: "cancelled" });
    return id;
  };

/** Queues a failed or cancelled job again. Throws 409 for one that is neither. */
export const retry: Change = async (context, { id, state }) => {
  const { db, portal } = context;
  if (unfinished(state)) return id;
  if (state === "done") throw conflict("job_done", "This job is done. Start a new one instead.");
  // Also for an undo that failed in time and is tried again later.
  if (await queries.undoesTooLate(db, { portalId: portal.id, id })) throw undoOver();
  await setJob(db, { portalId: portal.id, id })
    .set({
      state: "queued",
      reason: null,
      cancel_asked_at: null,
      ended_at: null,
      put_away_at: null,
      handed_at: null,
      fruitless: 0,
      due_at: sql`now()`,
    })
    .execute();
  await wakeWorkers(db);
  await note(context, { action: "job_retried", object: { kind: "job", id }, before: { state } });
  return id;
};

/** Undoes a job by its kind's own way. Throws 409 when it cannot be undone, cannot any longer, or was. */
export const undo =
  (kinds: Kinds): Change =>
  async (context, job) => {
    const kind = kinds.get(job.kind);
    if (job.undoneBy !== null) return job.undoneBy;
    if (!kind?.undo || job.state !== "done" || job.undoUntil === null) throw conflict("not_undoable", "This cannot be undone.");
    if (job.undoUntil <= new Date()) throw undoOver();
    const by = await kind.undo(context, { id: job.id, input: job.input as never, result: job.result as never });
    await setJob(context.db, { portalId: context.portal.id, id: job.id }).set({ undone_by: by }).execute();
    await note(context, { action: "job_undone", object: { kind: "job", id: job.id }, after: { undoneBy: by } });
    await tellJobTouched(context.db, kind, { ...touched(job), portalId: context.portal.id }, { actor: context.actor, how: "undone" });
    return by;
  };

/** Takes a finished job out of the tray. */
export const putAway: Change = async ({ db, portal }, { id, state }) => {
  if (!unfinished(state))
    await setJob(db, { portalId: portal.id, id })
      .set({ put_away_at: sql`now()` })
      .execute();
  return id;
};
