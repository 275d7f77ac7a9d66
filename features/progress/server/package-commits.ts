import { CompiledQuery, sql } from "kysely";
import * as z from "zod/mini";
import { jsonOf, typed } from "#platform/db/typed.ts";
import * as pg from "pg";
import type { Gate } from "#platform/actor.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { durationSeconds } from "#platform/durations.ts";
import type { CmiFact } from "../cmi-fact.ts";
import { decide, isNews, type Decision } from "./decide.ts";
import { findProgress, writeDecisions } from "./progress-queries.ts";
import type { VersionCache } from "./version-cache.ts";

/** The session that sends a commit; the database finds whose it is. */
export interface AskingSession {
  readonly tokenHash: Buffer;
  readonly idleMinutes: number;
}

/** A commit of package facts, to be stored by the database. */
export interface Commit {
  readonly portalId: number;
  readonly attemptId: number;
  readonly epoch: number;
  readonly clientId: string;
  readonly commits: readonly { readonly seq: number; readonly fact: CmiFact }[];
}

/** How much packages may keep (STATE_ATTEMPT_MB, STATE_PERSON_DAY_MB), in bytes; db/functions/scorm_commit.sql holds them. */
export interface StateLimits {
  readonly attemptBytes: number;
  readonly personDayBytes: number;
}

export const stateLimits = (config: { readonly stateAttemptMb: number; readonly statePersonDayMb: number }): StateLimits => ({
  attemptBytes: config.stateAttemptMb * 1024 ** 2,
  personDayBytes: config.statePersonDayMb * 1024 ** 2,
});

/** By an attempt token: whom it was given to, in which session. */
export interface GivenToken {
  readonly userId: number;
  readonly sessionId: number;
  readonly idleMinutes: number;
}

export type SentCommit = Commit & { readonly session?: AskingSession; readonly given?: GivenToken };

/** The result of folding a commit in the database (db/functions/scorm_commit.sql). */
export interface Folded {
  readonly stored: number[];
  readonly refused: { seq: number; code: string }[];
  /** The highest seq up to which this client's facts have no gap. */
  readonly contiguous: number;
  /** The newest epoch of the attempt. */
  readonly epoch: number;
  /** Whether anything changed that the version's completion rule reads. */
  readonly matters: boolean;
}

export interface Stored extends Omit<Folded, "matters"> {
  /** Whether the state that the learner sees has changed: something was completed, or has another result. */
  readonly changed: boolean;
}

/** Why a commit was not stored. */
export type NotStored =
  | { readonly error: "attempt" | "owner" | "person" | "enrolment" | "session" | "ended" | "looking" | Gate }
  | { readonly failed: string; readonly message: string };
export type CommitOutcome = Stored | NotStored;

/** A fact in the form that the database takes, with the reported seconds parsed from the package's text. */
function factFor({ seq, fact }: Commit["commits"][number]) {
  const { kind: _, calls, ...rest } = fact;
  const written = fact.values["cmi.core.session_time"] ?? fact.values["cmi.session_time"];
  const seconds = written === undefined ? null : durationSeconds(written);
  return { ...rest, seq, ...(seconds !== null && { seconds }), ...(calls && calls.length > 0 && { calls }) };
}

/**
 * JSON that a jsonb column accepts. PostgreSQL's text cannot hold NUL, so it is removed from what a package wrote; half of a surrogate pair, left by a
 * package that cuts a text inside a character, becomes the replacement character. Escapes are matched one by one, because in an escaped backslash
 * followed by "u0000" these letters are text.
 */
function json(value: unknown): string {
  const text = JSON.stringify(value);
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text;
  return text.replace(/\\(?:(u0000)|(ud[89a-f][0-9a-f]{2})|[^])/g, (escape, nul, half) => (nul ? "" : half ? "\ufffd" : escape));
}

/** Commits as the parameter of commit_scorm. */
const bodyOf = (commits: readonly SentCommit[]) =>
  json(
    commits.map(({ portalId, attemptId, epoch, clientId, commits: facts, session, given }) => ({
      p: portalId,
      a: attemptId,
      e: epoch,
      c: clientId,
      f: facts.map(factFor),
      ...(session && { s: session.tokenHash.toString("hex"), i: session.idleMinutes }),
      ...(given && given.sessionId > 0 && { t: given.sessionId, u: given.userId, i: given.idleMinutes }),
    })),
  );

