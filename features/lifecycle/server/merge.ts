import { sql } from "kysely";
import * as z from "zod/mini";
import { revokeAllOf } from "#features/tokens/server/service.ts";
import { noteAll } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { conflict } from "#platform/errors.ts";
import { belongsElsewhere } from "./erasure-queries.ts";

// Merging two people of a portal (docs/decisions/017-merged-and-erased.md), as stoa_system in one transaction: whose a fact is can be changed by nobody else. Each
// step writes what it moved to merge_moves, from which an undo takes it back (unmerge.ts).

/** What somebody chose: what is taken from the one who goes, where both have something. */
export interface Choices {
  readonly fields: readonly number[];
  readonly externalId: boolean;
  /** Courses in which the attempts of the one who goes count as the newest. */
  readonly courses: readonly number[];
}
export interface MergeKey {
  readonly portalId: number;
  readonly id: number;
}

const Found = z.object({ keptId: z.int(), goneId: z.int(), askedBy: z.int(), choices: jsonOf<Choices>(), isDone: z.boolean() });
const Both = z.object({ id: z.int(), isFree: z.boolean() });
const Course = z.object({ courseId: z.int(), goneEnrolment: z.int(), keptEnrolment: z.nullable(z.int()) });

/** What the steps of a merge know. */
interface Merging extends MergeKey {
  readonly db: Db;
  readonly keptId: number;
  readonly goneId: number;
  readonly askedBy: number;
  readonly choices: Choices;
}

/** Does a merge, once. Throws 409 where one of the two cannot be merged any more. */
export async function mergeNow(db: Db, { portalId, id }: MergeKey): Promise<void> {
  const { rows } = await typed(Found)`
    select kept_id as "keptId", gone_id as "goneId", asked_by as "askedBy", choices, done_at is not null as "isDone" from merges
    where portal_id = ${portalId} and id = ${id} for update`.execute(db);
  if (!rows[0]) throw changed();
  const { isDone, ...asked } = rows[0];
  if (isDone) return;
  const merging: Merging = { db, portalId, id, ...asked };
  const { keptId, goneId } = merging;
  const { rows: both } = await typed(Both)`
    select u.id, u.kind = 'person' and not u.is_system_admin and not m.is_admin as "isFree"
    from memberships m join users u on u.id = m.user_id
    where m.portal_id = ${portalId} and m.user_id in (${keptId}, ${goneId}) order by u.id for update of m`.execute(db);
  if (both.length < 2 || both.some(({ isFree }) => !isFree)) throw changed();
  if (await belongsElsewhere(db, portalId, goneId)) throw elsewhere();
  await moveCourses(merging);
  await moveFields(merging);
  await moveGroups(merging);
  await moveRoles(merging);
  await moveExternalId(merging);
  await sql`with ended as (delete from sessions where portal_id = ${portalId} and user_id = ${goneId} returning portal_id, id)
    insert into ended_sessions (portal_id, session_id) select portal_id, id from ended`.execute(db);
  await revokeAllOf(db, [goneId], portalId);
  await sql`update memberships set status = 'suspended' where portal_id = ${portalId} and user_id = ${goneId}`.execute(db);
  await sql`update users set kind = 'departed' where id = ${goneId}`.execute(db);
  await peopleChanged(db, portalId);
  await sql`update merges set done_at = now() where portal_id = ${portalId} and id = ${id}`.execute(db);
  await noteAll({ db, portal: { id: portalId }, actor: { userId: merging.askedBy }, http: { ip: "", requestId: "" } }, [
    { action: "people_merged", object: { kind: "user", id: keptId }, after: { merged: goneId, merge: id } },
    { action: "person_merged", object: { kind: "user", id: goneId }, after: { into: keptId, merge: id } },
  ]);
}

const changed = () => conflict("merge_changed", "One of the two changed since the preview. Look at it again.");
/** Why an account that another portal uses is not dissolved. */
export const elsewhere = () =>
  conflict("account_elsewhere", "The account that would go is used elsewhere too. Keep that one, or leave both.");

/** The enrolments, one course after the other. Somebody who enrols, starts or ends there at this moment waits. */
async function moveCourses(merging: Merging) {
  const { db, portalId, keptId, goneId } = merging;
  const { rows } = await typed(Course)`
    select g.course_id as "courseId", g.id as "goneEnrolment", k.id as "keptEnrolment"
    from enrolments g left join enrolments k on k.portal_id = g.portal_id and k.course_id = g.course_id and k.user_id = ${keptId}
    where g.portal_id = ${portalId} and g.user_id = ${goneId} order by g.course_id`.execute(db);
  for (const course of rows) {
    await sql`select lock_enrolment(${portalId}, ${Math.min(keptId, goneId)}, ${course.courseId}), lock_enrolment(${portalId}, ${Math.max(keptId, goneId)}, ${course.courseId})`.execute(
      db,
    );
    const { keptEnrolment } = course;
    if (keptEnrolment === null) await moveEnrolment(merging, course);
    else await joinEnrolments(merging, { ...course, keptEnrolment });
  }
}

