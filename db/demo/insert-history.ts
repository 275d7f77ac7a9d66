import type { Db } from "#platform/db/connect.ts";
import { insertRows } from "./insert-rows.ts";
import { momentsBefore } from "./moments.ts";
import type { DaysAgo, Plan, PlannedAttempt } from "./plans.ts";
import type { SeededCourse } from "./insert-courses.ts";
import type { Random } from "./random.ts";
import { workThrough } from "./work-through.ts";

/** A person's plans with everything that they refer to. */
export interface PersonalHistory {
  readonly portalId: number;
  readonly userId: number;
  /** The manager who assigns courses in this portal. */
  readonly managerId: number;
  readonly plans: readonly Plan[];
  readonly courses: ReadonlyMap<string, SeededCourse>;
}

/** For how many days the demo's learners wait for what a manager signs. */
const waitingDays = 60;

/** Inserts enrolments with their causes, attempts with all their parts, and completions. */
export async function insertHistory(db: Db, histories: readonly PersonalHistory[], now: Date, random: Random) {
  const at = momentsBefore(now);
  // Due dates and ends of access are at the end of a working day, not at the minute in which the demo was loaded.
  const evening = (days: DaysAgo) => new Date(`${at(days).toISOString().slice(0, 10)}T16:00:00Z`);
  const planned = histories.flatMap((history) =>
    history.plans.flatMap((plan) => {
      const course = history.courses.get(plan.course);
      return course ? [{ ...history, plan, course }] : [];
    }),
  );

  const enrolments = await insertRows<{ id: number; portal_id: number; user_id: number; course_id: number }>(
    db,
    "enrolments",
    { portal_id: "bigint", course_id: "bigint", user_id: "bigint", created_at: "timestamptz" },
    planned.map(({ portalId, userId, course, plan }) => ({
      portal_id: portalId,
      course_id: course.id,
      user_id: userId,
      created_at: at(Math.max(...plan.causes.map(({ created }) => created))),
    })),
    ["id", "portal_id", "user_id", "course_id"],
  );
  const enrolmentIds = new Map(enrolments.map((row) => [`${row.portal_id} ${row.user_id} ${row.course_id}`, Number(row.id)]));
  const enrolled = planned.map((one) => ({ ...one, enrolmentId: enrolmentIds.get(`${one.portalId} ${one.userId} ${one.course.id}`) ?? 0 }));

  const causes = await insertRows<{ id: number; portal_id: number; enrolment_id: number; kind: string }>(
    db,
    "enrolment_causes",
    {
      portal_id: "bigint",
      enrolment_id: "bigint",
      kind: "text",
      reference: "text",
      created_by: "bigint",
      due_at: "timestamptz",
      expires_at: "timestamptz",
      created_at: "timestamptz",
    },
    enrolled.flatMap(({ portalId, enrolmentId, userId, managerId, plan }) =>
      plan.causes.map((cause) => ({
        portal_id: portalId,
        enrolment_id: enrolmentId,
        kind: cause.kind,
        reference: cause.reference ?? "",
        created_by: { self: userId, person: managerId, rule: null }[cause.kind],
        due_at: cause.due === undefined ? null : evening(cause.due),
        expires_at: cause.expires === undefined ? null : evening(cause.expires),
        created_at: at(cause.created),
      })),
    ),
    ["id", "portal_id", "enrolment_id", "kind"],
  );
  const causeIds = new Map(causes.map((row) => [`${row.portal_id} ${row.enrolment_id} ${row.kind}`, row.id]));
  const ended = enrolled.flatMap(({ portalId, enrolmentId, managerId, plan }) =>
    plan.causes.flatMap(({ kind, created, ended: reason }) =>
      reason === undefined
        ? []
        : [
            {
              portal_id: portalId,
              cause_id: causeIds.get(`${portalId} ${enrolmentId} ${kind}`),
              ended_at: at(created / 2),
              ended_by: managerId,
              reason,
            },
          ],
    ),
  );
  await insertRows(
    db,
    "enrolment_cause_ends",
    { portal_id: "bigint", cause_id: "bigint", ended_at: "timestamptz", ended_by: "bigint", reason: "text" },
    ended,
  );

  const tried = enrolled.flatMap((one) =>
    one.plan.attempts.map((attempt, i) => {
      const startedAt = at(attempt.started);
      const version = one.course.versions.findLast(({ publishedAt }) => publishedAt <= startedAt) ?? one.course.versions[0];
      if (!version) throw new Error(`No edition of ${one.plan.course}.`);
      return {
        ...one,
        attempt,
        number: i + 1,
        startedAt,
        version,
        worked: workThrough(
          version,
          {
            startedAt,
            endedAt: at(attempt.ended),
            pages: attempt.pages,
            failing: attempt.failing,
            signedBy: attempt.ended < waitingDays ? null : one.managerId,
          },
          random,
        ),
      };
    }),
  );
  const attempts = await insertRows<{ id: number; portal_id: number; enrolment_id: number; number: number }>(
    db,
    "attempts",
    {
      portal_id: "bigint",
      enrolment_id: "bigint",
      course_id: "bigint",
      user_id: "bigint",
      version_id: "bigint",
      number: "integer",
      started_at: "timestamptz",
    },
    tried.map(({ portalId, enrolmentId, course, userId, version, number, startedAt }) => ({
      portal_id: portalId,
      enrolment_id: enrolmentId,
      course_id: course.id,
      user_id: userId,
      version_id: version.id,
      number,
      started_at: startedAt,
    })),
    ["id", "portal_id", "enrolment_id", "number"],
  );
  const attemptIds = new Map(attempts.map((row) => [`${row.portal_id} ${row.enrolment_id} ${row.number}`, row.id]));
  const worked = tried.map((one) => ({
    ...one,
    keys: { portal_id: one.portalId, attempt_id: attemptIds.get(`${one.portalId} ${one.enrolmentId} ${one.number}`) },
  }));

  await insertRows(
    db,
    "attempt_states",
    {
      portal_id: "bigint",
      attempt_id: "bigint",
      epoch: "integer",
      place: "jsonb",
      place_epoch: "integer",
      place_seq: "bigint",
      highest_page: "integer",
      credited_seconds: "integer",
      last_activity_at: "timestamptz",
    },
    worked.map(({ keys, attempt, version, worked: { progress, seconds } }) => {
      const place = placeOf(version.pages, progress.done.size, attempt);
      return {
        ...keys,
        epoch: 1,
        place,
        place_epoch: 1,
        place_seq: 1000,
        highest_page: version.pageNumber.get(place.pageId) ?? 1,
        credited_seconds: seconds,
        last_activity_at: at(attempt.ended),
      };
    }),
  );
  await insertRows(
    db,
    "attempt_items",
    { portal_id: "bigint", attempt_id: "bigint", version_id: "bigint", item_key: "text", done_at: "timestamptz" },
    worked.flatMap(({ keys, version, worked: { items } }) =>
      items.map(({ key, doneAt }) => ({ ...keys, version_id: version.id, item_key: key, done_at: doneAt })),
    ),
  );
  await insertRows(
    db,
    "attempt_blocks",
    {
      portal_id: "bigint",
      attempt_id: "bigint",
      block_id: "text",
      state: "jsonb",
      epoch: "integer",
      seq: "bigint",
      updated_at: "timestamptz",
    },
    worked.flatMap(({ keys, attempt, version, worked: { progress } }) => [
      ...[...progress.blocks].map(([block_id, { state, epoch, seq }]) => ({
        ...keys,
        block_id,
        state,
        epoch,
        seq,
        updated_at: at(attempt.ended),
      })),
      ...halfWatched(version.pages, progress.done.size, attempt).map((begun) => ({
        ...keys,
        ...begun,
        epoch: 1,
        seq: 999,
        updated_at: at(attempt.ended),
      })),
    ]),
  );
  await insertRows(
    db,
    "commit_log",
    { portal_id: "bigint", attempt_id: "bigint", client_id: "text", seq: "bigint", epoch: "integer", kind: "text", delta: "jsonb" },
    worked.flatMap(({ keys, worked: { progress } }) =>
      [...progress.blocks].flatMap(([blockId, { state, seq }]) =>
        "readyAt" in state && state.readyAt !== null
          ? [{ ...keys, client_id: "demo-0001", seq, epoch: 1, kind: "ready", delta: { kind: "ready", blockId } }]
          : [],
      ),
    ),
  );
  await insertRows(
    db,
    "quiz_submissions",
    {
      portal_id: "bigint",
      attempt_id: "bigint",
      block_id: "text",
      number: "integer",
      answers: "jsonb",
      points: "numeric",
      max_points: "numeric",
      passed: "boolean",
      submitted_at: "timestamptz",
    },
    worked.flatMap(({ keys, worked: { progress } }) =>
      progress.submissions.map(({ blockId, number, answers, points, maxPoints, passed, submittedAt }) => ({
        ...keys,
        block_id: blockId,
        number,
        answers,
        points,
        max_points: maxPoints,
        passed,
        submitted_at: submittedAt,
      })),
    ),
  );
  await insertRows(
    db,
    "completions",
    {
      portal_id: "bigint",
      attempt_id: "bigint",
      course_id: "bigint",
      user_id: "bigint",
      version_id: "bigint",
      completed_at: "timestamptz",
      score_percent: "numeric",
      passed: "boolean",
      source: "text",
    },
    worked.flatMap(({ keys, course, userId, version, worked: { progress } }) =>
      progress.completion
        ? [
            {
              ...keys,
              course_id: course.id,
              user_id: userId,
              version_id: version.id,
              completed_at: progress.completion.completedAt,
              score_percent: progress.completion.scorePercent,
              passed: progress.completion.passed,
              source: "rule",
            },
          ]
        : [],
    ),
  );
}

type Pages = SeededCourse["versions"][number]["pages"];

/** Where an attempt continues: the page after the last completed one, and the second at which its video was left, if it was. */
function placeOf(pages: Pages, done: number, { second }: PlannedAttempt) {
  const page = pages[Math.min(done, pages.length - 1)];
  const video = second === undefined ? undefined : page?.blocks.find((block) => "seconds" in block);
  return { pageId: page?.id ?? "", ...(video && { blockId: video.id, second }) };
}

function halfWatched(pages: Pages, done: number, attempt: PlannedAttempt) {
  const { blockId, second } = placeOf(pages, done, attempt);
  const block = pages.flatMap(({ blocks }) => blocks).find(({ id }) => id === blockId);
  return block && second !== undefined
    ? [{ block_id: block.id, state: { kind: block.kind, ranges: [[0, second]], position: second } }]
    : [];
}
