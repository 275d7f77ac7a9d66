import { sql, type RawBuilder } from "kysely";
import { causeHolds, newestAttempt, overdueIn } from "#features/enrolment/server/service.ts";
import { inScope, type PeopleScope } from "#features/roles/server/service.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy, type ListSql } from "#platform/list/server/page.ts";
import type { groupCourseList } from "../contract.ts";

/** Whether the enrolment e is of a member of a group whom somebody reaches. */
const isOfMember = (scope: PeopleScope, groupId: number): RawBuilder<unknown> => sql`
  (e.user_id in (select n.user_id from group_members n where n.portal_id = ${scope.portalId} and n.group_id = ${groupId}) and ${inScope(scope, sql`e.user_id`)})`;

/**
 * The courses in which members of a group whom somebody reaches are, or were, with how many are enrolled now, have completed it, and are overdue, as the list of a
 * course's participants says it of each. People are only counted for the courses of the page.
 */
export function coursesOf(scope: PeopleScope, groupId: number, { q, sort }: Omit<ListRequest<typeof groupCourseList>, "page">): ListSql {
  const { portalId } = scope;
  const isTheirs = isOfMember(scope, groupId);
  return {
    with: sql`
      every as (select c.id, c.title, c.status from courses c where c.portal_id = ${portalId} and c.status <> 'draft'
        and c.id in (select e.course_id from enrolments e where e.portal_id = ${portalId} and ${isTheirs})),
      hits as (select * from every where position(${q.toLowerCase()} in lower(title)) > 0)`,
    order: orderBy(sort, { title: sql`lower(title)` }, sql`id`),
    items: sql`select shown.nth, shown.id, shown.title, shown.status = 'archived' as "isArchived", n.enrolled, n.completed,
        ${overdueIn(sql`${portalId}::bigint`, sql`shown.id`, isTheirs)} as overdue
      from shown
      cross join lateral (
        select count(*) filter (where exists (select from enrolment_causes k
            where k.portal_id = e.portal_id and k.enrolment_id = e.id and ${causeHolds}))::int as enrolled,
          count(*) filter (where p.completed_at is not null)::int as completed
        from enrolments e
        cross join lateral (select e.portal_id, e.id as enrolment_id) s
        left join ${newestAttempt}
        where e.portal_id = ${portalId} and e.course_id = shown.id and ${isTheirs}) n`,
    all: sql`(select count(*) from every)`,
  };
}