/** A course that only the one who goes is in: the enrolment becomes the other one's, and attempts and completions follow. */
const moveEnrolment = (
  { db, portalId, id, keptId, goneId }: Merging,
  { courseId, goneEnrolment }: { courseId: number; goneEnrolment: number },
) =>
  sql`with moved as (update enrolments set user_id = ${keptId} where portal_id = ${portalId} and id = ${goneEnrolment} and user_id = ${goneId} returning id)
    insert into merge_moves (portal_id, merge_id, record, record_id, course_id, before, after)
    select ${portalId}, ${id}, 'enrolment', moved.id, ${courseId}, jsonb_build_object('user', ${goneId}::bigint), jsonb_build_object('user', ${keptId}::bigint) from moved`.execute(
    db,
  );

/**
 * A course that both are in: attempts with what was decided about them, and causes, go over to the other enrolment. They are numbered after those that are there. Where
 * the ones that are there shall stay the newest, those that came are set aside, as a reset does it.
 */
async function joinEnrolments(
  { db, portalId, id, keptId, goneId, choices, askedBy }: Merging,
  { courseId, goneEnrolment, keptEnrolment }: { courseId: number; goneEnrolment: number; keptEnrolment: number },
) {
  const moves = sql`insert into merge_moves (portal_id, merge_id, record, record_id, course_id, before, after) select ${portalId}, ${id}`;
  await sql`with base as (select coalesce(max(number), 0) as number from attempts where portal_id = ${portalId} and enrolment_id = ${keptEnrolment}),
      came as (select a.id, a.number as before, base.number + row_number() over (order by a.number) as after
        from attempts a cross join base where a.portal_id = ${portalId} and a.enrolment_id = ${goneEnrolment}),
      moved as (update attempts a set enrolment_id = ${keptEnrolment}, user_id = ${keptId}, number = came.after
        from came where a.portal_id = ${portalId} and a.id = came.id returning a.id)
    ${moves}, 'attempt', came.id, ${courseId},
      jsonb_build_object('enrolment', ${goneEnrolment}::bigint, 'user', ${goneId}::bigint, 'number', came.before),
      jsonb_build_object('enrolment', ${keptEnrolment}::bigint, 'user', ${keptId}::bigint, 'number', came.after)
    from came join moved on moved.id = came.id`.execute(db);
  const owned = [jsonOfEnrolment(goneEnrolment), jsonOfEnrolment(keptEnrolment)] as const;
  await sql`with moved as (update enrolment_causes set enrolment_id = ${keptEnrolment}
      where portal_id = ${portalId} and enrolment_id = ${goneEnrolment} returning id)
    ${moves}, 'cause', moved.id, ${courseId}, ${owned[0]}, ${owned[1]} from moved`.execute(db);
  await sql`with moved as (update corrections set enrolment_id = ${keptEnrolment}
      where portal_id = ${portalId} and enrolment_id = ${goneEnrolment} and attempt_id is not null returning id)
    ${moves}, 'correction', moved.id, ${courseId}, ${owned[0]}, ${owned[1]} from moved`.execute(db);
  if (choices.courses.includes(courseId)) return;
  await sql`with made as (insert into corrections (portal_id, enrolment_id, kind, attempt_id, reason, made_by)
      select ${portalId}, ${keptEnrolment}, 'reset', v.record_id, 'Merged', ${askedBy} from merge_moves v
      where v.portal_id = ${portalId} and v.merge_id = ${id} and v.record = 'attempt' and v.course_id = ${courseId}
        and not attempt_set_aside(v.portal_id, v.record_id)
        and exists (select from attempts a where a.portal_id = v.portal_id and a.enrolment_id = ${keptEnrolment}
          and not exists (select from merge_moves o where o.portal_id = a.portal_id and o.merge_id = ${id} and o.record = 'attempt' and o.record_id = a.id))
      returning id)
    ${moves}, 'set_aside', made.id, ${courseId}, '{}', jsonb_build_object('correction', made.id) from made`.execute(db);
}

const jsonOfEnrolment = (enrolment: number) => sql`jsonb_build_object('enrolment', ${enrolment}::bigint)`;

/** Values of custom fields: those chosen, and those that the kept person has none of. Who leads others now leads them as the kept person. */
async function moveFields({ db, portalId, id, keptId, goneId, choices }: Merging) {
  const rowsOf = (user: number) =>
    sql`(select coalesce(jsonb_agg(to_jsonb(v) order by v.nth), '[]') from field_values v where v.portal_id = ${portalId} and v.user_id = ${user} and v.field_id = f.id)`;
  await sql`with taken as (select f.id, ${rowsOf(keptId)} as kept, ${rowsOf(goneId)} as gone from fields f
        where f.portal_id = ${portalId} and exists (select from field_values v where v.portal_id = f.portal_id and v.field_id = f.id and v.user_id = ${goneId})
          and (f.id = any (${[...choices.fields]}::bigint[])
            or not exists (select from field_values v where v.portal_id = f.portal_id and v.field_id = f.id and v.user_id = ${keptId})))
    insert into merge_moves (portal_id, merge_id, record, record_id, before, after)
    select ${portalId}, ${id}, 'field', taken.id, jsonb_build_object('kept', kept, 'gone', gone),
      jsonb_build_object('kept', (select jsonb_agg(value || jsonb_build_object('user_id', ${keptId}::bigint)) from jsonb_array_elements(gone))) from taken`.execute(
    db,
  );
  const moved = sql`(select record_id from merge_moves where portal_id = ${portalId} and merge_id = ${id} and record = 'field')`;
  await sql`delete from field_values where portal_id = ${portalId} and user_id = ${keptId} and field_id in ${moved}`.execute(db);
  await sql`update field_values set user_id = ${keptId} where portal_id = ${portalId} and user_id = ${goneId} and field_id in ${moved}`.execute(
    db,
  );
}

