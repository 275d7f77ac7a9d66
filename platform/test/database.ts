import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pg from "pg";
import type { TestProject } from "vitest/node";
import { createLog } from "../log.ts";
import { ensureRoles } from "../db/roles.ts";
import { migrate } from "../db/migrate.ts";
import { openEmbedded } from "../postgres/embedded.ts";

const template = "stoa_template";

declare module "vitest" {
  interface ProvidedContext {
    superUrl: string;
  }
}

/**
 * Vitest global set-up: one real PostgreSQL for the whole run with a migrated template database. It is the embedded one, or the server
 * named by TEST_DATABASE_URL (a superuser's address), so that the suite also runs on an installed PostgreSQL.
 */
export default async function startDatabase(project: TestProject) {
  const log = createLog({ level: "silent" });
  const given = process.env.TEST_DATABASE_URL;
  const dataDir = given ? null : mkdtempSync(join(tmpdir(), "stoa-test-"));
  const embedded = dataDir ? await openEmbedded({ dataDir, log }) : null;
  const superUrl = given ?? embedded?.superUrl ?? "";
  await ensureRoles(superUrl, {});
  await runSql(superUrl, `drop database if exists ${template}`, `create database ${template}`);
  await migrate(inDatabase(superUrl, template), { dir: join(import.meta.dirname, "../../db"), log });
  project.provide("superUrl", superUrl);
  return async () => {
    await runSql(superUrl, `drop database if exists ${template} with (force)`);
    await embedded?.stop();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A fresh migrated database of its own for one test file; drop() when done. */
export async function freshDatabase(superUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `stoa_test_${randomBytes(6).toString("hex")}`;
  await runSql(superUrl, `create database ${name} template ${template}`);
  return { url: inDatabase(superUrl, name), drop: () => runSql(superUrl, `drop database if exists ${name} with (force)`) };
}

function inDatabase(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

async function runSql(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
