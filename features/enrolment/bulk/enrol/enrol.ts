import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkKind, Change } from "#features/bulk/server/bulk-kind.ts";
import { may } from "#features/portal/permissions.ts";
import { typed } from "#platform/db/typed.ts";
import { invalid } from "#platform/errors.ts";
import { words } from "#platform/words.ts";
import { aDay, deadline, endOfDay } from "../../server/moments.ts";
import { causeHolds, causeStands } from "../../server/standing-sql.ts";
import { tellEnrolled } from "../../server/tell-enrolled.ts";
import { aCourseId, courseOf } from "../a-course.ts";
import { courseHindrance, courseHindranceWords, enrollingHindrance } from "../course-hindrance.ts";

const Input = z.object({
  courseIds: z
    .array(aCourseId)
    .check(z.minLength(1, words("Choose a course.")), z.maxLength(10, words("Choose {maximum} courses or fewer."))),
  dueAt: z.optional(z.nullable(aDay)),
  /** When access ends; without one it does not. */
  expiresAt: z.optional(z.nullable(aDay)),
});
type Input = z.infer<typeof Input>;
/** Those of the courses in which the person is enrolled, by number. */
type State = { readonly courses: readonly number[] };
interface About {
  readonly courses: readonly { readonly id: number; readonly title: string }[];
  readonly zone: string;
}

const Begun = z.object({ id: z.int() });

const chosenCourses = ({ courseIds }: Input) => [...new Set(courseIds)].toSorted((a, b) => a - b);
const pairs = (changes: readonly Change<State>[], courses: (change: Change<State>) => readonly number[]) => {
  const all = changes.flatMap((change) => courses(change).map((courseId) => [change.id, courseId] as const));
  return sql`unnest(${all.map(([userId]) => userId)}::bigint[], ${all.map(([, courseId]) => courseId)}::bigint[]) as w (user_id, course_id)`;
};

/**
 * Enrols people in published courses, with whoever acts as the cause (MYC-2). Who is enrolled in all of them already is left out; undoing ends what the action
 * began, and keeps what was done since.
 */
export const enrol: BulkKind<Input, State, About> = {
  name: "enrol",
  input: Input,
  rule: may("enrol-people"),
  async about({ db, actor }, input) {
    const courses = [];
    let zone = "UTC";
    for (const id of chosenCourses(input)) {
      const course = await courseOf(db, actor.portalId, id);
      if (course.status !== "published") throw invalid("courseIds", "no_such_course", "This course is not in the catalog.");
      courses.push({ id, title: course.title });
      ({ zone } = course);
    }
    deadline("dueAt", input.dueAt, zone);
    deadline("expiresAt", input.expiresAt, zone);
    return { courses, zone };
  },
  effects: async (context, input, { isUndo }) => {
    const { actor } = context;
    const mayNot = isUndo ? courseHindrance(context, chosenCourses(input)) : await enrollingHindrance(context, chosenCourses(input));
    return sql`
    select c.user_id, jsonb_build_object('courses', coalesce(held.courses, '[]')) as before,
      jsonb_build_object('courses', to_jsonb(${chosenCourses(input)}::bigint[])) as after, ${mayNot} as left_out
    from chosen c
    join memberships m on m.portal_id = ${actor.portalId} and m.user_id = c.user_id
    join users u on u.id = c.user_id
    left join (select e.user_id, jsonb_agg(e.course_id order by e.course_id) as courses
      from chosen o join enrolments e on e.portal_id = ${actor.portalId} and e.user_id = o.user_id and e.course_id = any (${chosenCourses(input)}::bigint[])
      where exists (select from enrolment_causes k where k.portal_id = e.portal_id and k.enrolment_id = e.id and ${causeHolds})
      group by e.user_id) held on held.user_id = c.user_id`;
  },
  async write({ db, actor }, input, changes, { isUndo, runId }) {
    const { portalId } = actor;
    if (isUndo) {
      const ending = pairs(changes, ({ from, to }) => from.courses.filter((id) => !to.courses.includes(id)));
      await sql`insert into enrolment_cause_ends (portal_id, cause_id, ended_by)
        select k.portal_id, k.id, ${actor.userId} from ${ending}
        join enrolments e on e.portal_id = ${portalId} and e.user_id = w.user_id and e.course_id = w.course_id
        join enrolment_causes k on k.portal_id = e.portal_id and k.enrolment_id = e.id and k.run_id = ${runId} and ${causeStands}
        on conflict do nothing`.execute(db);
      return;
    }
    const { time_zone: zone } = await db.selectFrom("portals").select("time_zone").where("id", "=", portalId).executeTakeFirstOrThrow();
    const beginning = pairs(changes, ({ from, to }) => to.courses.filter((id) => !from.courses.includes(id)));
    await sql`insert into enrolments (portal_id, user_id, course_id) select ${portalId}, w.user_id, w.course_id from ${beginning}
      on conflict (portal_id, user_id, course_id) do nothing`.execute(db);
    const { rows } = await typed(Begun)`insert into enrolment_causes (portal_id, enrolment_id, kind, created_by, due_at, expires_at, run_id)
      select ${portalId}, e.id, 'person', ${actor.userId}, ${endOfDay("dueAt", input.dueAt, zone)},
        ${endOfDay("expiresAt", input.expiresAt, zone)}, ${runId} from ${beginning}
      join enrolments e on e.portal_id = ${portalId} and e.user_id = w.user_id and e.course_id = w.course_id
      returning enrolment_id as id`.execute(db);
    await tellEnrolled(
      db,
      portalId,
      actor,
      rows.map(({ id }) => id),
    );
  },
  audit: ({ from, to }) => (to.courses.length > from.courses.length ? "enrolled" : "unenrolled"),
  title: (say, { courses }, count) =>
    say("{count, plural, one {Enrol # person in {courses}} other {Enrol # people in {courses}}}", {
      count,
      courses: courses.map(({ title }) => title).join(", "),
    }),
  state: (say, { courses }, state) =>
    state.courses.length === 0
      ? say("Not enrolled")
      : state.courses.length === courses.length
        ? say("Enrolled")
        : say("Enrolled in {courses}", {
            courses: courses
              .filter(({ id }) => state.courses.includes(id))
              .map(({ title }) => title)
              .join(", "),
          }),
  leftOut: (say) => ({ same: say("Enrolled already"), ...courseHindranceWords(say) }),
};
