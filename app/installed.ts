import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as pg from "pg";
import type { Config } from "#platform/config.ts";
import { openDataDir } from "#platform/data-dir.ts";
import { StartError } from "#platform/lifecycle-error.ts";
import { createLog } from "#platform/log.ts";
import { openEmbedded } from "#platform/postgres/embedded.ts";
import { openExternal } from "#platform/postgres/external.ts";

type Where = Pick<Config, "dataDir" | "databaseUrl">;

/** Throws a StartError where the built-in database was never made, before anything is made there. */
export function refuseEmptyFolder({ dataDir, databaseUrl }: Where): void {
  if (databaseUrl === undefined && !existsSync(join(dataDir, "postgres", "cluster")))
    throw new StartError(`There is no Stoa in ${resolve(dataDir)}. Name its data folder in STOA_DATA, or its database in DATABASE_URL.`);
}

/** Opens the database of an installation that is there, for a command. Throws a StartError where there is none. The caller stops it. */
export async function openInstalled(where: Where) {
  refuseEmptyFolder(where);
  const server = await (where.databaseUrl === undefined
    ? openEmbedded({ dataDir: openDataDir(where.dataDir), log: createLog({ level: "silent" }) })
    : openExternal(where.databaseUrl));
  const client = new pg.Client({ connectionString: server.ownerUrl });
  try {
    await client.connect();
    const { rows } = await client.query<{ is: boolean }>("select to_regclass('public.schema_migrations') is not null as is");
    if (!rows[0]?.is)
      throw new StartError("There is no Stoa in this database. Start Stoa on it once, or name another one in DATABASE_URL.");
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await client.end();
  }
  return server;
}
