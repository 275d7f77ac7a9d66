import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import { may } from "#features/portal/permissions.ts";
import { dayIn } from "../../server/moments.ts";
import { aCourseId, aReason, courseOf } from "../a-course.ts";
import { chosenStanding } from "../chosen-standing.ts";
import { courseHindrance, courseHindranceWords } from "../course-hindrance.ts";
import { instantText } from "../instant-text.ts";
import { lockEnrolments } from "../lock-enrolments.ts";
import { takeBackDecisions } from "../take-back.ts";

const Input = z.object({ courseId: aCourseId, reason: aReason });
type Input = z.infer<typeof Input>;
/** dueAt: when the course is due; null for whoever is exempt. */
type State = { readonly courseId: number; readonly exempt: boolean; readonly dueAt: string | null };
interface About {
  readonly title: string;
  readonly zone: string;
}

/**
 * Exempts people from a course in which they are enrolled, for a reason: nothing is due for them any more, and they can still take it (USR-5). Undoing takes
 * these exemptions back; one that somebody made since stays.
 */
export const exempt: BulkKind<Input, State, About> = {
  name: "exempt",
  input: Input,
  rule: may("correct-learning"),
  async about({ db, actor }, { courseId }) {
    const { title, zone } = await courseOf(db, actor.portalId, courseId);
    return { title, zone };
  },
  effects: (context, { courseId }, { isUndo, runId }) => sql`
    select c.user_id,
      jsonb_build_object('courseId', ${courseId}::bigint, 'exempt', coalesce(s.exempt, false), 'dueAt', ${instantText(sql`s.due_at`)}) as before,
      jsonb_build_object('courseId', ${courseId}::bigint, 'exempt', true, 'dueAt', null) as after,
      coalesce(${courseHindrance(context, [courseId])}, case
        when s.active is not true then 'notEnrolled'
        when p.completed_at is not null then 'complete'
        ${isUndo ? sql`when s.exempt and not ${isDecidedBy(runId)} then 'changed'` : sql``} end) as left_out
    from ${chosenStanding(context.actor.portalId, courseId)}`,
  async write({ db, actor }, { courseId, reason }, changes, { isUndo, runId }) {
    const { portalId, userId } = actor;
    await lockEnrolments(db, portalId, courseId, changes);
    const ids = changes.map(({ id }) => id);
    if (isUndo) await takeBackDecisions(db, actor, { courseId, ids, runId, reason });
    else
      await sql`insert into corrections (portal_id, enrolment_id, kind, reason, made_by, run_id)
        select portal_id, id, 'exempt', ${reason}, ${userId}, ${runId} from enrolments
        where portal_id = ${portalId} and course_id = ${courseId} and user_id = any (${ids}::bigint[])`.execute(db);
  },
  audit: ({ to }) => (to.exempt ? "corrected_exempt" : "correction_reversed"),
  title: (say, { title }, count) =>
    say("{count, plural, one {Exempt # person from {course}} other {Exempt # people from {course}}}", { count, course: title }),
  state: (say, { zone }, state) =>
    state.exempt ? say("Exempt from it") : state.dueAt === null ? say("No due date") : say("Due {day}", { day: dayIn(state.dueAt, zone) }),
  leftOut: (say) => ({
    same: say("Exempt already"),
    notEnrolled: say("Not enrolled"),
    complete: say("Completed already"),
    ...courseHindranceWords(say),
  }),
};

/** True where the decision about the due date of the enrolment s that holds is one of this action. */
const isDecidedBy = (runId: number) => sql`coalesce((select d.run_id = ${runId} from corrections d
  where d.portal_id = s.portal_id and d.enrolment_id = s.enrolment_id and d.kind in ('due', 'exempt')
    and not exists (select from correction_reversals r where r.portal_id = d.portal_id and r.correction_id = d.id)
  order by d.id desc limit 1), false)`;
