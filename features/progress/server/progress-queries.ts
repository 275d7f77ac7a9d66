import { sql } from "kysely";
import * as z from "zod/mini";
import { tellingSql } from "#platform/db/people-changed.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { Submission } from "#features/blocks/block-kind.ts";
import { tellingCompleted } from "#features/notifications/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Decision } from "./decide.ts";
import { isSetAside } from "./newest-attempt.ts";
import type { PartState } from "./package-parts.ts";
import type { CompletionFact, KeptState, Progress } from "./progress.ts";

const KnownCommit = z.object({ seq: z.int(), outcome: z.string(), code: z.nullable(z.string()), credited: z.number() });
export type KnownCommit = z.infer<typeof KnownCommit>;

export interface Loaded {
  progress: Progress;
  /** Seconds credited since midnight UTC. */
  creditedToday: number;
  /** Which of the given seqs are already in the log. */
  known: KnownCommit[];
  /** The highest seq without a gap below it, counting the given ones as logged. */
  contiguous: number;
}

const ProgressRow = z.object({
  epoch: z.int(),
  place: z.nullable(z.object({ pageId: z.string() })),
  placeEpoch: z.int(),
  placeSeq: z.int(),
  highestPage: z.int(),
  creditedSeconds: z.number(),
  reviewSeconds: z.number(),
  blocks: z.array(z.object({ id: z.string(), state: jsonOf<KeptState>(), epoch: z.int(), seq: z.int() })),
  done: z.array(z.string()),
  submissions: jsonOf<Submission[]>(),
  parts: jsonOf<(PartState & { key: string })[]>(),
  completion: z.nullable(jsonOf<CompletionFact & { reversed: boolean }>()),
});
type ProgressRow = z.infer<typeof ProgressRow>;
const LoadedRow = z.extend(ProgressRow, { creditedToday: z.number(), known: z.array(KnownCommit), contiguous: z.int() });
const FoundRow = z.extend(ProgressRow, { attemptId: z.int(), versionId: z.int(), now: z.date() });

const Opened = z.object({
  id: z.int(),
  number: z.int(),
  versionId: z.int(),
  startedAt: z.date(),
  epoch: z.int(),
  /** Seconds since the attempt was last active, before this opening; null when it never was. */
  restedSeconds: z.nullable(z.number()),
  /** The newest epoch whose page reported that it was left. */
  leftEpoch: z.int(),
});
export type Opened = z.infer<typeof Opened>;
const OpenedRow = z.extend(ProgressRow, { ...Opened.shape, isNewest: z.boolean() });

/** All columns of progress but the epoch, for a row `s` of attempt_states. */
const progressColumns = sql`s.place, s.place_epoch as "placeEpoch", s.place_seq as "placeSeq", s.highest_page as "highestPage",
      s.credited_seconds as "creditedSeconds", s.review_seconds as "reviewSeconds",
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.block_id, 'state', b.state, 'epoch', b.epoch, 'seq', b.seq)), '[]')
        from attempt_blocks b where b.portal_id = s.portal_id and b.attempt_id = s.attempt_id) as blocks,
      array(select i.item_key from attempt_items i where i.portal_id = s.portal_id and i.attempt_id = s.attempt_id) as done,
      (select coalesce(jsonb_agg(jsonb_build_object('blockId', q.block_id, 'number', q.number, 'answers', q.answers, 'points', q.points,
          'maxPoints', q.max_points, 'passed', q.passed, 'submittedAt', q.submitted_at) order by q.number), '[]')
        from quiz_submissions q where q.portal_id = s.portal_id and q.attempt_id = s.attempt_id) as submissions,
      -- What begins with _ is the run-time's own.
      (select coalesce(jsonb_agg(jsonb_build_object('key', p.sco_key, 'completed', p.completed, 'passed', p.passed, 'isAsset', p.is_asset,
          'first', p.first_percent, 'last', p.last_percent, 'best', p.best_percent, 'sum', p.percent_sum, 'count', p.percent_count)), '[]')
        from scorm_states p where p.portal_id = s.portal_id and p.attempt_id = s.attempt_id and left(p.sco_key, 1) <> '_') as parts,
      (select jsonb_build_object('completedAt', c.completed_at,
          'scorePercent', case when n.id is null then c.score_percent else n.score_percent end,
          'passed', case when n.id is null then c.passed else n.passed end,
          'reversed', exists (select from completion_reversals r where r.portal_id = c.portal_id and r.completion_id = c.id))
        from completions c
        left join lateral (select o.id, o.score_percent, o.passed from completion_results o
          where o.portal_id = c.portal_id and o.completion_id = c.id order by o.id desc limit 1) n on true
        where c.portal_id = s.portal_id and c.attempt_id = s.attempt_id) as completion`;

