import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { noteAll } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict } from "#platform/errors.ts";
import type { MergeKey } from "./merge.ts";

// Undoing a merge within seven days: each move is taken back by another one, unless what it moved has changed since. That stays where it is and is told. As stoa_system.

const Found = z.object({ keptId: z.int(), goneId: z.int() });
const Name = z.object({ name: z.string() });
const Course = z.object({ courseId: z.int(), title: z.string(), isChanged: z.boolean() });

export interface Unmerged {
  /** Names of courses, fields, groups and roles that changed since and stay with the kept person. */
  readonly left: readonly string[];
}

/** Undoes a merge, once. by: who asked. */
export async function unmergeNow(db: Db, { portalId, id }: MergeKey, by: number): Promise<Unmerged> {
  const { rows } = await typed(Found)`select kept_id as "keptId", gone_id as "goneId" from merges
    where portal_id = ${portalId} and id = ${id} and done_at is not null and undone_at is null for update`.execute(db);
  const [found] = rows;
  if (!found) return { left: [] };
  // Also for a job that failed before somebody was erased and is tried again after it: nobody who was erased comes back.
  const erased = await sql`select from erasures
    where portal_id = ${portalId} and user_id in (${found.keptId}, ${found.goneId}) and done_at is not null`.execute(db);
  if (erased.rows.length > 0) throw conflict("undo_over", "The time in which this could be undone is over.");
  const undoing: Undoing = { db, portalId, id, by, ...found };
  await sql`update users set kind = 'person' where id = ${found.goneId} and kind = 'departed'`.execute(db);
  await sql`update memberships m set status = g.status_before from merges g
    where g.portal_id = ${portalId} and g.id = ${id} and m.portal_id = g.portal_id and m.user_id = g.gone_id`.execute(db);
  const left = [
    ...(await giveCoursesBack(undoing)),
    ...(await giveFieldsBack(undoing)),
    ...(await giveGroupsBack(undoing)),
    ...(await giveRolesBack(undoing)),
    ...(await giveExternalIdBack(undoing)),
  ];
  await peopleChanged(db, portalId);
  await sql`update merges set undone_at = now(), undone_by = ${by} where portal_id = ${portalId} and id = ${id}`.execute(db);
  await noteAll({ db, portal: { id: portalId }, actor: { userId: by }, http: { ip: "", requestId: "" } }, [
    { action: "merge_undone", object: { kind: "user", id: found.keptId }, after: { merged: found.goneId, merge: id, left: left.length } },
    { action: "merge_undone", object: { kind: "user", id: found.goneId }, after: { into: found.keptId, merge: id } },
  ]);
  return { left };
}

interface Undoing extends MergeKey {
  readonly db: Db;
  readonly by: number;
  readonly keptId: number;
  readonly goneId: number;
}

/** When the merge was done, to the microsecond. */
const doneAtOf = ({ portalId, id }: Undoing) => sql`(select done_at from merges where portal_id = ${portalId} and id = ${id})`;
/** The moves of a merge of one kind, as `v`. */
const movesOf = ({ portalId, id }: Undoing, record: string) =>
  sql`v.portal_id = ${portalId} and v.merge_id = ${id} and v.record = ${record} and v.undoes is null`;
/** Writes that the moves `v` with these ids were taken back. */
const takenBack = ({ db, portalId, id }: Undoing, record: string, ids: RawBuilder<unknown>) =>
  sql`insert into merge_moves (portal_id, merge_id, record, record_id, course_id, before, after, undoes)
    select v.portal_id, v.merge_id, v.record, v.record_id, v.course_id, v.after, v.before, v.id from merge_moves v
    where v.portal_id = ${portalId} and v.merge_id = ${id} and v.record = ${record} and v.undoes is null and v.record_id in (${ids})`.execute(
    db,
  );

