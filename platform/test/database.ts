import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";
import type { TestProject } from "vitest/node";
import { createLog } from "../log.ts";
import { ensureRoles } from "../db/roles.ts";
import { migrate } from "../db/migrate.ts";
import { openEmbedded } from "../postgres/embedded.ts";
import { dropLeftDatabases, holdKey, inDatabase, withClient } from "./left-databases.ts";
import { startInstalled } from "./installed-postgres.ts";
import { beginRun } from "./run-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    superUrl: string;
  }
}

const keyVariable = "STOA_TEST_KEY";

/** The prefix of all database names of this run. Throws outside a run. */
export function databasePrefix(): string {
  const key = process.env[keyVariable];
  if (!key) throw new Error("The database of the tests is not open.");
  return `stoa_${key}_`;
}

const template = () => `${databasePrefix()}template`;

/** Vitest global setup: starts the run's database server and provides its address as `superUrl`. */
export default async function startDatabase(project: TestProject) {
  const { superUrl, stop } = await openTestDatabase();
  project.provide("superUrl", superUrl);
  return stop;
}

/**
 * One real PostgreSQL server with a migrated template database, for a whole run: the embedded one; a new cluster of the installed one whose programs
 * are in the folder TEST_POSTGRES; or a running server, by the superuser URL in TEST_DATABASE_URL. `stop` removes everything it made.
 */
export async function openTestDatabase(): Promise<{ superUrl: string; stop(): Promise<void> }> {
  const run = await beginRun();
  try {
    const server = await openServer(run.folder);
    const { superUrl } = server;
    if (server.isForeign) {
      run.usesServer(superUrl);
      await dropLeftDatabases(superUrl);
    } else await withClient(superUrl, neverWaitForTheDisk);
    const key = randomBytes(4).toString("hex");
    const letGo = await holdKey(superUrl, key);
    process.env[keyVariable] = key;
    await ensureRoles(superUrl, {});
    await withClient(superUrl, (client) => client.query(`create database ${template()}`));
    await migrate(inDatabase(superUrl, template()), { dir: join(import.meta.dirname, "../../db"), log });
    return {
      superUrl,
      async stop() {
        await letGo();
        if (server.isForeign) await dropLeftDatabases(superUrl);
        await server.stop();
        await run.end();
      },
    };
  } catch (error) {
    await run.end();
    throw error;
  }
}

const log = createLog({ level: "silent" });

/** What `databaseCheck` can ask of the run's server: everything but `fsync`, which is off (see below). */
export const checkedSettings = ["full_page_writes", "synchronous_commit"] as const;

/**
 * The run's own server does not outlive the run, so nothing on it has to survive a power cut. Dropping a database makes PostgreSQL bring all changes of
 * all others to the disk, and a run drops hundreds. What depends on the disk is tested on servers of its own (app/test/server.ts, `startProcess`).
 */
async function neverWaitForTheDisk(client: Client) {
  await client.query("alter system set fsync = off");
  await client.query("select pg_reload_conf()");
}

async function openServer(folder: string): Promise<{ superUrl: string; isForeign: boolean; stop(): Promise<void> }> {
  const { TEST_DATABASE_URL: url, TEST_POSTGRES: programs } = process.env;
  if (url) return { superUrl: url, isForeign: true, stop: async () => undefined };
  if (programs) return { ...(await startInstalled(programs, mkdtempSync(join(folder, "installed-")))), isForeign: false };
  const { superUrl, stop } = await openEmbedded({ dataDir: mkdtempSync(join(folder, "database-")), log });
  return { superUrl, isForeign: false, stop };
}

/**
 * A fresh migrated database for one test file; call drop() when done. `from` names another template of the run. Where nothing waits for the disk,
 * copying its files takes less than half of what writing each page to the log takes; a server that somebody runs does wait.
 */
export async function freshDatabase(superUrl: string, from = template()): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${databasePrefix()}${randomBytes(6).toString("hex")}`;
  const strategy = process.env["TEST_DATABASE_URL"] ? "wal_log" : "file_copy";
  await withClient(superUrl, (client) => client.query(`create database ${name} template ${from} strategy ${strategy}`));
  return {
    url: inDatabase(superUrl, name),
    drop: () => withClient(superUrl, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}
