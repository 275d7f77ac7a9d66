import { Logger, run } from "graphile-worker";
import { sweepExpired } from "#features/auth/server/sessions.ts";
import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import type { Log } from "#platform/log.ts";

export interface WorkerDeps {
  readonly config: Config;
  readonly databases: Databases;
  /** The job queue keeps a schema of its own, so it connects as the owner. */
  readonly ownerUrl: string;
  readonly log: Log;
}

/** Starts working on jobs; several workers may run beside each other, a job runs in one of them. stop() finishes what is under way. */
export async function startWorker({ config, databases, ownerUrl, log }: WorkerDeps): Promise<{ stop(): Promise<void> }> {
  const runner = await run({
    connectionString: ownerUrl,
    concurrency: 2,
    noHandleSignals: true,
    // The message says it all, stack included; beside it the library hands over whole jobs and connections.
    logger: new Logger(() => (level, message) => log[level === "warning" ? "warn" : level]({ part: "jobs" }, message)),
    taskList: {
      sweep_expired: async () => void (await sweepExpired(databases, config.sessionIdleMinutes)),
    },
    crontab: "17 * * * * sweep_expired ?max=3",
  });
  return { stop: () => runner.stop() };
}
