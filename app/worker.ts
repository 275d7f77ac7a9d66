import { Logger, run } from "graphile-worker";
import { join } from "node:path";
import * as pg from "pg";
import { sealAudit } from "#features/audit/server/service.ts";
import { keepSending } from "#features/mail/server/mail-work.ts";
import { keepDelivering } from "#features/webhooks/server/webhook-work.ts";
import { sweepDeliveries } from "#features/webhooks/server/sweep.ts";
import { publishDue } from "#features/editor/server/scheduling.ts";
import { sweepMedia } from "#features/media/server/sweep.ts";
import { openPackageStore } from "#features/scorm/server/package-store.ts";
import { sweepBrandImages } from "#features/branding/server/sweep.ts";
import { sweepUnfound } from "#features/searches/server/service.ts";
import { sweepMail } from "#features/mail/server/sweep.ts";
import { makeOrderedLinks } from "#features/auth/server/password-link-orders.ts";
import { sweepExpired } from "#features/auth/server/sessions.ts";
import { eraseDue } from "#features/lifecycle/server/service.ts";
import { settleAll, settleJob, settleTask, sweepGroups, watchPeople, type Rests } from "#features/groups/server/recompute.ts";
import { remindOfDueCourses } from "#features/enrolment/server/service.ts";
import { sweepInvitations } from "#features/invitations/server/service.ts";
import { sweepRegistrations } from "#features/registration/server/queue.ts";
import { sweepFieldFiles } from "#features/fields/server/files.ts";
import { tellOfAnnouncements } from "#features/announcements/server/telling.ts";
import { sweepFieldMerges } from "#features/fields/server/merges.ts";
import { checkDueLinks } from "#features/links/server/health.ts";
import { sweepImports } from "#features/import/server/sweep-imports.ts";
import { applyDueRoles } from "#features/roles/server/service.ts";
import type { AnyJobKind } from "#features/jobs/server/job-kind.ts";
import { kindsByName } from "#features/jobs/server/service.ts";
import { handOverJobs, jobTask, runTask, sweepJobs } from "#features/jobs/server/work-on-jobs.ts";
import { loadCatalogues } from "#platform/catalogue.ts";
import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import { openFileStore } from "#platform/files/store.ts";
import type { Log } from "#platform/log.ts";
import { jobKinds } from "./job-kinds.ts";
import { placeAt } from "./screen-addresses.ts";

export interface WorkerDeps {
  readonly config: Config;
  readonly databases: Databases;
  /** The job queue owns a schema of its own, so it connects as the owner. */
  readonly ownerUrl: string;
  readonly log: Log;
  /** The kinds of jobs that people start; tests add their own. */
  readonly kinds?: readonly AnyJobKind[];
}

/** Starts working on jobs. Several workers may run side by side; each job runs in one of them. stop() waits for running jobs. */
export async function startWorker({ config, databases, ownerUrl, log, kinds = jobKinds }: WorkerDeps): Promise<{ stop(): Promise<void> }> {
  const connections = openPool(ownerUrl, log);
  const files = openFileStore(join(config.dataDir, "files"));
  const packages = openPackageStore(join(config.dataDir, "packages"));
  const stopping = new AbortController();
  const rests: Rests = new Map();
  const people = {
    databases,
    files,
    secret: config.secret,
    inner: config.mediaInner,
    kinds: kindsByName(kinds),
    leaseSeconds: config.jobLeaseSeconds,
    log,
    stopping: stopping.signal,
  };
  const runner = await run({
    pgPool: connections.pool,
    concurrency: 2,
    noHandleSignals: true,
    // Only the message, which includes the stack; the library's other arguments contain whole jobs and connections.
    logger: new Logger(() => (level, message) => log[level === "warning" ? "warn" : level]({ part: "jobs" }, message)),
    taskList: {
      sweep_expired: async () => void (await sweepExpired(databases, config.sessionIdleMinutes)),
      make_password_links: async () => void (await makeOrderedLinks(databases, config)),
      apply_due_roles: async () => void (await applyDueRoles(databases)),
      publish_due: async () => void (await publishDue({ databases, log })),
      erase_due: async () => void (await eraseDue(databases, files)),
      seal_audit: async () => void (await sealAudit(databases, log)),
      remind_of_due_courses: async () => void (await remindOfDueCourses(databases, new Date())),
      tell_of_announcements: async () => void (await tellOfAnnouncements({ databases, log })),
      sweep_mail: async () => void (await sweepMail(databases)),
      sweep_webhooks: async () => void (await sweepDeliveries(databases)),
      sweep_searches: async () => void (await sweepUnfound(databases)),
      check_quick_links: async () => void (await checkDueLinks(databases, { inner: config.linkCheckInner, placeAt })),
      sweep_jobs: async () => void (await sweepJobs(people)),
      sweep_registrations: async () => void (await sweepRegistrations(databases)),
      sweep_invitations: async () => void (await sweepInvitations(databases)),
      sweep_brand_images: async () => void (await sweepBrandImages(people)),
      sweep_media: async () => void (await sweepMedia({ ...people, packages })),
      sweep_imports: async () => void (await sweepImports(people)),
      sweep_field_files: async () => void (await sweepFieldFiles(people)),
      sweep_field_merges: async () => void (await sweepFieldMerges(people)),
      sweep_groups: async () => void (await sweepGroups({ databases })),
      settle_all_groups: async () => settleAll({ databases }, connections.pool),
      [settleTask]: settleJob({ databases, log, rests }),
      [runTask]: jobTask(people),
    },
    crontab: [
      "17 * * * * sweep_expired ?max=3",
      "* * * * * make_password_links ?max=1",
      "*/5 * * * * apply_due_roles ?max=1",
      "* * * * * publish_due ?max=1",
      "*/10 * * * * erase_due ?max=1",
      "*/5 * * * * remind_of_due_courses ?max=1",
      "* * * * * tell_of_announcements ?max=1",
      "37 * * * * sweep_registrations ?max=3",
      "57 * * * * sweep_invitations ?max=3",
      "27 * * * * sweep_jobs ?max=3",
      "7 * * * * check_quick_links ?max=1",
      "47 3 * * * sweep_mail ?max=3",
      "49 3 * * * sweep_webhooks ?max=3",
      "51 3 * * * sweep_searches ?max=3",
      "37 * * * * sweep_imports ?max=3",
      "37 * * * * sweep_field_files ?max=3",
      "7 4 * * * sweep_media ?max=3",
      "57 3 * * * sweep_brand_images ?max=3",
      "37 * * * * sweep_field_merges ?max=3",
      "37 * * * * sweep_groups ?max=3",
      "*/10 * * * * settle_all_groups ?max=1",
      "* * * * * seal_audit ?max=1",
    ].join("\n"),
  }).catch(async (error: unknown) => {
    await connections.close();
    throw error;
  });
  await loadCatalogues();
  const handing = handOverJobs(people, connections.pool);
  const watching = watchPeople({ databases, log, rests }, connections.pool);
  const mail = keepSending({ databases, config, log });
  const webhooks = keepDelivering({ databases, config, log });
  return {
    async stop() {
      // People's jobs are handed back after the chunk under way; another worker goes on with them.
      stopping.abort();
      await Promise.all([handing.close(), watching.close(), mail.close(), webhooks.close()]);
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
