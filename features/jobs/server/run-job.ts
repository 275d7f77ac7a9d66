import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { noteAll } from "#platform/audit.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { conflict } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { tellLive } from "#platform/live/events.ts";
import type { Log } from "#platform/log.ts";
import type { InnerAddress } from "#platform/outside.ts";
import type { AnyJobKind, ResultFile, RunningJob } from "./job-kind.ts";
import { tellJobEnded } from "./tell-job-ended.ts";
import { findOwner, type Reason } from "./queries.ts";
import type { Kinds } from "./service.ts";
import { isTemporary, reasonOf, refusalIn } from "./why-it-failed.ts";

export interface RunDeps {
  readonly secret: string;
  /** Addresses of an inner network that jobs may fetch from. */
  readonly inner: readonly InnerAddress[];
  readonly databases: Databases;
  readonly files: FileStore;
  readonly kinds: Kinds;
  readonly leaseSeconds: number;
  readonly log: Log;
  /** Aborted when this worker is told to stop: its jobs are handed back after the chunk under way. */
  readonly stopping: AbortSignal;
}

export interface JobKey {
  readonly portalId: number;
  readonly id: number;
}

const Taken = z.object({
  kind: z.string(),
  ownerId: z.int(),
  input: jsonOf(),
  checkpoint: z.nullable(jsonOf()),
  run: z.int(),
  fruitless: z.int(),
  fileKey: z.nullable(z.string()),
  ip: z.string(),
  requestId: z.string(),
  createdAt: z.date(),
});
type Taken = z.infer<typeof Taken>;

/** How often a job is taken up without going on before it is given up. */
const mostFruitless = 5;
/** Days for which a result file is kept. */
const fileDays = 7;

/** Why a run ends early without having failed. */
class Stopped extends Error {
  readonly why: "cancelled" | "overtaken" | "stopping";
  constructor(why: Stopped["why"]) {
    super(`The job was stopped: ${why}.`);
    this.why = why;
  }
}

/**
 * Runs one job to its end, if it still waits for a worker. Every change of its row names the number of this run: once another worker has taken the job
 * over, nothing that this one does is committed.
 */
export async function runJob(deps: RunDeps, key: JobKey): Promise<void> {
  const taken = await takeUp(deps, key);
  if (!taken) return;
  const { leaseSeconds, log } = deps;
  const kind = deps.kinds.get(taken.kind);
  const abort = new AbortController();
  const signal = AbortSignal.any([abort.signal, deps.stopping]);
  const beat = setInterval(
    () => {
      renewLease(deps, key, taken.run).then(
        (isOurs) => isOurs || abort.abort(),
        () => undefined,
      );
    },
    (leaseSeconds * 1000) / 3,
  );
  try {
    if (!kind) throw conflict("no_such_kind", "This version of the program cannot do this job.");
    if (taken.fruitless > mostFruitless)
      throw conflict("given_up", "The server stopped {count} times at the same place of this job. Tell whoever runs it.", {
        count: mostFruitless,
      });
    await work(deps, key, taken, kind, signal);
  } catch (error) {
    await settle(deps, key, taken, error).catch((cause: unknown) =>
      // The database is out of reach: the lease ends, and the job is taken up again.
      log.error({ part: "jobs", job: key.id, err: cause }, "What became of a job could not be written."),
    );
  } finally {
    clearInterval(beat);
  }
}

/** Marks the job as running here; null when it is done, cancelled, or in the hands of a worker that lives. */
const takeUp = ({ databases, leaseSeconds }: RunDeps, { portalId, id }: JobKey): Promise<Taken | null> =>
  databases.inSystemUntimed("take up a job", async (db) => {
    const { rows } = await typed(Taken)`
      update jobs set state = 'running', run = run + 1, fruitless = fruitless + 1, started_at = coalesce(started_at, now()),
        leased_until = now() + make_interval(secs => ${leaseSeconds})
      where portal_id = ${portalId} and id = ${id} and (state = 'queued' or (state = 'running' and leased_until < now()))
      returning kind, owner_id as "ownerId", input, checkpoint, run, fruitless, file_key as "fileKey", ip, request_id as "requestId", created_at as "createdAt"`.execute(
      db,
    );
    const [row] = rows;
    if (!row) return null;
    await tellLive(db, { portalId, userId: row.ownerId, topic: "jobs" });
    return row;
  });

/** Whether the job is still this run's; then its lease is new. */
const renewLease = ({ databases, leaseSeconds }: RunDeps, { portalId, id }: JobKey, run: number) =>
  databases.inSystem("renew the lease of a job", async (db) => {
    const { numAffectedRows = 0n } = await sql`
      update jobs set leased_until = now() + make_interval(secs => ${leaseSeconds})
      where portal_id = ${portalId} and id = ${id} and run = ${run} and state = 'running'`.execute(db);
    return numAffectedRows > 0n;
  });