/** The statement that stores commits of any portals that only add to what is there, and its parameter. Its rows leave out all others. */
export const commitStatement = (commits: readonly SentCommit[], { attemptBytes, personDayBytes }: StateLimits) => ({
  text: `select at, reply from commit_plain($1::jsonb, ${attemptBytes}, ${personDayBytes})`,
  values: [bodyOf(commits)],
});

/** The statement that stores commits of any portals one by one, except those that need a decision, and its parameter. */
const commitEachStatement = (commits: readonly SentCommit[], { attemptBytes, personDayBytes }: StateLimits) => ({
  text: `select at, reply from commit_scorm($1::jsonb, false, ${attemptBytes}, ${personDayBytes})`,
  values: [bodyOf(commits)],
});

/** The reply to each commit, in their order; undefined where there is none. */
function inOrder<T>(commits: readonly SentCommit[], rows: readonly { at: number; reply: T }[]): (T | undefined)[] {
  const replies = commits.map((): T | undefined => undefined);
  for (const { at, reply } of rows) replies[at] = reply;
  return replies;
}

function outcomeOf(reply: Folded | NotStored, changed: boolean): CommitOutcome {
  if ("error" in reply || "failed" in reply) return reply;
  const { matters: _, ...stored } = reply;
  return { ...stored, changed };
}

/** How the statements that store commits are sent: prepared or not, and with which limits. */
interface Storing {
  readonly prepared: boolean;
  readonly limits: StateLimits;
}

/** Sends one of the statements above. Prepared it needs no transaction of its own; otherwise one gives it its role. */
async function send<T>(
  { pool, acrossPortals }: Pick<Databases, "pool" | "acrossPortals">,
  name: string,
  { text, values }: ReturnType<typeof commitStatement>,
  prepared: boolean,
): Promise<readonly { at: number; reply: T }[]> {
  type Row = { at: number; reply: T };
  const { rows } = prepared
    ? await pool.query<Row>({ name, text, values })
    : await acrossPortals((db) => db.executeQuery<Row>(CompiledQuery.raw(text, values)));
  return rows;
}

/**
 * Stores those commits of any portals that only add to what is there, in one statement that waits for no attempt. Returns the outcomes in the given order;
 * undefined for a commit that is not stored, which storeEach takes. A commit with a session must belong to that session's person; for one without, the
 * caller has checked who may write.
 */
export async function storePlain(
  databases: Pick<Databases, "pool" | "acrossPortals">,
  commits: readonly SentCommit[],
  { prepared, limits }: Storing,
): Promise<(CommitOutcome | undefined)[]> {
  const rows = await send<Folded>(databases, "commit_plain", commitStatement(commits, limits), prepared);
  return inOrder(commits, rows).map((reply) => reply && outcomeOf(reply, false));
}

/**
 * Stores commits of any portals in one statement, one by one; each succeeds or fails alone. Returns the outcomes in the given order; null for a commit
 * that is not stored yet because it needs a decision, which decideCommits makes.
 */
export async function storeEach(
  databases: Pick<Databases, "pool" | "acrossPortals">,
  commits: readonly SentCommit[],
  { prepared, limits }: Storing,
): Promise<(CommitOutcome | null | undefined)[]> {
  const statement = commitEachStatement(commits, limits);
  const rows = await send<Folded | NotStored | { readonly decide: true }>(databases, "commit_scorm", statement, prepared);
  return inOrder(commits, rows).map((reply) => (reply && "decide" in reply ? null : reply && outcomeOf(reply, false)));
}

/**
 * Stores commits that need a decision: folds, decides and writes in one transaction. When one of them cannot be decided or written, the transaction is
 * rolled back and each is stored again by itself, so that it fails alone.
 */
