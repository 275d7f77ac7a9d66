import { sql } from "kysely";
import * as z from "zod/mini";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { CompletionRule, Content } from "#features/courses/content.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { isPrepared, type CourseTranslations, type Translations } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Applied, Arrival } from "./apply-facts.ts";
import type { VersionRow } from "./course-version.ts";
import type { Decision } from "./decide.ts";
import { isSetAside } from "./newest-attempt.ts";
import { decisionSteps } from "./progress-queries.ts";

const Launch = z.object({
  title: z.string(),
  language: z.string(),
  translations: jsonOf<CourseTranslations>(),
  type: CourseType,
  status: z.string(),
  versionId: z.nullable(z.int()),
  enrolmentId: z.nullable(z.int()),
  active: z.nullable(z.boolean()),
  isPrepared: z.boolean(),
  attempt: z.nullable(z.object({ id: z.int(), number: z.int(), completed: z.boolean() })),
  /** How many attempts there are, those that somebody set aside too. */
  attempts: z.int(),
});

interface AskedCourse {
  readonly portalId: number;
  readonly userId: number;
  readonly courseId: number;
}

/** A course for a person who wants to open it: whether they may, and their newest attempt. No row when the portal has no course with this id. */
export const launchStatement = ({ portalId, userId, courseId }: AskedCourse) =>
  typed(Launch)`select c.title, c.language, c.translations, c.type, c.status, c.current_version_id as "versionId",
      e.enrolment_id as "enrolmentId", e.active, ${isPrepared(sql`${userId}`)} as "isPrepared",
      (select jsonb_build_object('id', a.id, 'number', a.number,
          'completed', exists (select from completions x where x.portal_id = a.portal_id and x.attempt_id = a.id))
        from attempts a where a.portal_id = e.portal_id and a.enrolment_id = e.enrolment_id and not ${isSetAside}
        order by a.number desc limit 1) as attempt,
      coalesce((select a.number from attempts a where a.portal_id = e.portal_id and a.enrolment_id = e.enrolment_id
        order by a.number desc limit 1), 0) as attempts
    from courses c
    left join enrolment_standing e on e.portal_id = c.portal_id and e.course_id = c.id and e.user_id = ${userId}
    where c.portal_id = ${portalId} and c.id = ${courseId}`;

/** Keeps the person from leaving the course until the transaction ends (db/functions/lock_enrolment.sql). */
export const lockEnrolment = (db: Db, { portalId, userId, courseId }: AskedCourse) =>
  sql`select lock_enrolment(${portalId}, ${userId}, ${courseId})`.execute(db);

/** Starts an attempt on a version (INV-5). Does nothing when its number already exists, because another launch came first. */
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

/** Records that the page with this epoch was left; ignored for an epoch that does not exist yet. */
export const markLeft = (db: Db, portalId: number, attemptId: number, epoch: number) =>
  sql`update attempt_states set left_epoch = greatest(left_epoch, least(${epoch}, epoch))
    where portal_id = ${portalId} and attempt_id = ${attemptId}`.execute(db);

const LockedAttempt = z.object({
  userId: z.int(),
  versionId: z.int(),
  number: z.int(),
  epoch: z.int(),
  now: z.date(),
  /** Seconds since the attempt began. */
  sinceStart: z.number(),
  /** Seconds since the opening that was asked for, else since the newest. */
  sinceOpened: z.number(),
});
export type LockedAttempt = z.infer<typeof LockedAttempt>;

/**
 * Finds an attempt of the portal; with lock, no other transaction changes it until this one ends. epoch: of which opening to say how long ago it was; for
 * one of before openings were kept, the attempt's age. Null when there is none.
 */
export async function findAttempt(
  db: Db,
  portalId: number,
  attemptId: number,
  { lock, epoch = 0 }: { lock: boolean; epoch?: number },
): Promise<LockedAttempt | null> {
  const { rows } = await typed(LockedAttempt)`
    select a.user_id as "userId", a.version_id as "versionId", a.number, s.epoch, now() as now,
      extract(epoch from now() - a.started_at)::float8 as "sinceStart",
      extract(epoch from now() - coalesce(case when ${epoch}::int between 1 and s.epoch - 1 then coalesce(o.opened_at, a.started_at) end,
        s.opened_at, a.started_at))::float8 as "sinceOpened"
    from attempts a join attempt_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
    left join attempt_openings o on o.portal_id = a.portal_id and o.attempt_id = a.id and o.epoch = ${epoch}::int
    where a.portal_id = ${portalId} and a.id = ${attemptId}
    ${lock ? sql`for update of s` : sql``}`.execute(db);
  return rows[0] ?? null;
}

