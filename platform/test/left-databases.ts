import * as pg from "pg";

// The databases of a test run are called stoa_<key>_…, with a key of eight hexadecimal digits. While the run lives, one of its connections holds an
// advisory lock on that key. A database whose lock is free was left behind.

const lockOf = (key: string) => `hashtext('stoa tests'), ('x' || '${key}')::bit(32)::int`;

/** The address of another database of the same server. */
export function inDatabase(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

/** Connects to a database, runs work, and closes the connection. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Holds the advisory lock of a key until the returned function is called or this process ends. */
export async function holdKey(serverUrl: string, key: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: inDatabase(serverUrl, "postgres") });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(`select pg_advisory_lock(${lockOf(key)})`);
  return () => client.end();
}

/** Drops the databases of runs that no longer exist. */
export const dropLeftDatabases = (serverUrl: string): Promise<void> =>
  withClient(inDatabase(serverUrl, "postgres"), async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where datname ~ '^stoa_[0-9a-f]{8}_' order by datname",
    );
    for (const key of new Set(rows.map(({ name }) => name.slice(5, 13)))) {
      const free = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${lockOf(key)}) as free`);
      if (!free.rows[0]?.free) continue;
      for (const { name } of rows) if (name.startsWith(`stoa_${key}_`)) await client.query(`drop database if exists ${name} with (force)`);
      await client.query(`select pg_advisory_unlock(${lockOf(key)})`);
    }
  });
