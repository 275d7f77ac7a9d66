-- security_invoker: the view reads with the rights of the role that queries it, not of its owner.

-- One row for each enrolment: whether it is active, when it is due, when it ends, and why it exists. A cause that has expired says nothing while
-- another one is in force: who renews a course by themselves is not overdue by the date of an assignment that is over. What somebody decided last about the
-- due date, or an exemption, which has none, stands above the causes until it is taken back.
create view enrolment_standing with (security_invoker = true) as
  select e.portal_id, e.id as enrolment_id, e.course_id, e.user_id, e.created_at,
    bool_or(f.holds) as active,
    nullif(coalesce(
      (select coalesce(d.value_at, 'infinity') from corrections d
        where d.portal_id = e.portal_id and d.enrolment_id = e.id and d.kind in ('due', 'exempt')
          and not exists (select from correction_reversals r where r.portal_id = d.portal_id and r.correction_id = d.id)
        order by d.id desc limit 1),
      case when bool_or(f.holds) then min(c.due_at) filter (where f.holds) else min(c.due_at) filter (where x.cause_id is null) end
    ), 'infinity') as due_at,
    case when bool_or(x.cause_id is null and c.expires_at is null) then null
      else max(c.expires_at) filter (where x.cause_id is null) end as expires_at,
    case when bool_or(f.holds) then array_agg(distinct c.kind order by c.kind) filter (where f.holds)
      else array_agg(distinct c.kind order by c.kind) filter (where x.cause_id is null) end as causes,
    coalesce((select d.kind = 'exempt' from corrections d
      where d.portal_id = e.portal_id and d.enrolment_id = e.id and d.kind in ('due', 'exempt')
        and not exists (select from correction_reversals r where r.portal_id = d.portal_id and r.correction_id = d.id)
      order by d.id desc limit 1), false) as exempt,
    -- Every cause that was not ended, oldest first, and whether it is in force: why the enrolment exists (features/enrolment/server/reasons.ts).
    json_agg(json_build_object('kind', c.kind, 'reference', c.reference, 'holds', f.holds, 'by', case when c.kind = 'person' then (
      select nullif(trim(u.given_name || ' ' || u.family_name), '') from users u where u.id = c.created_by) end) order by c.id)
      filter (where x.cause_id is null) as reasons
  from enrolments e
  join enrolment_causes c on c.portal_id = e.portal_id and c.enrolment_id = e.id
  left join enrolment_cause_ends x on x.portal_id = c.portal_id and x.cause_id = c.id
  cross join lateral (select x.cause_id is null and (c.expires_at is null or c.expires_at > now()) as holds) f
  group by e.portal_id, e.id;
grant select on enrolment_standing to stoa_app, stoa_people, stoa_system;
