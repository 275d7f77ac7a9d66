import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import { may } from "#features/portal/permissions.ts";
import { aDay, dayIn, deadline } from "../../server/moments.ts";
import { aCourseId, aReason, courseOf } from "../a-course.ts";
import { chosenStanding } from "../chosen-standing.ts";
import { courseHindrance, courseHindranceWords } from "../course-hindrance.ts";
import { lockEnrolments } from "../lock-enrolments.ts";
import { instantText } from "../instant-text.ts";
import { takeBackDecisions } from "../take-back.ts";

const Input = z.object({ courseId: aCourseId, dueAt: z.nullable(aDay), reason: aReason });
type Input = z.infer<typeof Input>;
type State = { readonly courseId: number; readonly dueAt: string | null };
interface About {
  readonly title: string;
  readonly zone: string;
}

/** Gives people another due date in a course, or none, for a reason: a decision that stands beside the record (USR-5), which undoing takes back. */
export const extendDue: BulkKind<Input, State, About> = {
  name: "extend-due",
  input: Input,
  rule: may("enrol-people"),
  async about({ db, actor }, { courseId, dueAt }) {
    const { title, zone } = await courseOf(db, actor.portalId, courseId);
    deadline("dueAt", dueAt, zone);
    return { title, zone };
  },
  effects: (context, { courseId, dueAt }) => sql`
    select c.user_id, jsonb_build_object('courseId', ${courseId}::bigint, 'dueAt', ${instantText(sql`s.due_at`)}) as before,
      jsonb_build_object('courseId', ${courseId}::bigint, 'dueAt', ${instantText(dayEnds(context.actor.portalId, dueAt))}) as after,
      coalesce(${courseHindrance(context, [courseId])}, case
        when s.active is not true then 'notEnrolled'
        when p.completed_at is not null then 'complete'
        when s.exempt then 'exempt' end) as left_out
    from ${chosenStanding(context.actor.portalId, courseId)}`,
  async write({ db, actor }, { courseId, reason }, changes, { isUndo, runId }) {
    const { portalId } = actor;
    await lockEnrolments(db, portalId, courseId, changes);
    const ids = changes.map(({ id }) => id);
    if (isUndo) await takeBackDecisions(db, actor, { courseId, ids, runId, reason });
    else
      await sql`insert into corrections (portal_id, enrolment_id, kind, value_at, reason, made_by, run_id)
        select e.portal_id, e.id, 'due', w.due_at, ${reason}, ${actor.userId}, ${runId}
        from unnest(${ids}::bigint[], ${changes.map(({ to }) => to.dueAt)}::timestamptz[]) as w (user_id, due_at)
        join enrolments e on e.portal_id = ${portalId} and e.course_id = ${courseId} and e.user_id = w.user_id`.execute(db);
  },
  audit: () => "corrected_due",
  title: (say, { title }, count) =>
    say("{count, plural, one {Change the due date of # person in {course}} other {Change the due date of # people in {course}}}", {
      count,
      course: title,
    }),
  state: (say, { zone }, { dueAt }) => (dueAt === null ? say("No due date") : say("Due {day}", { day: dayIn(dueAt, zone) })),
  leftOut: (say) => ({
    same: say("Due then already"),
    notEnrolled: say("Not enrolled"),
    complete: say("Completed already"),
    exempt: say("Exempt from it"),
    ...courseHindranceWords(say),
  }),
};

/** The end of a day in the portal's zone, or the instant that is named, as SQL. */
const dayEnds = (portalId: number, text: string | null) =>
  text !== null && text.length > 10
    ? sql`${text}::timestamptz`
    : sql`(select (${text}::date + time '23:59:59') at time zone time_zone from portals where id = ${portalId})`;