function progressOf({ completion, ...row }: ProgressRow): Progress {
  return {
    epoch: row.epoch,
    place: row.place && { value: row.place, epoch: row.placeEpoch, seq: row.placeSeq },
    highestPage: row.highestPage,
    creditedSeconds: row.creditedSeconds,
    reviewSeconds: row.reviewSeconds,
    blocks: new Map(row.blocks.map(({ id, ...block }) => [id, block])),
    done: new Set(row.done),
    submissions: row.submissions.map((one) => ({ ...one, submittedAt: new Date(one.submittedAt).toISOString() })),
    parts: new Map(row.parts.map(({ key, ...part }) => [key, part])),
    completion:
      completion && !completion.reversed
        ? {
            completedAt: new Date(completion.completedAt).toISOString(),
            scorePercent: completion.scorePercent,
            passed: completion.passed,
          }
        : null,
    reversed: completion?.reversed ?? false,
  };
}

/**
 * Opens the newest attempt of an enrolment and reads its progress: its epoch grows by one, and everything sent with an older epoch counts as older.
 */
export async function openNewestAttempt(db: Db, portalId: number, enrolmentId: number): Promise<Opened & { progress: Progress }> {
  const { rows } = await typed(OpenedRow)`
    with newest as (
      select a.portal_id, a.id, a.number, a.version_id, a.started_at from attempts a
      where a.portal_id = ${portalId} and a.enrolment_id = ${enrolmentId} and not ${isSetAside}
      order by a.number desc limit 1),
    before as (
      select s.attempt_id, s.last_activity_at, s.xmin as written_by from attempt_states s
      join newest n on n.portal_id = s.portal_id and n.id = s.attempt_id
      for update of s),
    opened as (
      update attempt_states s set epoch = s.epoch + 1, last_activity_at = now(), opened_at = now()
      from newest n where s.portal_id = n.portal_id and s.attempt_id = n.id and exists (select from before)
      returning s.epoch, s.left_epoch),
    noted as (
      insert into attempt_openings (portal_id, attempt_id, epoch) select n.portal_id, n.id, o.epoch from newest n, opened o)
    select n.id, n.number, n.version_id as "versionId", n.started_at as "startedAt", o.epoch, o.left_epoch as "leftEpoch",
      case when isfinite(b.last_activity_at) then extract(epoch from now() - b.last_activity_at)::float8 end as "restedSeconds",
      b.written_by = s.xmin as "isNewest", ${progressColumns}
    from newest n, before b, opened o, attempt_states s where s.portal_id = n.portal_id and s.attempt_id = n.id`.execute(db);
  const row = rows[0] as z.infer<typeof OpenedRow>;
  // While it waited for somebody who was writing, this statement went on seeing what was there before.
  const progress = row.isNewest ? progressOf(row) : (await loadProgress(db, portalId, row.id)).progress;
  return { ...row, progress };
}

