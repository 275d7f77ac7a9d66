import * as pg from "pg";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { keepFields } from "./result-fields.ts";

/**
 * Stands for the id of the person asking in a statement that is sent before it is known who asks: a request that only reads sends its statements together
 * with its opening, which tells the database (open_request). No value that somebody sends can be this.
 */
export const whoAsks = Symbol("who asks") as unknown as number;

const safeText = /^[\w .:+-]*$/;
const safeWord = /^[\w-]+$/;

/** A parameter as SQL text; undefined for one that only travels as a parameter, such as words that somebody typed. */
function literal(value: unknown): string | undefined {
  if (value === null || value === undefined) return "null";
  if (value === whoAsks) return "nullif(current_setting('app.user_id', true), '')::bigint";
  if (typeof value === "number") return Number.isFinite(value) ? `'${value}'` : undefined;
  if (typeof value === "boolean") return `'${value}'`;
  if (typeof value === "string") return safeText.test(value) ? `'${value}'` : undefined;
  if (value instanceof Date) return Number.isFinite(value.getTime()) ? `'${value.toISOString()}'` : undefined;
  if (Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) || (typeof one === "string" && safeWord.test(one))))
    return `'{${value.map((one) => (typeof one === "string" ? `"${one}"` : String(one))).join(",")}}'`;
  return undefined;
}

/** The call of a statement that is prepared under this name, as SQL text; undefined when a parameter cannot be written as text. */
export function executeText(name: string, parameters: readonly unknown[]): string | undefined {
  const literals = parameters.map(literal);
  if (literals.includes(undefined)) return undefined;
  return `execute "${name}"${literals.length ? `(${literals.join(", ")})` : ""}`;
}

const preparedOn = new WeakMap<pg.PoolClient, Set<string>>();

/** Runs a statement on a client, by a name where it has one, and remembers that the client's connection has it prepared. */
export async function runNamed(
  client: pg.PoolClient,
  query: Pick<CompiledQuery, "sql" | "parameters">,
  name: string | undefined,
): Promise<pg.QueryResult> {
  const result = await client.query<Record<string, unknown>>({
    text: query.sql,
    values: query.parameters as unknown[],
    ...(name !== undefined && { name }),
  });
  if (name !== undefined) {
    const known = preparedOn.get(client);
    if (known) known.add(name);
    else preparedOn.set(client, new Set([name]));
  }
  return keepFields(result);
}

/** Whether a connection has a statement of this name. */
export const isPrepared = (client: pg.PoolClient, name: string): boolean => preparedOn.get(client)?.has(name) ?? false;

/** A result as Kysely takes it. */
export const resultOf = <R>(result: pg.QueryResult): QueryResult<R> => ({
  rows: result.rows as R[],
  ...(result.command !== "SELECT" && { numAffectedRows: BigInt(result.rowCount ?? 0) }),
});

/** A driver that passes every statement to `run`; whoever made it begins and ends transactions. */
export class PassingDriver implements Driver {
  readonly #run: (query: CompiledQuery) => Promise<pg.QueryResult>;
  constructor(run: (query: CompiledQuery) => Promise<pg.QueryResult>) {
    this.#run = run;
  }
  async init() {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => resultOf<R>(await this.#run(query)),
      streamQuery() {
        throw new Error("Streaming is not offered inside a request.");
      },
    };
  }
  async beginTransaction() {
    throw new Error("A request is already one transaction.");
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}

/** Results of statements that were sent ahead, found again by the statement that asks for them: the same text and the same values. */
export function resultsAhead(queries: readonly CompiledQuery[], results: readonly pg.QueryResult[], userId: number | undefined) {
  const left = queries.map(({ sql, parameters }, nth) => ({ sql, parameters, result: results[nth] }));
  const isSame = (one: unknown, other: unknown): boolean =>
    one === other ||
    (one === whoAsks && userId !== undefined && other === userId) ||
    (one instanceof Date && other instanceof Date && one.getTime() === other.getTime()) ||
    (Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((value, nth) => value === other[nth]));
  return (asked: CompiledQuery): pg.QueryResult | undefined => {
    const at = left.findIndex(
      ({ sql, parameters }) =>
        sql === asked.sql &&
        parameters.length === asked.parameters.length &&
        parameters.every((value, nth) => isSame(value, asked.parameters[nth])),
    );
    return at < 0 ? undefined : left.splice(at, 1)[0]?.result;
  };
}
