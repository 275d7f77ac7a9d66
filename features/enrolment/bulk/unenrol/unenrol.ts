import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkKind } from "#features/bulk/server/bulk-kind.ts";
import { may } from "#features/portal/permissions.ts";
import { causeHolds, causeStands } from "../../server/standing-sql.ts";
import { aCourseId, aReason, courseOf } from "../a-course.ts";
import { courseHindrance, courseHindranceWords, enrollingHindrance } from "../course-hindrance.ts";
import { lockEnrolments } from "../lock-enrolments.ts";

const Input = z.object({ courseId: aCourseId, reason: aReason });
type Input = z.infer<typeof Input>;
/** The causes for which the person is enrolled; none for somebody who is not. */
type State = { readonly courseId: number; readonly causes: readonly number[] };
interface About {
  readonly title: string;
}

/** Ends people's enrolments in a course with all their causes, for a reason. Attempts, completions and history stay; undoing gives every cause again. */
export const unenrol: BulkKind<Input, State, About> = {
  name: "unenrol",
  input: Input,
  rule: may("enrol-people"),
  about: async ({ db, actor }, { courseId }) => ({ title: (await courseOf(db, actor.portalId, courseId)).title }),
  effects: async (context, { courseId }, { isUndo }) => {
    const { actor } = context;
    const mayNot = isUndo ? await enrollingHindrance(context, [courseId]) : courseHindrance(context, [courseId]);
    return sql`
    select c.user_id, jsonb_build_object('courseId', ${courseId}::bigint, 'causes', coalesce(held.causes, '[]')) as before,
      jsonb_build_object('courseId', ${courseId}::bigint, 'causes', '[]'::jsonb) as after, ${mayNot} as left_out
    from chosen c
    join memberships m on m.portal_id = ${actor.portalId} and m.user_id = c.user_id
    join users u on u.id = c.user_id
    left join (select e.user_id, jsonb_agg(k.id order by k.id) as causes
      from chosen o join enrolments e on e.portal_id = ${actor.portalId} and e.user_id = o.user_id and e.course_id = ${courseId}
      join enrolment_causes k on k.portal_id = e.portal_id and k.enrolment_id = e.id and ${causeStands}
      group by e.user_id having bool_or(${causeHolds})) held on held.user_id = c.user_id`;
  },
  async write({ db, actor }, { courseId, reason }, changes, { isUndo }) {
    const { portalId } = actor;
    await lockEnrolments(db, portalId, courseId, changes);
    const causes = changes.flatMap(({ from, to }) => (isUndo ? to : from).causes);
    if (isUndo)
      await sql`insert into enrolment_causes (portal_id, enrolment_id, kind, reference, created_by, due_at, expires_at)
        select portal_id, enrolment_id, kind, reference, created_by, due_at, expires_at from enrolment_causes
        where portal_id = ${portalId} and id = any (${causes}::bigint[]) order by id`.execute(db);
    else
      await sql`insert into enrolment_cause_ends (portal_id, cause_id, ended_by, reason)
        select ${portalId}, id, ${actor.userId}, ${reason} from unnest(${causes}::bigint[]) id on conflict do nothing`.execute(db);
  },
  audit: ({ to }) => (to.causes.length > 0 ? "enrolled" : "unenrolled"),
  title: (say, { title }, count) =>
    say("{count, plural, one {Unenrol # person from {course}} other {Unenrol # people from {course}}}", { count, course: title }),
  state: (say, _, { causes }) => (causes.length > 0 ? say("Enrolled") : say("Not enrolled")),
  leftOut: (say) => ({ same: say("Not enrolled"), ...courseHindranceWords(say) }),
};