/** Loads an attempt's whole progress in one statement. Run it after taking the lock, so that it sees what the last writer wrote. */
export async function loadProgress(
  db: Db,
  portalId: number,
  attemptId: number,
  asked: { clientId: string; seqs: readonly number[] } = { clientId: "", seqs: [] },
): Promise<Loaded> {
  const seqs = [...asked.seqs];
  const { rows } = await typed(LoadedRow)`
    select s.epoch, ${progressColumns},
      (select coalesce(sum(l.credited_seconds), 0) from commit_log l
        where l.portal_id = s.portal_id and l.attempt_id = s.attempt_id and l.credited_seconds > 0
          and l.received_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC') as "creditedToday",
      (select coalesce(jsonb_agg(jsonb_build_object('seq', l.seq, 'outcome', l.outcome, 'code', l.delta->>'refused', 'credited', l.credited_seconds)), '[]')
        from commit_log l where l.portal_id = s.portal_id and l.attempt_id = s.attempt_id
          and l.client_id = ${asked.clientId} and l.seq = any(${seqs}::bigint[])) as known,
      -- Without a gap there are as many as the highest says, which the index alone answers; only with one are they counted one by one.
      (select case when t.had + t.fresh = greatest(t.top, t.asked) then greatest(t.top, t.asked) else (
          select coalesce(max(seq) filter (where seq = position), 0) from (
            select seq, row_number() over (order by seq) as position from (
              select l.seq from commit_log l where l.portal_id = s.portal_id and l.attempt_id = s.attempt_id and l.client_id = ${asked.clientId} and l.seq > 0
              union select unnest(${seqs}::bigint[])) every) counted) end
        from (select
            (select count(*) from commit_log l where l.portal_id = s.portal_id and l.attempt_id = s.attempt_id and l.client_id = ${asked.clientId} and l.seq > 0) as had,
            (select coalesce(max(l.seq), 0) from commit_log l where l.portal_id = s.portal_id and l.attempt_id = s.attempt_id and l.client_id = ${asked.clientId}) as top,
            (select count(*) from unnest(${seqs}::bigint[]) as a(seq) where not exists (
              select from commit_log l where l.portal_id = s.portal_id and l.attempt_id = s.attempt_id and l.client_id = ${asked.clientId} and l.seq = a.seq)) as fresh,
            (select coalesce(max(a.seq), 0) from unnest(${seqs}::bigint[]) as a(seq)) as asked) t) as contiguous
    from attempt_states s where s.portal_id = ${portalId} and s.attempt_id = ${attemptId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`Attempt ${attemptId} has no state.`);
  const { creditedToday, known, contiguous } = row;
  return { progress: progressOf(row), creditedToday, known, contiguous };
}

/** What rules need of some attempts of the transaction's portal, in one statement; by attempt id, with each one's version. */
export async function findProgress(db: Db, portalId: number, attemptIds: readonly number[]) {
  const { rows } = await typed(FoundRow)`
    select s.attempt_id as "attemptId", a.version_id as "versionId", now() as now, s.epoch, ${progressColumns}
    from unnest(${[...attemptIds]}::bigint[]) as asked(id)
    join attempt_states s on s.portal_id = ${portalId} and s.attempt_id = asked.id
    join attempts a on a.portal_id = s.portal_id and a.id = s.attempt_id`.execute(db);
  return new Map(
    rows.map(({ attemptId, versionId, now, ...row }) => [attemptId, { versionId, now: now.toISOString(), progress: progressOf(row) }]),
  );
}

interface DecidedAttempt {
  readonly attemptId: number;
  readonly versionId: number;
  readonly decision: Pick<Decision, "newItems" | "newCompletion" | "newResult">;
}

/** The parts of a statement that write decisions on attempts of one portal; existing rows stay as they are (INV-4). */
export function decisionSteps(portalId: number, decided: readonly DecidedAttempt[]) {
  const items = decided.flatMap(({ attemptId, versionId, decision }) =>
    decision.newItems.map((item_key) => ({ attempt_id: attemptId, version_id: versionId, item_key })),
  );
  const facts = (which: "newCompletion" | "newResult") =>
    decided.flatMap(({ attemptId, decision }) => {
      const fact = decision[which];
      return fact ? [{ attempt_id: attemptId, score: fact.scorePercent, passed: fact.passed }] : [];
    });
  const completions = facts("newCompletion");
  return sql`
    done as (
      insert into attempt_items (portal_id, attempt_id, version_id, item_key)
      select ${portalId}::bigint, k.attempt_id, k.version_id, k.item_key
      from jsonb_to_recordset(${json(items)}) as k(attempt_id bigint, version_id bigint, item_key text)
      on conflict do nothing),
    completed as (
      insert into completions (portal_id, attempt_id, course_id, user_id, version_id, score_percent, passed, source)
      select a.portal_id, a.id, a.course_id, a.user_id, a.version_id, k.score, k.passed, 'rule'
      from jsonb_to_recordset(${json(completions)}) as k(attempt_id bigint, score numeric, passed boolean)
      join attempts a on a.portal_id = ${portalId}::bigint and a.id = k.attempt_id
      on conflict do nothing returning portal_id, attempt_id, course_id, user_id),
    notified as (${tellingCompleted(sql`completed`)}),
    revised as (
      insert into completion_results (portal_id, completion_id, score_percent, passed)
      select c.portal_id, c.id, k.score, k.passed
      from jsonb_to_recordset(${json(facts("newResult"))}) as k(attempt_id bigint, score numeric, passed boolean)
      join completions c on c.portal_id = ${portalId}::bigint and c.attempt_id = k.attempt_id)
    ${completions.length > 0 ? sql`, people_told as (${tellingSql(portalId)})` : sql``}`;
}

/** Writes decisions on attempts of one portal, in one statement. */
export async function writeDecisions(db: Db, portalId: number, decided: readonly DecidedAttempt[]): Promise<void> {
  await sql`with ${decisionSteps(portalId, decided)} select`.execute(db);
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
