import { sql } from "kysely";
import type { ListRequest } from "#platform/list/list.ts";
import type { ListSql } from "#platform/list/server/page.ts";
import { groupInReach } from "#features/groups/server/service.ts";
import { completed } from "#features/notifications/events/completed/completed.ts";
import { dueSoon } from "#features/notifications/events/due_soon/due-soon.ts";
import { enrolled } from "#features/notifications/events/enrolled/enrolled.ts";
import { nudged } from "#features/notifications/events/nudged/nudged.ts";
import { overdue } from "#features/notifications/events/overdue/overdue.ts";
import { staffMessage } from "#features/notifications/events/staff_message/staff-message.ts";
import type { PeopleScope } from "#features/roles/server/service.ts";
import type { storyList } from "../person-contract.ts";

const nameOf = (alias: string) => sql`nullif(trim(${sql.ref(`${alias}.given_name`)} || ' ' || ${sql.ref(`${alias}.family_name`)}), '')`;

/** What people are told about their learning. A sign-off is a line of its own. */
const letters = [enrolled, dueSoon, overdue, nudged, staffMessage, completed].map(({ name }) => name);

/**
 * The story of one person in a portal, for somebody with this scope. Each record gives its line where it is kept, so the story cannot differ from them. A due date is a line of its own, at
 * the moment it is due, as long as the course is neither completed nor ended. A group out of reach has no name in it. Of what people were told it says that they were,
 * and since when it is out by mail; not the text.
 */