/** Courses: what belongs to one course goes back together, or stays where something in it is newer than the merge. */
async function giveCoursesBack(undoing: Undoing): Promise<string[]> {
  const { db, portalId, id, goneId, by } = undoing;
  const doneAt = doneAtOf(undoing);
  const { rows } = await typed(Course)`
    with moved as (select distinct course_id from merge_moves where portal_id = ${portalId} and merge_id = ${id} and course_id is not null),
      own as (select v.course_id, v.record, v.record_id from merge_moves v where v.portal_id = ${portalId} and v.merge_id = ${id} and v.undoes is null),
      attempts_of as (
        select course_id, record_id as attempt_id from own where record = 'attempt'
        union all select own.course_id, a.id from own join attempts a on a.portal_id = ${portalId} and a.enrolment_id = own.record_id where own.record = 'enrolment'),
      causes_of as (
        select course_id, record_id as cause_id from own where record = 'cause'
        union all select own.course_id, k.id from own join enrolment_causes k on k.portal_id = ${portalId} and k.enrolment_id = own.record_id where own.record = 'enrolment')
    select m.course_id as "courseId", c.title,
      exists (select from attempts_of o join attempts a on a.portal_id = ${portalId} and a.id = o.attempt_id where o.course_id = m.course_id and (
          a.started_at > ${doneAt}
          or exists (select from commit_log l where l.portal_id = a.portal_id and l.attempt_id = a.id and l.received_at > ${doneAt})
          or exists (select from completions f where f.portal_id = a.portal_id and f.attempt_id = a.id and f.completed_at > ${doneAt})
          or exists (select from corrections d where d.portal_id = a.portal_id and d.attempt_id = a.id and d.made_at > ${doneAt})))
        or exists (select from own join corrections d on d.portal_id = ${portalId} and d.enrolment_id = own.record_id and d.made_at > ${doneAt}
          where own.course_id = m.course_id and own.record = 'enrolment')
        or exists (select from causes_of o join enrolment_causes k on k.portal_id = ${portalId} and k.id = o.cause_id
          left join enrolment_cause_ends x on x.portal_id = k.portal_id and x.cause_id = k.id
          where o.course_id = m.course_id and (k.created_at > ${doneAt} or x.ended_at > ${doneAt})) as "isChanged"
    from moved m join courses c on c.portal_id = ${portalId} and c.id = m.course_id order by m.course_id`.execute(db);
  const back = rows.filter(({ isChanged }) => !isChanged).map(({ courseId }) => courseId);
  const of = (record: string) => sql`${movesOf(undoing, record)} and v.course_id = any (${back}::bigint[])`;
  await sql`insert into correction_reversals (portal_id, correction_id, reversed_by, reason)
    select v.portal_id, v.record_id, ${by}, 'Merge undone' from merge_moves v where ${of("set_aside")} on conflict do nothing`.execute(db);
  await sql`update corrections d set enrolment_id = (v.before ->> 'enrolment')::bigint from merge_moves v
    where ${of("correction")} and d.portal_id = v.portal_id and d.id = v.record_id`.execute(db);
  await sql`update enrolment_causes k set enrolment_id = (v.before ->> 'enrolment')::bigint from merge_moves v
    where ${of("cause")} and k.portal_id = v.portal_id and k.id = v.record_id`.execute(db);
  // What set the attempts aside belongs to them; it stands beside the enrolment that they return to.
  await sql`update corrections d set enrolment_id = (a.before ->> 'enrolment')::bigint
    from merge_moves v join merge_moves a on a.portal_id = v.portal_id and a.merge_id = v.merge_id and a.record = 'attempt' and a.course_id = v.course_id
    where ${of("set_aside")} and d.portal_id = v.portal_id and d.id = v.record_id and d.attempt_id = a.record_id`.execute(db);
  await sql`update attempts a set enrolment_id = (v.before ->> 'enrolment')::bigint, user_id = (v.before ->> 'user')::bigint, number = (v.before ->> 'number')::integer
    from merge_moves v where ${of("attempt")} and a.portal_id = v.portal_id and a.id = v.record_id`.execute(db);
  await sql`update enrolments e set user_id = ${goneId} from merge_moves v where ${of("enrolment")} and e.portal_id = v.portal_id and e.id = v.record_id`.execute(
    db,
  );
  for (const record of ["set_aside", "correction", "cause", "attempt", "enrolment"])
    await takenBack(undoing, record, sql`select v.record_id from merge_moves v where ${of(record)}`);
  return rows.filter(({ isChanged }) => isChanged).map(({ title }) => title);
}

