-- The attempts that are out of the way, kept but not the one that counts as the newest: they were reset, came with a completion by hand that was taken
-- back, were added by hand and are earlier than what was done here or were taken back, or go on in an attempt on a newer version. A view, because PostgreSQL puts it into the statements that ask; a function would be started for each attempt.
create view attempts_set_aside with (security_invoker = true) as
  select d.portal_id, d.attempt_id
  from corrections d
  left join correction_reversals x on x.portal_id = d.portal_id and x.correction_id = d.id
  where (d.kind = 'reset' and x.correction_id is null) or (d.kind = 'complete' and x.correction_id is not null)
    or (d.kind = 'attempt' and (d.stands_aside or x.correction_id is not null))
  union all
  select m.portal_id, m.from_attempt_id from attempt_moves m where m.kind in ('move', 'restart');
grant select on attempts_set_aside to stoa_app, stoa_people, stoa_system;

-- One row for each attempt with its derived progress: rounded down, so that 100 means every item; a completed attempt always shows 100.
-- An attempt's version is looked up by its key in a subquery, and only where its size is needed. With a join, a planner without statistics (after a
-- first start, an import or a restore) could read every version of the portal for each attempt. Done items are counted in subqueries too, so only where
-- somebody asks, and not for a completed attempt.
create view attempt_progress with (security_invoker = true) as
  select a.portal_id, a.id as attempt_id, a.enrolment_id, a.course_id, a.user_id, a.version_id, a.number, a.started_at,
    (select v.item_count from course_versions v where v.portal_id = a.portal_id and v.id = a.version_id) as item_count,
    (select count(*) from attempt_items i where i.portal_id = a.portal_id and i.attempt_id = a.id)::int as items_done,
    c.id as completion_id,
    -- The date as it was last corrected; the completion itself stays as it was written.
    case when c.id is not null then coalesce((select d.value_at from corrections d
      where d.portal_id = a.portal_id and d.attempt_id = a.id and d.completion_id = c.id and d.kind = 'date'
        and not exists (select from correction_reversals x where x.portal_id = d.portal_id and x.correction_id = d.id)
      order by d.id desc limit 1), c.completed_at) end as completed_at,
    case when r.id is null then c.score_percent else r.score_percent end as score_percent,
    case when r.id is null then c.passed else r.passed end as passed,
    case when c.id is not null then 100
      else coalesce((select floor(100.0 * (select count(*) from attempt_items i where i.portal_id = a.portal_id and i.attempt_id = a.id)
          / nullif(v.item_count, 0))::int
        from course_versions v where v.portal_id = a.portal_id and v.id = a.version_id), 0) end as percent,
    exists (select from attempts_set_aside x where x.portal_id = a.portal_id and x.attempt_id = a.id) as set_aside
  from attempts a
  left join completions c on c.portal_id = a.portal_id and c.attempt_id = a.id
    and not exists (select from completion_reversals x where x.portal_id = c.portal_id and x.completion_id = c.id)
  left join lateral (
    select o.id, o.score_percent, o.passed from completion_results o
    where o.portal_id = c.portal_id and o.completion_id = c.id order by o.id desc limit 1
  ) r on true;
grant select on attempt_progress to stoa_app, stoa_people, stoa_system;