async function work(
  { databases, files, secret, inner, leaseSeconds }: RunDeps,
  key: JobKey,
  taken: Taken,
  kind: AnyJobKind,
  signal: AbortSignal,
) {
  const { portalId, id } = key;
  const { ownerId, run, createdAt } = taken;
  let checkpoint: unknown = taken.checkpoint;
  let file: { readonly key: string; readonly name: string; readonly type: string; readonly bytes: number; readonly sha256: string } | null =
    null;

  /** Changes the job's row where it is still this run's. */
  const write = async (db: Db, set: RawBuilder<unknown>) => {
    const { rows } = await typed(
      Asked,
    )`update jobs set ${set} where portal_id = ${portalId} and id = ${id} and run = ${run} and state = 'running'
      returning cancel_asked_at is not null as "isCancelled"`.execute(db);
    if (!rows[0]) throw new Stopped("overtaken");
    return rows[0];
  };
  const heldUp = async (db: Db) => {
    if (signal.aborted) throw new Stopped("stopping");
    const { rows } = await typed(Asked)`select cancel_asked_at is not null as "isCancelled" from jobs
      where portal_id = ${portalId} and id = ${id} and run = ${run} and state = 'running'`.execute(db);
    if (!rows[0]) throw new Stopped("overtaken");
    if (rows[0].isCancelled) throw new Stopped("cancelled");
  };

  const running: RunningJob<unknown, unknown> = {
    id,
    portalId,
    ownerId,
    input: z.parse(kind.input, taken.input),
    checkpoint: () => checkpoint,
    files,
    secret,
    inner,
    databases,
    signal,
    async chunk(doOne, { isAcross = false } = {}) {
      const why = `job ${kind.name}`;
      const doing = async (db: Db) => {
        await heldUp(db);
        const owner = await findOwner(db, { portalId, userId: ownerId });
        if (!owner) throw conflict("owner_gone", "Whoever started this job is not an active member of the portal any more.");
        const doer = { db, portal: { id: portalId }, actor: owner, http: { ip: taken.ip, requestId: taken.requestId } };
        const came = await doOne({ db, owner, note: (happenings) => noteAll(doer, happenings), doer });
        // Last, so that somebody who cancels meanwhile does not wait for the chunk to end.
        await write(
          db,
          sql`checkpoint = ${JSON.stringify(came.checkpoint)}::jsonb, done = ${came.done}, total = coalesce(${came.total ?? null}::integer, total), fruitless = 0,
            leased_until = now() + make_interval(secs => ${leaseSeconds})`,
        );
        await tellLive(db, { portalId, userId: ownerId, topic: "jobs" });
        return came;
      };
      const went = await (isAcross ? databases.inSystemUntimed(why, doing) : databases.inPeopleUntimed(portalId, why, doing));
      ({ checkpoint } = went);
      return went;
    },
    async keepFile({ name, type, data }: ResultFile) {
      const fileKey = files.newKey();
      const before = file?.key ?? taken.fileKey;
      await databases.inPeopleUntimed(portalId, `job ${kind.name}`, async (db) => {
        await heldUp(db);
        await write(db, sql`file_key = ${fileKey}`);
      });
      if (before !== null) await files.remove(before);
      file = { name, type, ...(await files.put(data, { key: fileKey })) };
    },
  };

  const { result, undoUntil } = await kind.run(running);
  await databases.inPeopleUntimed(portalId, `job ${kind.name}`, async (db) => {
    await write(
      db,
      sql`state = 'done', leased_until = null, ended_at = now(), result = ${JSON.stringify(result)}::jsonb, undo_until = ${undoUntil ?? null},
        total = coalesce(total, done), file_name = ${file?.name ?? null}, file_type = ${file?.type ?? null}, file_bytes = ${file?.bytes ?? null},
        file_sha256 = ${file?.sha256 ?? null}, file_until = case when ${file !== null}::boolean then now() + make_interval(days => ${fileDays}) end`,
    );
    await tellJobEnded(db, kind, { portalId, id, ownerId, run, createdAt, input: taken.input, result, isDone: true });
    await tellLive(db, { portalId, userId: ownerId, topic: "jobs" });
  });
}

const Asked = z.object({ isCancelled: z.boolean() });

/** Writes what becomes of a job whose run ended before the job did. */
async function settle(
  { databases, log, kinds }: RunDeps,
  { portalId, id }: JobKey,
  { run, ownerId, createdAt, kind, fruitless, input }: Taken,
  error: unknown,
) {
  const stopped = error instanceof Stopped ? error.why : null;
  if (stopped === "overtaken") return;
  const goesOn = stopped === "stopping" || (!stopped && fruitless <= mostFruitless && isTemporary(error));
  const reason: Reason | null = stopped || goesOn ? null : reasonOf(error);
  if (!stopped && !refusalIn(error)) log.error({ part: "jobs", job: id, kind, err: error }, "A job stopped with an error.");
  const state = stopped === "cancelled" ? "cancelled" : reason ? "failed" : "queued";
  await databases.inSystemUntimed("end the run of a job", async (db) => {
    await sql`update jobs set state = ${state}, leased_until = null, reason = ${reason ? JSON.stringify(reason) : null}::jsonb,
        ended_at = ${state === "queued" ? sql`null` : sql`now()`},
        handed_at = null, due_at = now() + make_interval(secs => ${stopped ? sql`0` : sql`power(2, fruitless)`}),
        fruitless = ${stopped ? sql`0` : sql`fruitless`}
      where portal_id = ${portalId} and id = ${id} and run = ${run} and state = 'running'`.execute(db);
    if (state === "failed")
      await tellJobEnded(db, kinds.get(kind), { portalId, id, ownerId, run, createdAt, input, result: null, isDone: false });
    await tellLive(db, { portalId, userId: ownerId, topic: "jobs" });
  });
}
