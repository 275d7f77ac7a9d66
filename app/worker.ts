import { Logger, run } from "graphile-worker";
import * as pg from "pg";
import { sweepExpired } from "#features/auth/server/sessions.ts";
import { applyDueRoles } from "#features/roles/server/service.ts";
import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import type { Log } from "#platform/log.ts";

export interface WorkerDeps {
  readonly config: Config;
  readonly databases: Databases;
  /** The job queue owns a schema of its own, so it connects as the owner. */
  readonly ownerUrl: string;
  readonly log: Log;
}

/** Starts working on jobs. Several workers may run side by side; each job runs in one of them. stop() waits for running jobs. */
export async function startWorker({ config, databases, ownerUrl, log }: WorkerDeps): Promise<{ stop(): Promise<void> }> {
  const connections = openPool(ownerUrl, log);
  const runner = await run({
    pgPool: connections.pool,
    concurrency: 2,
    noHandleSignals: true,
    // Only the message, which includes the stack; the library's other arguments contain whole jobs and connections.
    logger: new Logger(() => (level, message) => log[level === "warning" ? "warn" : level]({ part: "jobs" }, message)),
    taskList: {
      sweep_expired: async () => void (await sweepExpired(databases, config.sessionIdleMinutes)),
      apply_due_roles: async () => void (await applyDueRoles(databases)),
    },
    crontab: "17 * * * * sweep_expired ?max=3\n*/5 * * * * apply_due_roles ?max=1",
  }).catch(async (error: unknown) => {
    await connections.close();
    throw error;
  });
  return {
    async stop() {
      await runner.stop();
      await connections.close();
    },
  };
}

/**
 * A pool for the queue library. The library ends its own pool without waiting and after removing its error handlers, so a database that stops
 * at that moment would cause an unhandled error. Errors of a connection that is being closed are ignored.
 */
function openPool(connectionString: string, log: Log) {
  const pool = new pg.Pool({ connectionString });
  let isClosing = false;
  const tell = (error: Error) => {
    if (!isClosing) log.error({ part: "jobs" }, error.message);
  };
  pool.on("error", tell);
  pool.on("connect", (client) => client.on("error", tell));
  return {
    pool,
    close() {
      isClosing = true;
      return pool.end();
    },
  };
}
