import { sql } from "kysely";
import type { CompletionRule, Content } from "#features/courses/content.ts";
import type { CourseType } from "#features/courses/course-type.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Applied, Arrival } from "./apply-facts.ts";
import type { VersionRow } from "./course-version.ts";
import type { Submission } from "#features/blocks/block-kind.ts";
import type { CompletionFact, KeptState, Progress } from "./progress.ts";

/** A course as a person who wants to learn it sees it: whether they may, and their newest attempt. Null when the portal has none of this id. */
export async function findLaunch(db: Db, { portalId, userId, courseId }: { portalId: number; userId: number; courseId: number }) {
  const { rows } = await sql<{
    title: string;
    type: CourseType;
    status: string;
    versionId: number | null;
    enrolmentId: number | null;
    active: boolean | null;
    attempt: { id: number; number: number; completed: boolean } | null;
  }>`
    select c.title, c.type, c.status, c.current_version_id as "versionId",
      e.enrolment_id as "enrolmentId", e.active,
      (select jsonb_build_object('id', a.id, 'number', a.number,
          'completed', exists (select from completions x where x.portal_id = a.portal_id and x.attempt_id = a.id))
        from attempts a where a.portal_id = e.portal_id and a.enrolment_id = e.enrolment_id order by a.number desc limit 1) as attempt
    from courses c
    left join enrolment_standing e on e.portal_id = c.portal_id and e.course_id = c.id and e.user_id = ${userId}
    where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db);
  return rows[0] ?? null;
}

/** Begins an attempt on a version (INV-5). Does nothing when this number exists already: somebody launched at the same moment. */
export async function insertAttempt(
  db: Db,
  attempt: { portalId: number; enrolmentId: number; courseId: number; userId: number; versionId: number; number: number },
) {
  const { portalId, enrolmentId, courseId, userId, versionId, number } = attempt;
  await sql`
    with made as (
      insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number)
      values (${portalId}, ${enrolmentId}, ${courseId}, ${userId}, ${versionId}, ${number})
      on conflict (portal_id, enrolment_id, number) do nothing
      returning portal_id, id)
    insert into attempt_states (portal_id, attempt_id, last_activity_at) select portal_id, id, '-infinity' from made`.execute(db);
}

export interface Opened {
  id: number;
  number: number;
  versionId: number;
  startedAt: Date;
  epoch: number;
  /** Seconds since the attempt was last active, before this opening; null when it never was. */
  restedSeconds: number | null;
}

/** Opens the newest attempt of an enrolment: its epoch grows by one, and everything sent for an older one counts as older. */
export async function openNewestAttempt(db: Db, portalId: number, enrolmentId: number): Promise<Opened> {
  const { rows } = await sql<Opened>`
    with newest as (
      select a.portal_id, a.id, a.number, a.version_id, a.started_at from attempts a
      where a.portal_id = ${portalId} and a.enrolment_id = ${enrolmentId} order by a.number desc limit 1),
    before as (
      select s.attempt_id, s.last_activity_at from attempt_states s join newest n on n.portal_id = s.portal_id and n.id = s.attempt_id
      for update of s)
    update attempt_states s set epoch = s.epoch + 1, last_activity_at = now()
    from newest n, before b
    where s.portal_id = n.portal_id and s.attempt_id = n.id and b.attempt_id = n.id
    returning n.id, n.number, n.version_id as "versionId", n.started_at as "startedAt", s.epoch,
      case when isfinite(b.last_activity_at) then extract(epoch from now() - b.last_activity_at)::float8 end as "restedSeconds"`.execute(
    db,
  );
  return rows[0] as Opened;
}

export interface LockedAttempt {
  userId: number;
  versionId: number;
  number: number;
  epoch: number;
  now: Date;
  /** Wall-clock seconds since the attempt began. */
  sinceStart: number;
}

/** Finds an attempt of the portal; with lock, nobody else changes it until the transaction ends. Null when there is none. */
export async function findAttempt(db: Db, portalId: number, attemptId: number, { lock }: { lock: boolean }): Promise<LockedAttempt | null> {
  const { rows } = await sql<LockedAttempt>`
    select a.user_id as "userId", a.version_id as "versionId", a.number, s.epoch, now() as now,
      extract(epoch from now() - a.started_at)::float8 as "sinceStart"
    from attempts a join attempt_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
    where a.portal_id = ${portalId} and a.id = ${attemptId}
    ${lock ? sql`for update of s` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** A published version with its document and its items. */
export async function findVersion(db: Db, portalId: number, versionId: number): Promise<VersionRow> {
  const { rows } = await sql<{ id: number; number: number; content: Content; rule: CompletionRule; itemKeys: string[] }>`
    select v.id, v.number, v.content, v.completion_rule as rule,
      array(select i.item_key from course_version_items i where i.portal_id = v.portal_id and i.version_id = v.id order by i.position) as "itemKeys"
    from course_versions v where v.portal_id = ${portalId} and v.id = ${versionId}`.execute(db);
  return rows[0] as VersionRow;
}

export interface KnownCommit {
  seq: number;
  outcome: string;
  message: string | null;
  credited: number;
}

export interface Loaded {
  progress: Progress;
  /** Seconds credited since midnight UTC. */
  creditedToday: number;
  /** Which of the asked seqs the log has already. */
  known: KnownCommit[];
  /** The highest seq without a gap below, once the asked ones are in the log too. */
  contiguous: number;
}

/** Loads everything of an attempt in one statement. Run it after the lock, so that it sees what the last writer wrote. */
export async function loadProgress(
  db: Db,
  portalId: number,
  attemptId: number,
  asked: { clientId: string; seqs: readonly number[] } = { clientId: "", seqs: [] },
): Promise<Loaded> {
  const seqs = [...asked.seqs];
  const { rows } = await sql<{
    epoch: number;
    place: { pageId: string } | null;
    placeEpoch: number;
    placeSeq: number;
    highestPage: number;
    creditedSeconds: number;
    creditedToday: number;
    blocks: { id: string; state: KeptState; epoch: number; seq: number }[];
    done: string[];
    submissions: Submission[];
    completion: (CompletionFact & { reversed: boolean }) | null;
    known: KnownCommit[];
    contiguous: number;
  }>`
    select s.epoch, s.place, s.place_epoch as "placeEpoch", s.place_seq as "placeSeq", s.highest_page as "highestPage",
      s.credited_seconds as "creditedSeconds",
      (select coalesce(sum(l.credited_seconds), 0) from commit_log l
        where l.portal_id = s.portal_id and l.attempt_id = s.attempt_id and l.credited_seconds > 0
          and l.received_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC') as "creditedToday",
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.block_id, 'state', b.state, 'epoch', b.epoch, 'seq', b.seq)), '[]')
        from attempt_blocks b where b.portal_id = s.portal_id and b.attempt_id = s.attempt_id) as blocks,
      array(select i.item_key from attempt_items i where i.portal_id = s.portal_id and i.attempt_id = s.attempt_id) as done,
      (select coalesce(jsonb_agg(jsonb_build_object('blockId', q.block_id, 'number', q.number, 'answers', q.answers, 'points', q.points,
          'maxPoints', q.max_points, 'passed', q.passed, 'submittedAt', q.submitted_at) order by q.number), '[]')
        from quiz_submissions q where q.portal_id = s.portal_id and q.attempt_id = s.attempt_id) as submissions,
      (select jsonb_build_object('completedAt', c.completed_at,
          'scorePercent', case when n.id is null then c.score_percent else n.score_percent end,
          'passed', case when n.id is null then c.passed else n.passed end,
          'reversed', exists (select from completion_reversals r where r.portal_id = c.portal_id and r.completion_id = c.id))
        from completions c
        left join lateral (select o.id, o.score_percent, o.passed from completion_results o
          where o.portal_id = c.portal_id and o.completion_id = c.id order by o.id desc limit 1) n on true
        where c.portal_id = s.portal_id and c.attempt_id = s.attempt_id) as completion,
      (select coalesce(jsonb_agg(jsonb_build_object('seq', l.seq, 'outcome', l.outcome, 'message', l.delta->>'refused', 'credited', l.credited_seconds)), '[]')
        from commit_log l where l.portal_id = s.portal_id and l.attempt_id = s.attempt_id
          and l.client_id = ${asked.clientId} and l.seq = any(${seqs}::bigint[])) as known,
      -- Without a gap there are as many as the highest says, which the index alone answers; only with one they are walked through.
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
  const { completion } = row;
  return {
    progress: {
      epoch: row.epoch,
      place: row.place && { value: row.place, epoch: row.placeEpoch, seq: row.placeSeq },
      highestPage: row.highestPage,
      creditedSeconds: row.creditedSeconds,
      blocks: new Map(row.blocks.map(({ id, ...block }) => [id, block])),
      done: new Set(row.done),
      submissions: row.submissions.map((one) => ({ ...one, submittedAt: new Date(one.submittedAt).toISOString() })),
      completion:
        completion && !completion.reversed
          ? {
              completedAt: new Date(completion.completedAt).toISOString(),
              scorePercent: completion.scorePercent,
              passed: completion.passed,
            }
          : null,
      reversed: completion?.reversed ?? false,
    },
    creditedToday: row.creditedToday,
    known: row.known,
    contiguous: row.contiguous,
  };
}

/**
 * Writes what applying facts led to, in one statement: the log, the blocks, the items, the submissions, the completion and the state. The primary
 * keys stay the last word on "once": a fact that is in the log already makes the statement fail, not count twice.
 */
export async function writeApplied(
  db: Db,
  attempt: { portalId: number; attemptId: number; versionId: number },
  arrivals: readonly Arrival[],
  applied: Applied,
) {
  const { portalId, attemptId, versionId } = attempt;
  const { progress, verdicts, newCompletion } = applied;
  const log = arrivals.map(({ clientId, seq, epoch, fact }, index) => {
    const verdict = verdicts[index];
    return {
      client_id: clientId,
      seq,
      epoch,
      kind: fact.kind,
      claimed: verdict?.claimed ?? 0,
      credited: verdict?.credited ?? 0,
      delta: verdict?.message === undefined ? fact : { ...fact, refused: verdict.message },
      outcome: verdict?.outcome ?? "applied",
    };
  });
  const blocks = applied.changedBlocks.map(([id, { state, epoch, seq }]) => ({ id, state, epoch, seq }));
  const submissions = applied.newSubmissions.map(({ blockId, number, answers, points, maxPoints, passed }) => ({
    block_id: blockId,
    number,
    answers,
    points,
    max_points: maxPoints,
    passed,
  }));
  await sql`
    with logged as (
      insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind, claimed_seconds, credited_seconds, delta, outcome)
      select ${portalId}, ${attemptId}, l.client_id, l.seq, l.epoch, l.kind, l.claimed, l.credited, l.delta, l.outcome
      from jsonb_to_recordset(${json(log)}) as l(client_id text, seq bigint, epoch integer, kind text, claimed integer, credited integer, delta jsonb, outcome text)),
    kept as (
      insert into attempt_blocks (portal_id, attempt_id, block_id, state, epoch, seq)
      select ${portalId}, ${attemptId}, b.id, b.state, b.epoch, b.seq
      from jsonb_to_recordset(${json(blocks)}) as b(id text, state jsonb, epoch integer, seq bigint)
      on conflict (portal_id, attempt_id, block_id)
      do update set state = excluded.state, epoch = excluded.epoch, seq = excluded.seq, updated_at = now()),
    done as (
      insert into attempt_items (portal_id, attempt_id, version_id, item_key)
      select ${portalId}, ${attemptId}, ${versionId}, k.item_key from jsonb_array_elements_text(${json(applied.newItems)}) as k(item_key)
      on conflict do nothing),
    submitted as (
      insert into quiz_submissions (portal_id, attempt_id, block_id, number, answers, points, max_points, passed)
      select ${portalId}, ${attemptId}, q.block_id, q.number, q.answers, q.points, q.max_points, q.passed
      from jsonb_to_recordset(${json(submissions)}) as q(block_id text, number integer, answers jsonb, points numeric, max_points numeric, passed boolean)),
    completed as (
      insert into completions (portal_id, attempt_id, course_id, user_id, version_id, score_percent, passed, source)
      select a.portal_id, a.id, a.course_id, a.user_id, a.version_id, ${newCompletion?.scorePercent ?? null}::numeric, ${newCompletion?.passed ?? null}::boolean, 'rule'
      from attempts a where a.portal_id = ${portalId} and a.id = ${attemptId} and ${newCompletion !== null}
      on conflict do nothing)
    update attempt_states set
      place = ${progress.place ? json(progress.place.value) : null}::jsonb,
      place_epoch = ${progress.place?.epoch ?? 0},
      place_seq = ${progress.place?.seq ?? 0},
      highest_page = ${progress.highestPage},
      credited_seconds = ${progress.creditedSeconds},
      last_activity_at = now()
    where portal_id = ${portalId} and attempt_id = ${attemptId}`.execute(db);
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