/** Values of custom fields, where the kept person still has exactly what came. */
async function giveFieldsBack(undoing: Undoing): Promise<string[]> {
  const { db, portalId, keptId } = undoing;
  const now = sql`(select jsonb_agg(to_jsonb(x) order by x.nth) from field_values x where x.portal_id = v.portal_id and x.user_id = ${keptId} and x.field_id = v.record_id)`;
  // Columns that came since, or are gone, have no value on either side.
  const same = sql`jsonb_strip_nulls(${now}) is not distinct from jsonb_strip_nulls(v.after -> 'kept')`;
  const { rows } = await typed(Name)`select f.name from merge_moves v join fields f on f.portal_id = v.portal_id and f.id = v.record_id
    where ${movesOf(undoing, "field")} and not (${same})`.execute(db);
  const back = sql`select v.record_id from merge_moves v where ${movesOf(undoing, "field")} and ${same}`;
  await takenBack(undoing, "field", back);
  const ids = sql`(select v.record_id from merge_moves v where v.portal_id = ${portalId} and v.merge_id = ${undoing.id} and v.record = 'field' and v.undoes is not null)`;
  await sql`delete from field_values where portal_id = ${portalId} and user_id = ${keptId} and field_id in ${ids}`.execute(db);
  await sql`insert into field_values select r.* from merge_moves v
    cross join lateral jsonb_populate_recordset(null::field_values, coalesce(v.before -> 'kept', '[]') || (v.before -> 'gone')) r
    where ${movesOf(undoing, "field")} and v.record_id in ${ids}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Groups: the one who returns is in theirs again; the kept person leaves those that came, unless that was changed since. */
async function giveGroupsBack(undoing: Undoing): Promise<string[]> {
  const { db, portalId, keptId, goneId, by } = undoing;
  const doneAt = doneAtOf(undoing);
  const isHere = sql`exists (select from group_members k where k.portal_id = v.portal_id and k.group_id = v.record_id and k.user_id = ${keptId} and k.joined_at <= ${doneAt})`;
  const { rows } = await typed(Name)`select g.name from merge_moves v join groups g on g.portal_id = v.portal_id and g.id = v.record_id
    where ${movesOf(undoing, "group")} and not ${isHere}`.execute(db);
  await sql`delete from group_members k using merge_moves v where ${movesOf(undoing, "group")} and (v.after ->> 'isNew')::boolean
    and k.portal_id = v.portal_id and k.group_id = v.record_id and k.user_id = ${keptId} and k.joined_at <= ${doneAt}`.execute(db);
  await sql`update group_members k set cause = v.before -> 'kept' ->> 'cause',
      via_ids = array(select value::bigint from jsonb_array_elements_text(v.before -> 'kept' -> 'via_ids'))
    from merge_moves v where ${movesOf(undoing, "group")} and not (v.after ->> 'isNew')::boolean
    and k.portal_id = v.portal_id and k.group_id = v.record_id and k.user_id = ${keptId}`.execute(db);
  const live = sql`exists (select from groups g where g.portal_id = v.portal_id and g.id = v.record_id and g.status <> 'deleted')`;
  await sql`insert into group_members select r.* from merge_moves v cross join lateral jsonb_populate_record(null::group_members, v.before -> 'gone') r
    where ${movesOf(undoing, "group")} and ${live} on conflict do nothing`.execute(db);
  await sql`insert into group_history (portal_id, group_id, user_id, change, cause, actor_id)
    select v.portal_id, v.record_id, who.id, who.change, 'undo', ${by} from merge_moves v
    cross join lateral (values (${keptId}::bigint, 'left'), (${goneId}::bigint, 'joined')) who (id, change)
    where ${movesOf(undoing, "group")} and ${live} and (who.change = 'joined' or (v.after ->> 'isNew')::boolean)`.execute(db);
  await takenBack(
    undoing,
    "group",
    sql`select v.record_id from merge_moves v where v.portal_id = ${portalId} and v.merge_id = ${undoing.id}`,
  );
  return rows.map(({ name }) => name);
}

/** Roles that the kept person still holds. */
async function giveRolesBack(undoing: Undoing): Promise<string[]> {
  const { db, portalId, keptId, goneId } = undoing;
  const isHeld = sql`exists (select from role_assignments a where a.portal_id = v.portal_id and a.id = v.record_id and a.user_id = ${keptId})`;
  const { rows } = await typed(
    Name,
  )`select 'role ' || v.record_id as name from merge_moves v where ${movesOf(undoing, "role")} and not ${isHeld}`.execute(db);
  await takenBack(undoing, "role", sql`select v.record_id from merge_moves v where ${movesOf(undoing, "role")} and ${isHeld}`);
  await sql`update role_assignments a set user_id = ${goneId} from merge_moves v
    where ${movesOf(undoing, "role")} and a.portal_id = v.portal_id and a.id = v.record_id and a.user_id = ${keptId}`.execute(db);
  await sql`select apply_roles(${portalId}, ${keptId}), apply_roles(${portalId}, ${goneId})`.execute(db);
  return rows.map(({ name }) => name);
}

/** The external id, where the kept person still has the one that came. */
async function giveExternalIdBack(undoing: Undoing): Promise<string[]> {
  const { db, portalId, keptId, goneId } = undoing;
  const isSame = sql`exists (select from memberships m where m.portal_id = v.portal_id and m.user_id = ${keptId} and m.external_id is not distinct from v.after ->> 'kept')`;
  const { rows } = await typed(
    Name,
  )`select v.after ->> 'kept' as name from merge_moves v where ${movesOf(undoing, "external_id")} and not ${isSame}`.execute(db);
  await takenBack(
    undoing,
    "external_id",
    sql`select v.record_id from merge_moves v where ${movesOf(undoing, "external_id")} and ${isSame}`,
  );
  const back = sql`v.portal_id = ${portalId} and v.merge_id = ${undoing.id} and v.record = 'external_id' and v.undoes is not null`;
  for (const [userId, side] of [
    [keptId, "kept"],
    [goneId, "gone"],
  ] as const)
    await sql`update memberships m set external_id = v.after ->> ${side} from merge_moves v
      where ${back} and m.portal_id = v.portal_id and m.user_id = ${userId}`.execute(db);
  return rows.map(({ name }) => name);
}