export async function decideCommits(
  databases: Pick<Databases, "acrossPortals">,
  commits: readonly SentCommit[],
  versions: VersionCache,
  limits: StateLimits,
): Promise<CommitOutcome[]> {
  try {
    return await databases.acrossPortals((db) => foldAndDecide(db, commits, versions, limits));
  } catch (error) {
    if (!concernsOne(error)) throw error;
    if (commits.length === 1) {
      const { code = "decision", message } = error as Error & { code?: string };
      return [{ failed: code, message }];
    }
  }
  const outcomes: CommitOutcome[] = [];
  for (const commit of commits) outcomes.push(...(await decideCommits(databases, [commit], versions, limits)));
  return outcomes;
}

/** A commit on which no decision can be made. */
class Undecided extends Error {}

const undecided = (cause: unknown) => new Undecided(`This attempt could not be decided on: ${String(cause)}`, { cause });

/** Whether one of the commits may have caused the error: not when the database is out of reach, too slow or shutting down (class 57). */
const concernsOne = (error: unknown) =>
  error instanceof Undecided || (error instanceof pg.DatabaseError && error.code !== undefined && !error.code.startsWith("57"));

const Reply = z.object({ reply: jsonOf<Folded | NotStored>() });
const Replied = z.extend(Reply, { at: z.int() });

async function foldAndDecide(
  db: Db,
  commits: readonly SentCommit[],
  versions: VersionCache,
  { attemptBytes, personDayBytes }: StateLimits,
): Promise<CommitOutcome[]> {
  const { rows } = await typed(Replied)`
    select at, reply from commit_scorm(${bodyOf(commits)}::jsonb, true, ${attemptBytes}, ${personDayBytes})`.execute(db);
  const replies = inOrder(commits, rows);
  const mattering = new Map<number, Set<number>>();
  for (const [index, { portalId, attemptId }] of commits.entries()) {
    const reply = replies[index];
    if (reply && "matters" in reply && reply.matters)
      mattering.set(portalId, (mattering.get(portalId) ?? new Set<number>()).add(attemptId));
  }
  const changed = new Set<string>();
  for (const [portalId, attemptIds] of mattering) {
    await sql`select set_config('app.portal_id', ${String(portalId)}, true)`.execute(db);
    for (const attemptId of await decideAttempts(db, portalId, [...attemptIds], versions)) changed.add(`${portalId}:${attemptId}`);
  }
  return commits.map(({ portalId, attemptId }, index) =>
    outcomeOf(replies[index] ?? { failed: "decision", message: "no answer" }, changed.has(`${portalId}:${attemptId}`)),
  );
}

/** Decides on attempts of the transaction's portal and writes what is new. Returns the ids of attempts that changed. */
export async function decideAttempts(db: Db, portalId: number, attemptIds: readonly number[], versions: VersionCache): Promise<number[]> {
  const decided: { attemptId: number; versionId: number; decision: Decision }[] = [];
  for (const [attemptId, { versionId, now, progress }] of await findProgress(db, portalId, attemptIds)) {
    const version = await versions.get(db, portalId, versionId).catch((cause: unknown) => {
      // A document that this version of the program cannot read; this is no database error, and concerns this attempt only.
      throw cause instanceof TypeError ? undecided(cause) : cause;
    });
    const decision = decideOrThrow(progress, version, now);
    if (isNews(decision)) decided.push({ attemptId, versionId, decision });
  }
  if (decided.length > 0) await writeDecisions(db, portalId, decided);
  return decided.map(({ attemptId }) => attemptId);
}

function decideOrThrow(...asked: Parameters<typeof decide>): Decision {
  try {
    return decide(...asked);
  } catch (cause) {
    throw undecided(cause);
  }
}

/** Folds one commit inside a request's transaction; the asker may write to this attempt. The caller then decides, where `matters` says so. */
export async function foldCommit(
  db: Db,
  { portalId, attemptId, epoch, clientId, commits }: Commit,
  { attemptBytes, personDayBytes }: StateLimits,
): Promise<Folded | NotStored> {
  const { rows } = await typed(Reply)`
    select scorm_commit(${portalId}, null, ${attemptId}, ${epoch}, ${clientId}, ${json(commits.map(factFor))}::jsonb, true,
      ${attemptBytes}, ${personDayBytes}) as reply`.execute(db);
  return rows[0]?.reply ?? { error: "attempt" };
}
