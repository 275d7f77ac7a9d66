// A PostgreSQL that the operator runs, named by DATABASE_URL.
import { setTimeout as wait } from "node:timers/promises";
import * as pg from "pg";
import { StartError } from "../lifecycle-error.ts";

export interface External {
  readonly kind: "external";
  readonly ownerUrl: string;
  readonly appUrl?: string | undefined;
  /** Does nothing: the server is not ours to stop. */
  stop(): Promise<void>;
}

/** Where a URL points, for messages: `host:port` or the socket folder, never the login. */
function placeOf(url: string): { where: string; host: string; database: string } {
  const client = new pg.Client({ connectionString: url });
  const host = client.host;
  return { host, where: host.startsWith("/") ? host : `${host}:${client.port}`, database: client.database ?? "" };
}

/** Why the server named by `variable` cannot be used, as one sentence that does not repeat the password. */
export function databaseError(error: unknown, url: string, variable = "DATABASE_URL"): StartError {
  if (error instanceof StartError) return error;
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const { where, host, database } = placeOf(url);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return new StartError(`${variable} names the host ${host}, which cannot be found.`);
  if (code === "ECONNREFUSED" || code === "ENOENT") return new StartError(`No PostgreSQL answers at ${where}, which ${variable} names.`);
  if (["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"].includes(code) || /timeout/i.test(message))
    return new StartError(`PostgreSQL at ${where}, which ${variable} names, did not answer in time.`);
  if (code === "28P01" || code === "28000" || /SASL|password must be a string/.test(message))
    return new StartError(`PostgreSQL at ${where} refused the user or the password of ${variable}.`);
  if (code === "3D000") return new StartError(`There is no database called "${database}" at ${where}, which ${variable} names.`);
  if (code === "53300") return new StartError(`PostgreSQL at ${where} has no free connection left.`);
  if (code === "57P03") return new StartError(`PostgreSQL at ${where} is still starting up. Try again in a moment.`);
  return new StartError(`PostgreSQL at ${where}, which ${variable} names, cannot be used: ${message || code}.`);
}

async function lookAt(url: string, variable: string) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const found = await client.query<{ version: number; name: string }>(
        "select current_setting('server_version_num')::int as version, current_setting('server_version') as name",
      );
      const { version, name } = found.rows[0] ?? { version: 0, name: "?" };
      if (version < 150_000) throw new StartError(`The server of ${variable} is PostgreSQL ${name}; Stoa needs 15 or newer.`);
      return;
    } catch (error) {
      // A server that is still starting gets a minute.
      if ((error as pg.DatabaseError).code !== "57P03" || Date.now() > deadline) throw databaseError(error, url, variable);
      await wait(500);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Checks that the operator's server answers, accepts the login, and is new enough. Throws a StartError with one sentence. */
export async function openExternal(url: string, appUrl?: string): Promise<External> {
  await lookAt(url, "DATABASE_URL");
  if (appUrl !== undefined) await lookAt(appUrl, "DATABASE_APP_URL");
  return { kind: "external", ownerUrl: url, appUrl, stop: async () => undefined };
}
