import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/** The channel of PostgreSQL on which workers hear that a job is due. */
export const wakeChannel = "stoa_jobs";

/** Tells the workers, once the transaction commits, that a job is due. They also look by themselves every few seconds. */
export const wakeWorkers = (db: Db) => sql`select pg_notify(${wakeChannel}, '')`.execute(db);
