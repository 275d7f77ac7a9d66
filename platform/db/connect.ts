import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import type { Gate, Limits } from "../actor.ts";
import type { Config } from "../config.ts";
import * as pg from "pg";
import { signedOut } from "../errors.ts";
import { kyselyOf } from "./compiling.ts";
import { codeOf, isBreaking, isSilence, isStale, noSuchStatement, tookTooLong } from "./database-errors.ts";
import { dropsTheBroken, rolePool, type RolePool, sharedPool } from "./pools.ts";
import { executeText, isPrepared, PassingDriver, resultsAhead, runNamed, whoAsks } from "./read-ahead.ts";
import { keepFields } from "./result-fields.ts";
import type { DB } from "./schema.d.ts";
import { tellingOf } from "./people-changed.ts";
import { statementNames } from "./statement-names.ts";

/** A database handle. Queries take it as their first argument; no module exports one, so no query can run outside its transaction. */
export type Db = Kysely<DB>;

// Ids are integers on the wire (decisions.md) and stay far below 2^53; numeric columns hold points and percentages.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export interface ConnectOptions {
  /** Login that owns the schema, or any login that is a member of stoa_app, stoa_people and stoa_system. */
  readonly ownerUrl: string;
  /** A second login for the application's own work; without it the first one is used. Either way the work runs as stoa_app. */
  readonly appUrl: string | undefined;
  readonly config: Pick<Config, "databasePoolSize" | "databasePrepared" | "databaseStatementSeconds"> &
    Partial<Pick<Config, "databaseDirectUrl">>;
}

/** What the database answered about the asker when the request was opened; null when nobody is signed in. */
export interface OpenedRequest {
  user_id: number;
  session_id: number;
  email: string;
  given_name: string;
  family_name: string;
  is_system_admin: boolean;
  is_author: boolean;
  is_manager: boolean;
  is_admin: boolean;
  limits: Limits | null;
  active_role: string;
  gate: Gate | null;
  /** Whether the session proved no second factor, and how many days it was given for one; null: not asked for any. */
  factor_open: boolean;
  factor_days: number | null;
  locale: string | null;
  time_zone: string | null;
  theme: string;
  shortcuts: boolean;
  portals: { id: number; name: string; host: string }[] | null;
  by_user_id: number | null;
  by_name: string | null;
  by_writes: boolean | null;
  by_role: string | null;
  unread: number | null;
  /** The roles whose tour the person has been offered; null for a token. */
  tours: string[] | null;
  /** The API token with which a program asks; missing for a session. */
  token?: { id: number; name: string };
}

export interface RequestScope {
  readonly db: Db;
  /** A handle for the last statement of the work: it travels with the commit, which saves a round trip. What fails afterwards takes nothing of it back. */
  readonly last: () => Db;
  readonly opened: OpenedRequest | null;
  /** How many statements this request has sent so far, opening included. */
  readonly queries: () => number;
}

interface TransactionScope extends RequestScope {
  /** Runs one statement. */
  readonly run: (query: CompiledQuery) => Promise<pg.QueryResult>;
}