/** Memberships of groups, except those that a condition gives, which is asked anew. */
async function moveGroups({ db, portalId, id, keptId, goneId, askedBy }: Merging) {
  await sql`with came as (select m.group_id, m.cause, m.via_ids, to_jsonb(m) as gone, to_jsonb(k) as kept
      from group_members m join groups g on g.portal_id = m.portal_id and g.id = m.group_id and g.kind <> 'dynamic'
      left join group_members k on k.portal_id = m.portal_id and k.group_id = m.group_id and k.user_id = ${keptId}
      where m.portal_id = ${portalId} and m.user_id = ${goneId})
    insert into merge_moves (portal_id, merge_id, record, record_id, before, after)
    select ${portalId}, ${id}, 'group', group_id, jsonb_build_object('kept', kept, 'gone', gone), jsonb_build_object('isNew', kept is null) from came`.execute(
    db,
  );
  await sql`insert into group_members (portal_id, group_id, user_id, cause, via_ids, added_by)
    select m.portal_id, m.group_id, ${keptId}, m.cause, m.via_ids, ${askedBy}
    from group_members m join groups g on g.portal_id = m.portal_id and g.id = m.group_id and g.kind <> 'dynamic'
    where m.portal_id = ${portalId} and m.user_id = ${goneId}
    on conflict (portal_id, group_id, user_id) do update set cause = coalesce(group_members.cause, excluded.cause),
      via_ids = array(select distinct unnest(group_members.via_ids || excluded.via_ids) order by 1)`.execute(db);
  await sql`insert into group_history (portal_id, group_id, user_id, change, cause, actor_id)
    select v.portal_id, v.record_id, who.id, who.change, 'hand', ${askedBy} from merge_moves v
    cross join lateral (values (${keptId}::bigint, 'joined'), (${goneId}::bigint, 'left')) who (id, change)
    where v.portal_id = ${portalId} and v.merge_id = ${id} and v.record = 'group' and (who.change = 'left' or (v.after ->> 'isNew')::boolean)`.execute(
    db,
  );
  await sql`delete from group_members where portal_id = ${portalId} and user_id = ${goneId}`.execute(db);
  await sql`delete from course_fitting where portal_id = ${portalId} and user_id = ${goneId}`.execute(db);
}

/** Roles that the kept person does not hold in the same way already. */
async function moveRoles({ db, portalId, id, keptId, goneId }: Merging) {
  await sql`with moved as (update role_assignments a set user_id = ${keptId}
      where a.portal_id = ${portalId} and a.user_id = ${goneId} and not exists (select from role_assignments k
        where k.portal_id = a.portal_id and k.user_id = ${keptId} and (k.role, k.scope, k.copy_id, k.ends_at) is not distinct from (a.role, a.scope, a.copy_id, a.ends_at))
      returning id)
    insert into merge_moves (portal_id, merge_id, record, record_id, before, after)
    select ${portalId}, ${id}, 'role', moved.id, jsonb_build_object('user', ${goneId}::bigint), jsonb_build_object('user', ${keptId}::bigint) from moved`.execute(
    db,
  );
  await sql`select apply_roles(${portalId}, ${keptId}), apply_roles(${portalId}, ${goneId})`.execute(db);
}

/** The external id, where it was chosen or the kept person has none. */
async function moveExternalId({ db, portalId, id, keptId, goneId, choices }: Merging) {
  const made = await sql`
    insert into merge_moves (portal_id, merge_id, record, record_id, before, after)
    select k.portal_id, ${id}, 'external_id', k.user_id, jsonb_build_object('kept', k.external_id, 'gone', g.external_id), jsonb_build_object('kept', g.external_id)
    from memberships k join memberships g on g.portal_id = k.portal_id and g.user_id = ${goneId}
    where k.portal_id = ${portalId} and k.user_id = ${keptId} and g.external_id is not null and (k.external_id is null or ${choices.externalId})
    returning after ->> 'kept' as id`.execute(db);
  const moved = (made.rows[0] as { id?: string } | undefined)?.id;
  if (moved === undefined) return;
  await sql`update memberships set external_id = null where portal_id = ${portalId} and user_id = ${goneId}`.execute(db);
  await sql`update memberships set external_id = ${moved} where portal_id = ${portalId} and user_id = ${keptId}`.execute(db);
}
