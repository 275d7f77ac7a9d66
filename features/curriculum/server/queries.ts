import { sql } from "kysely";
import * as z from "zod/mini";
import { authorCourseColumns, fullName, peopleCounts } from "#features/authoring/server/service.ts";
import { categoryTree, matchesWords, pickedCategories } from "#features/courses/server/service.ts";
import { overdueIn } from "#features/enrolment/server/service.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { prefixQuery } from "#platform/db/prefix-query.ts";
import { typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { LargeListSql } from "#platform/list/server/large-page.ts";
import { listChoices, findOwners, type curriculumList } from "../contract.ts";

const orders = {
  title: sql`lower(c.title), c.id`,
  "-title": sql`lower(c.title) desc, c.id desc`,
  updated: sql`c.updated_at, c.id`,
  "-updated": sql`c.updated_at desc, c.id desc`,
};

/** approves: whether the one who asks approves courses; who waits for that is nobody else's business. */
type Asked = Omit<ListRequest<typeof curriculumList>, "page" | "columns"> & { readonly approves: boolean };

/** Whether a course c has a value in a custom field: one of a list, or yes or no. */
function hasValue(portalId: number, filter: string) {
  const [fieldId = "", value = ""] = filter.split(":");
  const is = /^\d+$/.test(value) ? sql`v.option_id = ${Number(value)}` : sql`v.number = ${value === "yes" ? 1 : 0}`;
  return sql`exists (select from course_field_values v where v.portal_id = ${portalId} and v.field_id = ${Number(fieldId)} and v.course_id = c.id and ${is})`;
}

/** True for a membership m of somebody who can own courses: authors and admins who may enter. */
export const canOwn = sql`m.status = 'active' and (m.is_author or m.is_admin)`;
/** Whether a course c has lost its owner: deactivated, erased, or neither author nor admin any more. */
const hasLost = sql`not exists (select from memberships m where m.portal_id = c.portal_id and m.user_id = c.created_by and ${canOwn})`;

const waits = sql`c.review = 'asked'`;
/** Who asked for the approval of a course c that waits for one, and when: its newest step. */
const askedOf = sql`(select json_build_object('by', (select ${fullName("u")} from users u where u.id = r.made_by), 'at', r.made_at) from course_reviews r
  where r.portal_id = c.portal_id and r.course_id = c.id and r.step = 'asked' and ${waits} order by r.id desc limit 1)`;

/** The courses c that wait for an approval and match. */
export const waitingIn = (portalId: number, { q, sort }: Pick<Asked, "q" | "sort">): LargeListSql => ({
  from: sql`courses c where c.portal_id = ${portalId} and ${waits} and ${matchesWords(prefixQuery(q))}`,
  keys: sql`c.portal_id, c.id`,
  order: orders[sort],
  items: sql`select shown.nth, c.id, c.type, c.title, (select ${fullName("u")} from users u where u.id = c.created_by) as author, ${askedOf} as asked
    from shown join courses c on c.portal_id = shown.portal_id and c.id = shown.id`,
});

/** The portal's courses c that match, each with numbers of the people in scope. People are only counted for the rows of the page; not for courses whose numbers are known. */
export function curriculumOf(
  scope: PeopleScope,
  { q, sort, type, status, review, category, owner, language, field, approves }: Asked,
  known: readonly number[] = [],
): LargeListSql {
  const parts = [
    sql`c.portal_id = ${scope.portalId}`,
    matchesWords(prefixQuery(q)),
    ...(type ? [sql`c.type = ${type}`] : []),
    ...(status ? [sql`c.status = ${status}`] : []),
    ...(review ? [approves ? waits : sql`false`] : []),
    ...(owner === "gone" ? [hasLost] : owner ? [sql`c.created_by = ${owner}`] : []),
    ...(language ? [sql`c.language = ${language}`] : []),
    ...(field ? [hasValue(scope.portalId, field)] : []),
    ...(category
      ? [
          sql`c.id in (with recursive ${pickedCategories(scope.portalId, [category])}
            select k.course_id from course_categories k join picked on k.portal_id = picked.portal_id and k.category_id = picked.id)`,
        ]
      : []),
  ];
  const reached = sql`${inScope(scope, sql`e.user_id`)} and c.id <> all (${known}::bigint[])`;
  return {
    from: sql`courses c where ${sql.join(parts, sql` and `)}`,
    keys: sql`c.portal_id, c.id`,
    order: orders[sort],
    remembersFrom: 2_000,
    items: sql`select shown.nth, ${authorCourseColumns}, ${approves ? askedOf : sql`null::json`} as asked, c.language, c.self_enrol as "isOpen",
        array(select g.name from course_categories k join categories g on g.portal_id = k.portal_id and g.id = k.category_id
          where k.portal_id = c.portal_id and k.course_id = c.id order by lower(g.name)) as categories,
        ${overdueIn(sql`c.portal_id`, sql`c.id`, reached)} as overdue, '{}'::json as cells
      from shown
      join courses c on c.portal_id = shown.portal_id and c.id = shown.id
      cross join lateral (${peopleCounts(sql`c.portal_id`, sql`c.id`, reached)}) n`,
  };
}

const Choices = z.omit(listChoices.response, { fields: true });
const mostOwners = 200;
/** What the list can be filtered by, in one statement. */
export const findChoices = async (db: Db, portalId: number) =>
  oneRow(
    await typed(Choices)`
      with recursive ${categoryTree(portalId)},
      owned as (
        select created_by as id from courses where portal_id = ${portalId} and created_by is not null group by created_by order by count(*) desc limit ${mostOwners}
      )
      select (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'depth', depth) order by path), '[]') from tree) as categories,
        (select coalesce(json_agg(json_build_object('id', u.id, 'name', ${fullName("u")}) order by lower(${fullName("u")}), u.id), '[]')
          from owned o join users u on u.id = o.id) as owners,
        (select coalesce(json_agg(l.language order by l.language), '[]')
          from (select distinct language from courses where portal_id = ${portalId}) l) as languages`.execute(db),
  );

const Owner = findOwners.response.shape.rows.def.element;
const mostFound = 20;
/** People who could own a course, by a part of their name or address. */
export const listOwners = async (db: Db, portalId: number, q: string) =>
  (
    await typed(Owner)`
      select u.id, ${fullName("u")} as name, u.email from memberships m join users u on u.id = m.user_id and u.kind = 'person'
      where m.portal_id = ${portalId} and ${canOwn} and position(${q.trim().toLowerCase()} in lower(${fullName("u")} || ' ' || u.email)) > 0
      order by lower(${fullName("u")}), u.id limit ${mostFound}`.execute(db)
  ).rows;

const Is = z.object({ canOwn: z.boolean() });
/** Whether a member can own courses; undefined where there is no such member. */
export const findOwner = async (db: Db, portalId: number, userId: number) =>
  (
    await typed(Is)`select ${canOwn} as "canOwn" from memberships m join users u on u.id = m.user_id and u.kind = 'person'
      where m.portal_id = ${portalId} and m.user_id = ${userId}`.execute(db)
  ).rows[0]?.canOwn;

const Category = z.object({ name: z.string() });
/** A category's name; undefined where there is none. */
export const findCategory = async (db: Db, portalId: number, categoryId: number) =>
  (await typed(Category)`select name from categories where portal_id = ${portalId} and id = ${categoryId}`.execute(db)).rows[0]?.name;