export interface Databases {
  /**
   * Opens a request that only reads: every statement of it is a message and a transaction of its own, which looks up again who is asking. Those of `ahead`
   * travel with the first one; whoAsks stands for the person in them. When the work asks for one of them, its result is there already.
   */
  readRequest<T>(request: OpenRequest, ahead: readonly CompiledQuery[], work: (scope: RequestScope) => Promise<T>): Promise<T>;
  /** Runs work in a transaction bound to one portal, with no signed-in person: for jobs and tests. */
  inPortal<T>(portalId: number, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Changes of people and rights, in one portal, as stoa_people; every caller states why, and has checked who may. Requests themselves can give nobody a
   * right.
   */
  inPeople<T>(portalId: number, why: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** `inPeople` without the statement time limit, for jobs. */
  inPeopleUntimed<T>(portalId: number, why: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** `inPeopleUntimed` for computing who is in dynamic groups: it follows from changes of people and is none. */
  inGroupsUntimed<T>(portalId: number, why: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs work in one transaction of the application role that is bound to no portal yet: its statements set the portal themselves. */
  acrossPortals<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Opens a request: sets the portal and looks up who is asking in one round trip, then runs work in the same transaction. */
  openRequest<T>(request: OpenRequest, work: (scope: RequestScope) => Promise<T>): Promise<T>;
  /** Cross-portal work as stoa_system. This is the only way to it; every caller states why. first: statements that it asks whatever it finds, sent with the opening. */
  inSystem<T>(why: string, work: (db: Db) => Promise<T>, first?: readonly CompiledQuery[]): Promise<T>;
  /** `inSystem` for work that needs no transaction around its statements: each is one by itself, in one message. */
  oneByOneInSystem<T>(why: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** `inSystem` for work that only reads and needs no transaction: each statement is one by itself, in one message. */
  readSystem<T>(why: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** `inSystem` without the statement time limit, for work that no request waits for. */
  inSystemUntimed<T>(why: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** Handle of the application role outside any portal, for tables that belong to none (portals, hosts, users, rate limits). */
  readonly shared: Db;
  readonly pool: pg.Pool;
  /** Where a connection that listens for notifications connects to: past the pooler, if DATABASE_DIRECT_URL says how. */
  readonly listenUrl: string;
  close(): Promise<void>;
}

export interface OpenRequest {
  readonly portalId: number;
  readonly tokenHash: Buffer | null;
  /** Set when that is the hash of an API token, and not of a session's. */
  readonly isApiToken?: boolean;
  readonly idleMinutes: number;
  readonly withPortals: boolean;
  /**
   * Set when every row is found by its key. A generic plan that PostgreSQL made while tables were small uses sequential scans, and keeps using
   * them as the tables grow until they are analysed. This switches sequential scans off for the transaction.
   */
  readonly byKey?: boolean | undefined;
  /** Statements that the work asks whatever it finds: they travel with the opening of its transaction. whoAsks stands for the person in them. */
  readonly first?: readonly CompiledQuery[] | undefined;
}

/** Connects the pools. Every connection of the application's pool works as stoa_app, which owns no table and bypasses no row-level security. */
export function connectDatabases({ ownerUrl, appUrl, config }: ConnectOptions): Databases {
  const limitMs = config.databaseStatementSeconds * 1000;
  const connecting = config.databasePrepared ? rolePool : sharedPool;
  const app = connecting(appUrl ?? ownerUrl, "stoa_app", config.databasePoolSize, limitMs, preparedOpening);
  const { pool } = app;
  const nameOf = config.databasePrepared ? statementNames() : () => undefined;
  const system = connecting(ownerUrl, "stoa_system", 2, limitMs);
  const untimed = connecting(ownerUrl, "stoa_system", 1, null);
  const people = connecting(ownerUrl, "stoa_people", 2, limitMs);
  const peopleUntimed = connecting(ownerUrl, "stoa_people", 2, null);
  const shared = config.databasePrepared
    ? new Kysely<DB>({ dialect: new PostgresDialect({ pool: dropsTheBroken(pool, nameOf) }) })
    : kyselyOf(new PassingDriver((query) => transact(app, "select 1", ({ run }) => run(query))));

  async function transact<T>(
    { pool: on, role }: RolePool,
    opening: Opening,
    work: (scope: TransactionScope) => Promise<T>,
    { closing = "", first = [] }: { closing?: string; first?: readonly CompiledQuery[] } = {},
  ): Promise<T> {
    const client = await on.connect();
    let broken: Error | undefined;
    try {
      // BEGIN, the portal setting and the session lookup travel as one message (security.md §4), and with them what the work asks first.
      const calls = first.length > 0 ? callsOn(client, first) : null;
      const [results, isAlone] = await begin(client, role, opening, calls);
      const opened = openedIn(results[0]);
      const isOf = opened !== null || !first.some(({ parameters }) => parameters.includes(whoAsks));
      const known = isAlone || !isOf ? () => undefined : resultsAhead(first, results.slice(1), opened?.user_id);
      let queries = results.length;
      let isOver = false;
      const commit = async (before: readonly string[]) => {
        const ended = [await client.query([...before, `${closing}commit`].join("; "))].flat();
        // After a failed statement whose error the work swallowed, PostgreSQL answers COMMIT with ROLLBACK: nothing was saved.
        if (ended.at(-1)?.command !== "COMMIT") throw new Error("The transaction was rolled back, because a statement in it had failed.");
        isOver = true;
        return ended;
      };
      const run = async (query: CompiledQuery) => {
        const found = known(query);
        if (found) return found;
        if (isOver) await begin(client, role, opening, null);
        isOver = false;
        queries++;
        return runNamed(client, query, nameOf(query.sql));
      };
      const runLast = async (query: CompiledQuery) => {
        const call = isOver ? null : callsOn(client, [query]);
        if (!call) return run(query);
        queries++;
        return keepFields((await commit(call))[0] as pg.QueryResult);
      };
      const last = () => kyselyOf(new PassingDriver(runLast));
      const value = await work({ db: kyselyOf(new PassingDriver(run)), last, run, opened, queries: () => queries });
      if (!isOver) await commit([]);
      return value;
    } catch (error) {
      // No later answer arrives behind a statement that is still unanswered, so the connection is closed, and with it the transaction.
      if (isBreaking(error)) broken = error;
      if (!isSilence(error)) await client.query("rollback").catch((cause: Error) => (broken = cause));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Connections on which a call by name has failed. A new one is tried anew: what emptied this one need not come again. */
  const emptied = new WeakSet<pg.PoolClient>();
  const textOf = (opening: Opening, client: pg.PoolClient) =>
    typeof opening === "string" ? opening : opening(config.databasePrepared && !emptied.has(client));

  /** Begins a transaction: the results of its opening and of the calls behind it. Where one of these fails, without them. */
  async function begin(
    client: pg.PoolClient,
    role: string,
    opening: Opening,
    calls: readonly string[] | null,
  ): Promise<[pg.QueryResult[], boolean]> {
    const send = async (...behind: string[]) => {
      const results = await client.query(["begin", `${role}${textOf(opening, client)}`, ...behind].join("; "));
      return (results as unknown as pg.QueryResult[]).slice(-1 - behind.length).map(keepFields);
    };
    try {
      return [await send(...(calls ?? [])), calls === null];
    } catch (error) {
      // The work asks each call by itself, and learns which of them fails.
      unlessSilent(error);
      if (codeOf(error) === noSuchStatement) emptied.add(client);
      else if (!calls) throw error;
      await client.query("rollback");
    }
    return [await send(), true];
  }

  /** Statements as calls by their names; null where the connection has not prepared them all, or a parameter cannot be written as text. */
  function callsOn(client: pg.PoolClient, queries: readonly CompiledQuery[]): string[] | null {
    if (emptied.has(client) && queries.length > 0) return null;
    const calls: string[] = [];
    for (const { sql: text, parameters } of queries) {
      const name = nameOf(text);
      const call = name !== undefined && isPrepared(client, name) ? executeText(name, parameters) : undefined;
      if (call === undefined) return null;
      calls.push(call);
    }
    return calls;
  }

  /**
   * Opens a request and runs statements that only read, all in one message, which PostgreSQL makes one transaction by itself; so there is no begin and no
   * commit to wait for. null where that is not possible, because this connection has not prepared a statement yet, or a parameter cannot be written as text.
   */
  async function askTogether(opening: Opening, queries: readonly CompiledQuery[]) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const calls = callsOn(client, queries);
      if (!calls) return null;
      const send = () => client.query([textOf(opening, client), ...calls].join("; "));
      const answers = await send().catch((error: unknown) => {
        if (calls.length > 0 || codeOf(error) !== noSuchStatement) throw error;
        emptied.add(client);
        return send();
      });
      const [opened, ...results] = [answers].flat();
      return { opened: openedIn(opened), results: results.map(keepFields) };
    } catch (error) {
      if (isBreaking(error)) broken = error;
      // Somebody between here and PostgreSQL hands out its connections by the transaction, or has emptied this one: calls by name do not work there.
      if (codeOf(error) === noSuchStatement) emptied.add(client);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** The same where that is not possible: in a transaction, one after another, which prepares all of them on one connection. */
  const askInTurn = (opening: Opening, queries: readonly CompiledQuery[]) =>
    transact(app, opening, async ({ opened, run }) => {
      const results: pg.QueryResult[] = [];
      for (const query of opened ? queries : [])
        results.push(await run({ ...query, parameters: query.parameters.map((value) => (value === whoAsks ? opened?.user_id : value)) }));
      return { opened, results };
    });

  const openRequest: Databases["openRequest"] = (request, work) => transact(app, openingOf(request), work, { first: request.first ?? [] });

  const readRequest: Databases["readRequest"] = async (request, ahead, work) => {
    // Without prepared statements, one transaction is cheaper than a message for each; a statement that fails leaves it as it was.
    if (!config.databasePrepared)
      return transact(app, openingOf(request), async ({ run, ...scope }) => {
        let saved: Promise<unknown> | undefined;
        const safely = async (query: CompiledQuery) => {
          await (saved ??= run(CompiledQuery.raw("savepoint reading")));
          return run(onlyReading(query)).catch(async (error: unknown) => {
            if (unlessSilent(error) === null) await run(CompiledQuery.raw("rollback to savepoint reading"));
            throw error;
          });
        };
        const db = kyselyOf(new PassingDriver(safely));
        return work({ ...scope, db, last: () => db });
      });
    const opening = openingOf(request);
    // Where one of several fails, each is asked again by itself when its turn comes, and only that one fails. One alone would only take its time again,
    // and so would one that took too long: then there is no time left to ask the others.
    const again = (error: unknown) => {
      if (isStale(error) || (ahead.length > 1 && codeOf(error) !== tookTooLong)) return unlessSilent(error);
      throw error;
    };
    const together =
      ahead.length > 0
        ? await askTogether(opening, ahead)
            .then((asked) => asked ?? askInTurn(opening, ahead))
            .catch(again)
        : null;
    const { opened, results } = together ?? (await askTogether(opening, [])) ?? { opened: null, results: [] };
    const known = together && opened ? resultsAhead(ahead, results, opened.user_id) : () => undefined;
    let queries = 1 + results.length;
    let lost: Error | undefined;
    const driver = new PassingDriver(async (query) => {
      const found = known(query);
      if (found) return found;
      queries += 2;
      // A database that does not answer is not asked once more for each statement that is left.
      if (lost) throw lost;
      try {
        const asked = await askTogether(opening, [onlyReading(query)]).catch((error: unknown) => {
          if (isStale(error)) return null;
          throw error;
        });
        if (asked) {
          stillThere(asked.opened, opened);
          return asked.results[0] as pg.QueryResult;
        }
        return await transact(app, opening, async (scope) => {
          stillThere(scope.opened, opened);
          return scope.run(query);
        });
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) lost = error as Error;
        throw error;
      }
    });
    const db = kyselyOf(driver);
    return work({ db, last: () => db, opened, queries: () => queries });
  };

  const naming = (why: string) => `set_config('application_name', ${pg.escapeLiteral(`stoa: ${why}`.slice(0, 60))}, true)`;
  const asSystem =
    (on: RolePool) =>
    <T>(why: string, work: (db: Db) => Promise<T>, first: readonly CompiledQuery[] = []): Promise<T> =>
      transact(on, `select ${naming(why)}`, ({ db }) => work(db), { first });
  // What changes people says so to whoever computes the members of dynamic groups (platform/db/people-changed.ts), in the message that commits it.
  const asPeople =
    (on: RolePool, isTold = true) =>
    <T>(portalId: number, why: string, work: (db: Db) => Promise<T>): Promise<T> =>
      transact(on, `select set_config('app.portal_id', '${int(portalId)}', true), ${naming(why)}`, ({ db }) => work(db), {
        closing: isTold ? `${tellingOf(int(portalId))}; ` : "",
      });

  /** One statement as stoa_system; why stands in its text, where pg_stat_activity shows it. */
  async function askSystem(why: string, query: CompiledQuery): Promise<pg.QueryResult> {
    if (system.role !== "") return transact(system, `select ${naming(why)}`, ({ run }) => run(query));
    const client = await system.pool.connect();
    let broken: Error | undefined;
    const text = `/* stoa: ${why} */ ${query.sql}`;
    try {
      return await runNamed(client, { sql: text, parameters: query.parameters }, nameOf(text));
    } catch (error) {
      if (isBreaking(error)) broken = error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  let closed: Promise<unknown> | undefined;
  return {
    shared,
    pool,
    listenUrl: config.databaseDirectUrl ?? appUrl ?? ownerUrl,
    openRequest,
    readRequest,
    acrossPortals: (work) => transact(app, "set local enable_seqscan = off", ({ db }) => work(db)),
    inPortal: (portalId, work) => transact(app, `select set_config('app.portal_id', '${int(portalId)}', true)`, ({ db }) => work(db)),
    inPeople: asPeople(people),
    inPeopleUntimed: asPeople(peopleUntimed),
    inGroupsUntimed: asPeople(peopleUntimed, false),
    inSystem: asSystem(system),
    oneByOneInSystem: (why, work) => work(kyselyOf(new PassingDriver(async (query) => askSystem(why, query)))),
    readSystem: (why, work) => work(kyselyOf(new PassingDriver(async (query) => askSystem(why, onlySelecting(query))))),
    inSystemUntimed: asSystem(untimed),
    async close() {
      await (closed ??= Promise.all([app, system, untimed, people, peopleUntimed].map((one) => one.pool.end())));
    },
  };
}

/** A statement of a request that only reads; throws for one that changes something. */
function onlyReading(query: CompiledQuery): CompiledQuery {
  if (!/^\s*(?:select|with)\b/i.test(query.sql)) throw new Error("A request that only reads changes nothing.");
  return query;
}

/** A statement that is one select, and so cannot have another in it that changes something; throws for any other. */
function onlySelecting(query: CompiledQuery): CompiledQuery {
  if (!/^\s*select\b/i.test(query.sql)) throw new Error("This work only reads.");
  return query;
}

/** What a transaction begins with, as SQL text, or made for a connection that may be asked for statements by their names or may not. */
type Opening = string | ((isNamed: boolean) => string);

/** Sets the portal of a transaction and looks up who is asking: one value, because each column of an answer costs both ends more than the lookup. */
const lookUp = (values: string) => `select row_to_json(o) as opened from open_request(${values}) o`;
/** The same prepared by name on each connection: planning it takes a quarter of its time. */
const preparedOpening = `prepare open_request(bigint, bytea, interval, boolean) as ${lookUp("$1, $2, $3, $4")}`;

/** The opening of a request. */
function openingOf({ portalId, tokenHash, isApiToken, idleMinutes, withPortals, byKey }: OpenRequest): Opening {
  const token = tokenHash ? `'\\x${tokenHash.toString("hex")}'` : "null";
  const values = `${int(portalId)}, ${token}, '${int(idleMinutes)} minutes'::interval, ${withPortals}`;
  const settings = byKey ? "set local enable_seqscan = off; " : "";
  if (isApiToken) return `${settings}select row_to_json(o) as opened from open_token_request(${int(portalId)}, ${token}) o`;
  return (isNamed) => settings + (isNamed ? `execute open_request(${values})` : lookUp(values));
}

/** What that statement answered. */
const openedIn = (result: pg.QueryResult | undefined) => (result?.rows[0] as { opened?: OpenedRequest } | undefined)?.opened ?? null;

/** Throws 401 when the session has ended since the request began. */
function stillThere(now: OpenedRequest | null, then: OpenedRequest | null) {
  if (now?.session_id !== then?.session_id) throw signedOut();
}

/** A whole number as SQL text. Throws on anything else, which is a programming error. */
function int(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`Not a whole number: ${value}`);
  return String(value);
}

/** null for an error of a statement; throws that of a database which does not answer. */
function unlessSilent(error: unknown): null {
  if (error instanceof pg.DatabaseError) return null;
  throw error;
}