const Version = z.object({
  id: z.int(),
  number: z.int(),
  content: Content,
  rule: CompletionRule,
  translations: jsonOf<Translations>(),
  itemKeys: z.array(z.string()),
});

/** A published version with its document and its items. */
export async function findVersion(db: Db, portalId: number, versionId: number): Promise<VersionRow> {
  const { rows } = await typed(Version)`
    select v.id, v.number, v.content, v.completion_rule as rule, v.translations,
      array(select i.item_key from course_version_items i where i.portal_id = v.portal_id and i.version_id = v.id order by i.position) as "itemKeys"
    from course_versions v where v.portal_id = ${portalId} and v.id = ${versionId}`.execute(db);
  return rows[0] as VersionRow;
}

/**
 * Writes the result of applying facts in one statement: log, blocks, submissions, decisions and state. The primary keys
 * guarantee "once": a fact that is already in the log makes the statement fail instead of counting twice.
 */
export async function writeApplied(
  db: Db,
  attempt: { portalId: number; attemptId: number; versionId: number },
  arrivals: readonly Arrival[],
  applied: Applied,
) {
  const { portalId, attemptId, versionId } = attempt;
  const { progress, verdicts } = applied;
  const log = arrivals.map(({ clientId, seq, epoch, fact }, index) => {
    const verdict = verdicts[index];
    return {
      client_id: clientId,
      seq,
      epoch,
      kind: fact.kind,
      claimed: verdict?.claimed ?? 0,
      credited: verdict?.credited ?? 0,
      delta: { ...fact, ...(verdict?.reason !== undefined && { refused: verdict.reason }), ...(verdict?.isFlagged && { flagged: "time" }) },
      outcome: verdict?.outcome ?? "applied",
    };
  });
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
    ${keptStep(attempt, applied.changedBlocks)},
    submitted as (
      insert into quiz_submissions (portal_id, attempt_id, block_id, number, answers, points, max_points, passed)
      select ${portalId}, ${attemptId}, q.block_id, q.number, q.answers, q.points, q.max_points, q.passed
      from jsonb_to_recordset(${json(submissions)}) as q(block_id text, number integer, answers jsonb, points numeric, max_points numeric, passed boolean)),
    ${decisionSteps(portalId, [{ attemptId, versionId, decision: applied }])}
    update attempt_states set
      place = ${progress.place ? json(progress.place.value) : null}::jsonb,
      place_epoch = ${progress.place?.epoch ?? 0},
      place_seq = ${progress.place?.seq ?? 0},
      highest_page = ${progress.highestPage},
      credited_seconds = ${progress.creditedSeconds},
      review_seconds = ${progress.reviewSeconds},
      flagged_claims = flagged_claims + ${verdicts.filter(({ isFlagged }) => isFlagged).length},
      last_activity_at = now()
    where portal_id = ${portalId} and attempt_id = ${attemptId}`.execute(db);
}

/** The part of a statement that keeps the states of blocks. */
function keptStep({ portalId, attemptId }: { portalId: number; attemptId: number }, changed: Applied["changedBlocks"]) {
  const blocks = changed.map(([id, { state, epoch, seq }]) => ({ id, state, epoch, seq }));
  return sql`kept as (
      insert into attempt_blocks (portal_id, attempt_id, block_id, state, epoch, seq)
      select ${portalId}, ${attemptId}, b.id, b.state, b.epoch, b.seq
      from jsonb_to_recordset(${json(blocks)}) as b(id text, state jsonb, epoch integer, seq bigint)
      on conflict (portal_id, attempt_id, block_id)
      do update set state = excluded.state, epoch = excluded.epoch, seq = excluded.seq, updated_at = now())`;
}

/** Writes the state of a block that somebody else than its learner decided, with what follows, in one statement. It is no activity of the learner's. */
export async function writeBlock(
  db: Db,
  attempt: { portalId: number; attemptId: number; versionId: number },
  changed: Applied["changedBlocks"][number],
  decision: Decision,
) {
  const { portalId, attemptId, versionId } = attempt;
  await sql`with ${keptStep(attempt, [changed])}, ${decisionSteps(portalId, [{ attemptId, versionId, decision }])}
    -- A launch that waits for the lock tells by the row that it has to read again.
    update attempt_states set highest_page = highest_page where portal_id = ${portalId} and attempt_id = ${attemptId}`.execute(db);
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
