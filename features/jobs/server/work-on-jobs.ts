import { sql } from "kysely";
import type * as pg from "pg";
import * as z from "zod/mini";
import { typed } from "#platform/db/typed.ts";
import { listenTo } from "#platform/live/listen.ts";
import { runJob, type RunDeps } from "./run-job.ts";
import { wakeChannel } from "./wake.ts";

/** The task of graphile-worker that runs a job; its payload names it. */
export const runTask = "run_job";

const Payload = z.object({ portalId: z.int(), id: z.int() });
const Key = z.object({ key: z.string() });
const Due = z.object({ key: z.string(), kind: z.string() });

/** How often a worker looks for due and abandoned jobs without being told, in milliseconds; with short leases, oftener. */
const lookMs = 5_000;
/** Jobs handed to the queue at a time. */
const batch = 500;

/**
 * Hands the jobs that requests have written to the queue of the workers, and takes back those of workers that died. Requests have no access to the queue,
 * which knows no portals; so they write a row, and any worker hands it over: at once when it hears of it, within seconds otherwise. Handing over twice is
 * harmless, because the queue keeps one entry a job, and a job that is done is not run.
 */
export function handOverJobs(deps: RunDeps, queue: pg.Pool) {
  const { databases, kinds, leaseSeconds, log } = deps;

  /**
   * Jobs that were handed over and of which the queue has no entry any more are handed over again: a worker that outlived its lease without dying takes the entry
   * of the next one with it when it ends.
   */
  async function findLost() {
    const { rows } = await databases.inSystem("find jobs that wait", (db) =>
      typed(Key)`select portal_id || ':' || id as key from jobs
        where state = 'queued' and handed_at < now() - make_interval(secs => ${leaseSeconds}) limit ${batch}`.execute(db),
    );
    if (rows.length === 0) return;
    const entries = await queue.query<{ key: string }>("select key from graphile_worker.jobs where key = any($1)", [
      rows.map(({ key }) => key),
    ]);
    const there = new Set(entries.rows.map(({ key }) => key));
    const lost = rows.map(({ key }) => key).filter((key) => !there.has(key));
    if (lost.length > 0)
      await databases.inSystem("hand lost jobs over again", (db) =>
        sql`update jobs set handed_at = null, due_at = now() where portal_id || ':' || id = any (${lost}::text[]) and state = 'queued'`.execute(
          db,
        ),
      );
  }

  async function look() {
    // Entries that a worker has held for longer than a lease, although no lease says that it lives: its process died.
    const held = await queue.query<{ key: string | null; worker: string }>(
      `select key, locked_by as worker from graphile_worker.jobs
       where task_identifier = $1 and locked_at < now() - make_interval(secs => $2)`,
      [runTask, leaseSeconds],
    );
    await findLost();
    const due = await databases.inSystem("find due and abandoned jobs", async (db) => {
      await sql`update jobs set state = 'queued', leased_until = null, handed_at = null, due_at = now()
        where state = 'running' and leased_until < now()`.execute(db);
      const living = await typed(Key)`select portal_id || ':' || id as key from jobs where state = 'running'`.execute(db);
      const found = await typed(Due)`select portal_id || ':' || id as key, kind from jobs
        where state = 'queued' and handed_at is null and due_at <= now() order by due_at limit ${batch}`.execute(db);
      return {
        keys: found.rows.map(({ key }) => key),
        lanes: found.rows.map(({ kind }) => kinds.get(kind)?.lane ?? null),
        living: new Set(living.rows.map(({ key }) => key)),
      };
    });
    const dead = held.rows.filter(({ key }) => key === null || !due.living.has(key)).map(({ worker }) => worker);
    if (dead.length > 0) await queue.query("select graphile_worker.force_unlock_workers($1)", [dead]);
    if (due.keys.length === 0) return;
    await queue.query(
      `select graphile_worker.add_job($1, json_build_object('portalId', split_part(key, ':', 1)::bigint, 'id', split_part(key, ':', 2)::bigint),
         queue_name => lane, job_key => key, max_attempts => 25) from unnest($2::text[], $3::text[]) as due (key, lane)`,
      [runTask, due.keys, due.lanes],
    );
    await databases.inSystem("note which jobs were handed over", (db) =>
      sql`update jobs set handed_at = now() where portal_id || ':' || id = any (${due.keys}::text[]) and state = 'queued'`.execute(db),
    );
    if (due.keys.length === batch) isWanted = !isClosed;
  }

  let isWanted = false;
  let isClosed = false;
  let looking: Promise<void> | undefined;
  const wake = () => {
    if (isClosed) return;
    isWanted = true;
    looking ??= (async () => {
      while (isWanted) {
        isWanted = false;
        await look().catch((error: unknown) => log.warn({ part: "jobs", err: error }, "Due jobs could not be looked for."));
      }
      looking = undefined;
    })();
  };
  const timer = setInterval(wake, Math.min(lookMs, (leaseSeconds * 1000) / 3));
  const listening = listenTo({ url: databases.listenUrl, channels: [wakeChannel], hear: wake, begun: wake });
  wake();
  return {
    async close() {
      isClosed = true;
      isWanted = false;
      clearInterval(timer);
      await Promise.all([looking, listening.close()]);
    },
  };
}

/** The task of the queue that runs a job. */
export const jobTask = (deps: RunDeps) => (payload: unknown) => runJob(deps, z.parse(Payload, payload));

/** Days for which a job that has ended stays in the list. */
const keptDays = 90;

/** Removes result files that have expired and jobs that ended long ago. For the worker; gives how many of both. */
export async function sweepJobs({ databases, files }: Pick<RunDeps, "databases" | "files">): Promise<number> {
  const Expired = z.object({ portalId: z.int(), id: z.int(), fileKey: z.string() });
  const expired = await databases.inSystemUntimed(
    "find expired result files",
    async (db) =>
      (
        await typed(Expired)`select portal_id as "portalId", id, file_key as "fileKey" from jobs
        where file_key is not null and coalesce(file_until, ended_at + interval '1 day') < now()`.execute(db)
      ).rows,
  );
  for (const { fileKey } of expired) await files.remove(fileKey);
  return databases.inSystemUntimed("forget old jobs", async (db) => {
    for (const { portalId, id, fileKey } of expired)
      await sql`update jobs set file_key = null where portal_id = ${portalId} and id = ${id} and file_key = ${fileKey}`.execute(db);
    const { numAffectedRows = 0n } =
      await sql`delete from jobs j where ended_at < now() - make_interval(days => ${keptDays}) and file_key is null
      and not exists (select from jobs o where o.portal_id = j.portal_id and o.undone_by = j.id)`.execute(db);
    return expired.length + Number(numAffectedRows);
  });
}
