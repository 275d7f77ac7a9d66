import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import { tellingCompleted } from "#features/notifications/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { conflict, invalid } from "#platform/errors.ts";
import { words } from "#platform/words.ts";
import { dayIn } from "../../server/moments.ts";
import { aCourseId, aReason, courseOf } from "../a-course.ts";
import { chosenStanding } from "../chosen-standing.ts";
import { courseHindrance, courseHindranceWords } from "../course-hindrance.ts";
import { instantText } from "../instant-text.ts";
import { lockEnrolments } from "../lock-enrolments.ts";

/** at: when, as an instant, so that the preview and what runs say the same. */
const Input = z.object({ courseId: aCourseId, at: z.iso.datetime(words("Choose a date.")), reason: aReason });
type Input = z.infer<typeof Input>;
type State = { readonly courseId: number; readonly completedAt: string | null };
interface About {
  readonly title: string;
  readonly zone: string;
}
/** A minute in which the clocks of two machines may differ. */
const tolerance = 60_000;

/**
 * Marks a course complete for people who are enrolled in it, for a reason: each gets an attempt of its own with its completion, and what they are doing stays
 * as it is (USR-5). Undoing takes the completions back.
 */
export const markComplete: BulkKind<Input, State, About> = {
  name: "mark-complete",
  input: Input,
  rule: may("correct-learning"),
  async about({ db, actor }, { courseId, at }) {
    const { title, zone, versionId } = await courseOf(db, actor.portalId, courseId);
    if (versionId === null) throw conflict("no_content", "This course was never published, so there is nothing to complete.");
    if (Date.parse(at) > Date.now() + tolerance) throw invalid("at", "in_the_future", "Choose a date that has passed.");
    return { title, zone };
  },
  effects: (context, { courseId, at }) => sql`
    select c.user_id, jsonb_build_object('courseId', ${courseId}::bigint, 'completedAt', ${instantText(sql`p.completed_at`)}) as before,
      jsonb_build_object('courseId', ${courseId}::bigint, 'completedAt', ${instantText(sql`coalesce(p.completed_at, ${at}::timestamptz)`)}) as after,
      coalesce(${courseHindrance(context, [courseId])}, case when s.active is not true then 'notEnrolled' end) as left_out
    from ${chosenStanding(context.actor.portalId, courseId)}`,
  async write({ db, actor }, { courseId, reason, at }, changes, { isUndo, runId }) {
    const { portalId } = actor;
    await lockEnrolments(db, portalId, courseId, changes);
    const ids = changes.map(({ id }) => id);
    const people = sql`e.portal_id = ${portalId} and e.course_id = ${courseId} and e.user_id = any (${ids}::bigint[])`;
    if (isUndo) {
      await sql`with taken as (
          insert into correction_reversals (portal_id, correction_id, reversed_by, reason)
          select d.portal_id, d.id, ${actor.userId}, ${reason} from enrolments e
          join corrections d on d.portal_id = e.portal_id and d.enrolment_id = e.id and d.run_id = ${runId}
          where ${people} on conflict do nothing returning portal_id, correction_id)
        insert into completion_reversals (portal_id, completion_id, reversed_by, reason)
        select d.portal_id, d.completion_id, ${actor.userId}, ${reason} from taken t
        join corrections d on d.portal_id = t.portal_id and d.id = t.correction_id on conflict do nothing`.execute(db);
      return;
    }
    await sql`with attempt as (
        insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number, started_at)
        select e.portal_id, e.id, e.course_id, e.user_id, c.current_version_id,
          coalesce((select max(number) from attempts a where a.portal_id = e.portal_id and a.enrolment_id = e.id), 0) + 1, ${at}::timestamptz
        from enrolments e join courses c on c.portal_id = e.portal_id and c.id = e.course_id
        where ${people} and c.current_version_id is not null
        returning portal_id, id, enrolment_id, course_id, user_id, version_id),
      state as (insert into attempt_states (portal_id, attempt_id, last_activity_at) select portal_id, id, ${at}::timestamptz from attempt),
      completion as (
        insert into completions (portal_id, attempt_id, course_id, user_id, version_id, completed_at, source)
        select portal_id, id, course_id, user_id, version_id, ${at}::timestamptz, 'manual' from attempt returning portal_id, id, attempt_id, course_id, user_id),
      notified as (${tellingCompleted(sql`completion`)})
      insert into corrections (portal_id, enrolment_id, kind, attempt_id, completion_id, reason, made_by, run_id)
      select a.portal_id, a.enrolment_id, 'complete', a.id, c.id, ${reason}, ${actor.userId}, ${runId}
      from attempt a join completion c on c.attempt_id = a.id`.execute(db);
  },
  audit: ({ to }) => (to.completedAt === null ? "correction_reversed" : "corrected_complete"),
  title: (say, { title }, count) =>
    say("{count, plural, one {Mark {course} complete for # person} other {Mark {course} complete for # people}}", { count, course: title }),
  state: (say, { zone }, { completedAt }) =>
    completedAt === null ? say("Not complete") : say("Completed {day}", { day: dayIn(completedAt, zone) }),
  leftOut: (say) => ({ same: say("Completed already"), notEnrolled: say("Not enrolled"), ...courseHindranceWords(say) }),
};
