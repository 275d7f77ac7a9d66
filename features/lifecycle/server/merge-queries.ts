import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { likenesses } from "../contract.ts";

const nameOf = (alias: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)}), ''), ${sql.ref(`${alias}.email`)})`;

const Party = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  status: z.enum(["active", "suspended"]),
  joinedAt: z.date(),
  lastSignInAt: z.nullable(z.date()),
  externalId: z.nullable(z.string()),
  isErased: z.boolean(),
});

/** A member, as the preview of a merge shows them. */
export async function findParty(db: Db, portalId: number, userId: number) {
  return oneRow(
    await typed(
      Party,
    )`select u.id as "userId", ${nameOf("u")} as name, u.email, m.status, m.joined_at as "joinedAt", m.last_sign_in_at as "lastSignInAt",
        m.external_id as "externalId",
        erasure_waits(m.portal_id, m.user_id) as "isErased"
      from memberships m join users u on u.id = m.user_id where m.portal_id = ${portalId} and m.user_id = ${userId}`.execute(db),
  );
}

const Moves = z.object({
  enrolments: z.int(),
  attempts: z.int(),
  completions: z.int(),
  results: z.int(),
  causes: z.int(),
  decisions: z.int(),
  groups: z.int(),
  roles: z.int(),
});

/** How much goes over. */
export async function countMoves(db: Db, portalId: number, goneId: number) {
  const own = sql`portal_id = ${portalId} and user_id = ${goneId}`;
  const enrolments = sql`(select id from enrolments where ${own})`;
  return oneRow(
    await typed(Moves)`select
      (select count(*)::int from enrolments where ${own}) as enrolments,
      (select count(*)::int from attempts where ${own}) as attempts,
      (select count(*)::int from completions where ${own}) as completions,
      (select count(*)::int from attempts a join quiz_submissions x on x.portal_id = a.portal_id and x.attempt_id = a.id
        where a.portal_id = ${portalId} and a.user_id = ${goneId}) as results,
      (select count(*)::int from enrolment_causes where portal_id = ${portalId} and enrolment_id in ${enrolments}) as causes,
      (select count(*)::int from corrections where portal_id = ${portalId} and enrolment_id in ${enrolments}) as decisions,
      (select count(*)::int from group_members x join groups g on g.portal_id = x.portal_id and g.id = x.group_id and g.kind <> 'dynamic'
        where x.portal_id = ${portalId} and x.user_id = ${goneId}) as groups,
      (select count(*)::int from role_assignments where ${own}) as roles`.execute(db),
  );
}

const Values = z.object({ id: z.int(), name: z.string(), kept: z.nullable(z.string()), gone: z.string() });

/** What the one who goes has in custom fields, beside what the other has; sensitive values are masked. Equal ones are left out. */
export async function listFieldValues(db: Db, portalId: number, keptId: number, goneId: number) {
  const valueOf = (
    user: number,
  ) => sql`(select string_agg(coalesce(v.words, case when f.kind = 'yes_no' then (v.number = 1)::text else v.number::text end, v.day::text,
      v.moment::text, o.name, ${nameOf("p")}), ', ' order by v.nth)
    from field_values v left join field_options o on o.portal_id = v.portal_id and o.id = v.option_id left join users p on p.id = v.person_id
    where v.portal_id = f.portal_id and v.field_id = f.id and v.user_id = ${user})`;
  const { rows } = await typed(Values)`
    select f.id, f.name, case when f.is_sensitive and k.value is not null then '•••' else k.value end as kept,
      case when f.is_sensitive then '•••' else g.value end as gone
    from fields f cross join lateral (select ${valueOf(keptId)} as value) k cross join lateral (select ${valueOf(goneId)} as value) g
    where f.portal_id = ${portalId} and f.retired_at is null and g.value is not null and g.value is distinct from k.value
    order by f.position, f.id`.execute(db);
  return rows;
}

const Course = z.object({
  courseId: z.int(),
  title: z.string(),
  keptPercent: z.int(),
  keptComplete: z.boolean(),
  keptStarted: z.date(),
  gonePercent: z.int(),
  goneComplete: z.boolean(),
  goneStarted: z.date(),
});

/** Courses in which both have an attempt that counts, with the newest of each. */
export async function listCommonCourses(db: Db, portalId: number, keptId: number, goneId: number) {
  const newest = (
    user: number,
  ) => sql`lateral (select * from attempt_progress p where p.portal_id = c.portal_id and p.user_id = ${user} and p.course_id = c.id
    and not p.set_aside order by p.number desc limit 1)`;
  const { rows } = await typed(Course)`
    select c.id as "courseId", c.title, k.percent as "keptPercent", k.completed_at is not null as "keptComplete", k.started_at as "keptStarted",
      g.percent as "gonePercent", g.completed_at is not null as "goneComplete", g.started_at as "goneStarted"
    from (select course_id from enrolments where portal_id = ${portalId} and user_id = ${goneId}
        intersect select course_id from enrolments where portal_id = ${portalId} and user_id = ${keptId}) both_in
    join courses c on c.portal_id = ${portalId} and c.id = both_in.course_id
    cross join ${newest(keptId)} k cross join ${newest(goneId)} g
    order by lower(c.title), c.id`.execute(db);
  return rows;
}

const Id = z.object({ id: z.int() });

/** Writes down that a merge was asked for. As stoa_people. */
export async function insertMerge(
  db: Db,
  { portalId, keptId, goneId, askedBy, choices }: { portalId: number; keptId: number; goneId: number; askedBy: number; choices: object },
) {
  return oneRow(
    await typed(Id)`insert into merges (portal_id, kept_id, gone_id, asked_by, choices, status_before)
      select portal_id, ${keptId}, user_id, ${askedBy}, ${JSON.stringify(choices)}::jsonb, status from memberships where portal_id = ${portalId} and user_id = ${goneId}
      returning id`.execute(db),
  ).id;
}

/** Takes a merge that did not come about off the list, so that the person can be merged again. As stoa_system. */
export const deleteMerge = (db: Db, portalId: number, goneId: number) =>
  sql`delete from merges where portal_id = ${portalId} and gone_id = ${goneId} and done_at is null
    and not exists (select from jobs j where j.portal_id = merges.portal_id and j.kind = 'merge-people' and (j.input ->> 'mergeId')::bigint = merges.id
      and j.state in ('queued', 'running'))`.execute(db);

/** Whether somebody is being merged into another person. */
export const isMerging = async (db: Db, portalId: number, goneId: number) =>
  (await db
    .selectFrom("merges")
    .select("id")
    .where("portal_id", "=", portalId)
    .where("gone_id", "=", goneId)
    .where("undone_at", "is", null)
    .executeTakeFirst()) !== undefined;

/** Into whom somebody was merged, through several merges. */
export async function findKept(db: Db, portalId: number, userId: number): Promise<number | undefined> {
  const { rows } = await typed(Id)`
    select k as id from kept_person(${portalId}, ${userId}) k where k is not null`.execute(db);
  return rows[0]?.id;
}

const Like = z.object({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  status: z.enum(["active", "suspended"]),
  like: z.array(z.enum(likenesses)),
});
const localPart = (alias: string) => sql`split_part(${sql.ref(`${alias}.email`)}, '@', 1)`;
/** Whether two people have the same value in a field of dates or telephone numbers. */
const sameField = sql`exists (select from field_values x join fields f on f.portal_id = x.portal_id and f.id = x.field_id and f.kind in ('date', 'phone')
  join field_values y on y.portal_id = x.portal_id and y.field_id = x.field_id and (y.day = x.day or y.folded = x.folded)
  where x.portal_id = ${sql.ref("m.portal_id")} and x.user_id = u.id and y.user_id = o.id)`;
const alike = sql`array_remove(array[case when u.name_key = o.name_key then 'name' end, case when ${localPart("u")} = ${localPart("o")} then 'email' end,
  case when ${sameField} then 'field' end], null)`;
const seen = (portalId: number) => sql`m.portal_id = ${portalId} and o.kind = 'person' and not o.is_system_admin`;

/** People like one: the same name, or whom words find. Reads at most a few hundred of them. */
export async function listLike(db: Db, portalId: number, userId: number, q: string) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    words.length > 0
      ? sql.join(
          words.map((word) => sql`position(${word} in lower(o.given_name || ' ' || o.family_name || ' ' || o.email)) > 0`),
          sql` and `,
        )
      : sql`o.name_key = u.name_key`;
  const { rows } = await typed(Like)`
    with near as materialized (select o.id from users u join users o on ${found} join memberships m on m.user_id = o.id
      where u.id = ${userId} and o.id <> u.id and ${seen(portalId)} order by o.name_key, o.id limit 200)
    select o.id as "userId", ${nameOf("o")} as name, o.email, m.status, ${alike} as "like"
    from near join users o on o.id = near.id join memberships m on m.portal_id = ${portalId} and m.user_id = o.id cross join users u
    where u.id = ${userId} order by cardinality(${alike}) desc, name, o.id limit 20`.execute(db);
  return rows;
}

const Pair = z.object({
  oneId: z.int(),
  oneName: z.string(),
  oneEmail: z.string(),
  otherId: z.int(),
  otherName: z.string(),
  otherEmail: z.string(),
  like: z.array(z.enum(likenesses)),
});

/** Pairs of the same name with something else in common: names that two to five people have, five hundred names at most. */
export async function listPairs(db: Db, portalId: number) {
  const { rows } = await typed(Pair)`
    with named as (select o.name_key from memberships m join users o on o.id = m.user_id where ${seen(portalId)}
      group by o.name_key having count(*) between 2 and 5 order by o.name_key limit 500),
    pairs as (select u.id as "oneId", ${nameOf("u")} as "oneName", u.email as "oneEmail", o.id as "otherId", ${nameOf("o")} as "otherName", o.email as "otherEmail",
        ${alike} as "like"
      from named join users u on u.name_key = named.name_key and u.kind = 'person' and not u.is_system_admin
      join memberships n on n.portal_id = ${portalId} and n.user_id = u.id
      join users o on o.name_key = u.name_key and o.id > u.id
      join memberships m on m.user_id = o.id where ${seen(portalId)})
    select * from pairs where cardinality("like") > 1 order by cardinality("like") desc, lower("oneName"), "oneId", "otherId" limit 50`.execute(
    db,
  );
  return rows;
}