export function storyOf(scope: PeopleScope, userId: number, { q, kind, sort }: Omit<ListRequest<typeof storyList>, "page">): ListSql {
  const { portalId } = scope;
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.map(
    (word) => sql`position(${word} in lower(coalesce(course, '') || ' ' || detail || ' ' || coalesce("by", ''))) > 0`,
  );
  const conditions = [...found, ...(kind ? [sql`kind = ${kind}`] : [])];
  return {
    with: sql`story as (
      select 'm' as id, m.joined_at as at, 'membership' as kind, 'joined' as what, null::bigint as "courseId", null as "by", '' as detail,
        null::timestamptz as "valueAt"
      from memberships m where m.portal_id = ${portalId} and m.user_id = ${userId}
      union all
      select 'r' || r.id, r.granted_at, 'role', r.role, null, ${nameOf("g")}, '', r.ends_at
      from role_assignments r left join users g on g.id = r.granted_by where r.portal_id = ${portalId} and r.user_id = ${userId}
      union all
      select 'g' || h.id, h.at, 'group', h.change || '_' || h.cause, null, ${nameOf("g")}, case when ${groupInReach(scope, sql`h.group_id`)} then o.name else '' end, null
      from group_history h join groups o on o.portal_id = h.portal_id and o.id = h.group_id left join users g on g.id = h.actor_id
      where h.portal_id = ${portalId} and h.user_id = ${userId}
      union all
      select 'k' || k.id, k.created_at, 'enrolled', k.kind, e.course_id, case when k.kind = 'person' then ${nameOf("g")} end, k.reference, k.due_at
      from enrolments e join enrolment_causes k on k.portal_id = e.portal_id and k.enrolment_id = e.id left join users g on g.id = k.created_by
      where e.portal_id = ${portalId} and e.user_id = ${userId}
      union all
      select 'x' || k.id, x.ended_at, 'ended', k.kind, e.course_id, ${nameOf("g")}, case when x.reason = 'left' then '' else x.reason end, null
      from enrolments e join enrolment_causes k on k.portal_id = e.portal_id and k.enrolment_id = e.id
      join enrolment_cause_ends x on x.portal_id = k.portal_id and x.cause_id = k.id left join users g on g.id = x.ended_by
      where e.portal_id = ${portalId} and e.user_id = ${userId}
      union all
      select 'd' || s.enrolment_id, s.due_at, 'due', case when s.due_at <= now() then 'overdue' else 'due' end, s.course_id, null, '', null
      from enrolment_standing s
      where s.portal_id = ${portalId} and s.user_id = ${userId} and s.active and s.due_at is not null
        and not exists (select from attempt_progress p where p.portal_id = s.portal_id and p.enrolment_id = s.enrolment_id
          and p.completion_id is not null and not p.set_aside)
      union all
      select 'c' || d.id, d.made_at, 'decision', d.kind, e.course_id, ${nameOf("g")}, d.reason, d.value_at
      from enrolments e join corrections d on d.portal_id = e.portal_id and d.enrolment_id = e.id join users g on g.id = d.made_by
      where e.portal_id = ${portalId} and e.user_id = ${userId}
      union all
      select 'b' || d.id, x.reversed_at, 'takenBack', d.kind, e.course_id, ${nameOf("g")}, x.reason, null
      from enrolments e join corrections d on d.portal_id = e.portal_id and d.enrolment_id = e.id
      join correction_reversals x on x.portal_id = d.portal_id and x.correction_id = d.id join users g on g.id = x.reversed_by
      where e.portal_id = ${portalId} and e.user_id = ${userId}
      union all
      select 'a' || a.id, a.started_at, 'started', a.number::text, a.course_id, null, '', null
      from attempts a where a.portal_id = ${portalId} and a.user_id = ${userId}
        and not exists (select from completions i where i.portal_id = a.portal_id and i.attempt_id = a.id and i.source <> 'rule')
        and not exists (select from attempt_moves w where w.portal_id = a.portal_id and w.to_attempt_id = a.id and w.kind = 'move')
      union all
      select 'v' || w.from_attempt_id || '-' || w.version_id, w.moved_at, 'moved', w.kind, a.course_id, ${nameOf("g")}, v.number::text, null
      from attempts a join attempt_moves w on w.portal_id = a.portal_id and w.from_attempt_id = a.id
      join course_versions v on v.portal_id = w.portal_id and v.id = w.version_id left join users g on g.id = v.published_by
      where a.portal_id = ${portalId} and a.user_id = ${userId}
      union all
      select 'f' || p.completion_id, p.completed_at, 'completed',
        case i.source when 'import' then 'imported_' when 'manual' then 'entered_' else '' end
          || case when p.passed then 'passed' when not p.passed then 'notPassed' else 'completed' end, p.course_id,
        (select ${nameOf("g")} from corrections d join users g on g.id = d.made_by
          where d.portal_id = p.portal_id and d.attempt_id = p.attempt_id and d.kind in ('complete', 'attempt') limit 1),
        coalesce(round(p.score_percent)::text || ' %', ''), null
      from attempt_progress p join completions i on i.portal_id = p.portal_id and i.id = p.completion_id where p.portal_id = ${portalId} and p.user_id = ${userId} and p.completion_id is not null
      union all
      select 'n' || n.id, n.created_at, 'letter', 'told_' || n.event, (n.variables ->> 'courseId')::bigint,
        case when n.event = ${nudged.name}
          then (select ${nameOf("g")} from audit_events v join users g on g.id = v.actor_id
            where v.portal_id = n.portal_id and v.object_kind = 'user' and v.object_id = n.user_id and v.action = ${nudged.name} and v.at = n.created_at limit 1)
          else (select ${nameOf("g")} from users g where g.id = (n.variables ->> 'byId')::bigint) end,
        case when n.event = ${nudged.name}
          then coalesce((select string_agg(one ->> 'course', ', ') from jsonb_array_elements(n.variables -> 'courses') as one), '') else '' end,
        case when l.state = 'sent' then l.ended_at end
      from notifications n left join messages l on l.portal_id = n.portal_id and l.id = n.message_id
      where n.portal_id = ${portalId} and n.user_id = ${userId} and n.event = any (${letters}::text[])
      union all
      select 'e' || v.id, v.at, case when v.action in ('signed_in', 'signed_out', 'sign_in_failed', 'portal_switched') then 'signIn'
          when v.action in ('person_added', 'person_deactivated', 'person_returned') then 'membership'
          when v.action = 'role_removed' then 'role' when v.action in ('signed_off', 'sign_off_refused') then 'signOff' else 'profile' end,
        case when v.action = 'role_removed' then coalesce('removed_' || (v.before ->> 'role'), v.action) else v.action end,
        case when v.action in ('signed_off', 'sign_off_refused')
          then (select a.course_id from attempts a where a.portal_id = v.portal_id and a.user_id = ${userId} and a.id = (v.after ->> 'attempt')::bigint) end, case when v.actor_id <> ${userId} then ${nameOf("g")} end, coalesce(v.after ->> 'reason', v.after ->> 'page', ''), null
      from audit_events v left join users g on g.id = v.actor_id
      where v.portal_id = ${portalId} and ((v.object_kind = 'user' and v.object_id = ${userId}) or (v.actor_id = ${userId} and v.object_kind is null))
        and v.action in ('signed_in', 'signed_out', 'sign_in_failed', 'portal_switched', 'profile_changed', 'field_values_changed', 'email_changed', 'password_changed', 'password_set',
          'password_link_made', 'person_added', 'person_deactivated', 'person_returned', 'role_removed', 'signed_off', 'sign_off_refused')
    ),
    told as (
      select story.*, c.title as course from story left join courses c on c.portal_id = ${portalId} and c.id = story."courseId"
    ),
    hits as (select * from told ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``})`,
    order: sort === "at" ? sql`at, id` : sql`at desc, id desc`,
    items: sql`select * from shown`,
  };
}
