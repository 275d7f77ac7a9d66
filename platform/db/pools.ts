import * as pg from "pg";
import type { PostgresPool } from "kysely";
import { isBreaking, isSilence } from "./database-errors.ts";
import { runNamed } from "./read-ahead.ts";

/** How long a request waits for a connection, in milliseconds, whether the pool reuses one or opens a new one. */
const acquireMs = 5_000;

/** Connections that work as one role, and what each transaction on them begins with so that it does. */
export interface RolePool {
  readonly pool: pg.Pool;
  readonly role: string;
}

type Role = "stoa_app" | "stoa_people" | "stoa_system";

/**
 * A statement may run for `limitMs` and wait for a lock for half of that. PostgreSQL ends it then, so a stuck statement fails alone. Where PostgreSQL
 * itself does not answer (frozen, or the network is cut), the client gives up a second later. Together with acquireMs, a request has its answer within
 * 15 seconds (security.md §5.4, F7). first: the statement that each new connection begins with; where it fails, the connection goes on without.
 */
export function rolePool(connectionString: string, role: Role, max: number, limitMs: number | null, first?: string): RolePool {
  const options = settingsOf(role, limitMs).map(([name, value]) => `-c ${name}=${value}`);
  return { pool: openPool(connectionString, max, limitMs, { options: options.join(" "), first }), role: "" };
}

/** The same behind a pooler in transaction mode, which gives a connection of nobody's to each transaction and refuses connection options. */
export function sharedPool(connectionString: string, role: Role, max: number, limitMs: number | null): RolePool {
  const settings = settingsOf(role, limitMs).map(([name, value]) => `set local ${name} = ${value}; `);
  return { pool: openPool(connectionString, max, limitMs), role: settings.join("") };
}

const settingsOf = (role: Role, limitMs: number | null): [string, string | number][] => [
  ["role", role],
  ...(limitMs === null
    ? []
    : ([
        ["statement_timeout", limitMs],
        ["lock_timeout", limitMs / 2],
      ] as [string, number][])),
];

function openPool(
  connectionString: string,
  max: number,
  limitMs: number | null,
  { options, first }: { options?: string; first?: string | undefined } = {},
) {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: limitMs === null ? 60_000 : acquireMs,
    ...(options !== undefined && { options }),
    // The pool waits for it before it gives the connection to anybody.
    ...(first !== undefined && { onConnect: async (client: pg.ClientBase) => void (await client.query(first).catch(() => undefined)) }),
    ...(limitMs !== null && { query_timeout: limitMs + 1_000 }),
  });
  // The pool drops an idle connection that breaks; without a listener the error would end the process.
  pool.on("error", () => undefined);
  // The same for a connection that breaks between two statements of a request: the next statement fails, and only that request with it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** A pool for Kysely that names frequent statements and discards a connection that an error made useless. */
export function dropsTheBroken(pool: pg.Pool, nameOf: (text: string) => string | undefined): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      let broken: Error | undefined;
      const query = async (text: string, values: readonly unknown[]) => {
        if (isSilence(broken)) throw broken;
        try {
          return await runNamed(client, { sql: text, parameters: values }, nameOf(text));
        } catch (error) {
          if (isBreaking(error)) broken = error;
          throw error;
        }
      };
      return { query: query as never, release: (destroy) => client.release(broken ?? destroy) };
    },
  };
}
