-- The score of a SCO that counts under the course's policy.
create function scorm_score(st scorm_states, policy jsonb) returns numeric language sql immutable as $$
  select case policy->>'score'
    when 'first' then st.first_percent
    when 'last' then st.last_percent
    when 'average' then case when st.percent_count > 0 then round(st.percent_sum / st.percent_count, 4) end
    else st.best_percent end
$$;

-- Whether a SCO is passed under the course's policy: true, false, or null while nothing is known.
create function scorm_passed(st scorm_states, policy jsonb) returns boolean language sql immutable as $$
  select case policy->>'pass'
    when 'score' then scorm_score(st, policy) >= coalesce((policy->>'passPercent')::numeric, 0)
    else st.passed end
$$;

-- Writes what the course's policy makes of an attempt: items done, and the completion. Only ever adds; a result that
-- changes while the attempt goes on is a further entry. Answers whether something was written.
create function scorm_evaluate(in_portal bigint, in_attempt bigint) returns boolean language plpgsql as $$
declare
  att record;
  total record;
  result boolean;
  is_complete boolean;
  changed integer := 0;
  n integer;
begin
  select a.version_id, a.course_id, a.user_id, v.item_count, v.completion_rule->'policy' as policy,
      s.credited_seconds >= coalesce((v.completion_rule->'policy'->>'minutes')::numeric, 1) * 60 as enough_time,
      c.id as completion_id, c.score_percent, c.passed
    into att
    from attempts a
    join attempt_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
    join course_versions v on v.portal_id = a.portal_id and v.id = a.version_id
    left join completions c on c.portal_id = a.portal_id and c.attempt_id = a.id
    where a.portal_id = in_portal and a.id = in_attempt and v.completion_rule->>'kind' = 'scorm';
  if not found then return false; end if;

  insert into attempt_items (portal_id, attempt_id, version_id, item_key)
    select in_portal, in_attempt, att.version_id, st.sco_key
    from scorm_states st
    where st.portal_id = in_portal and st.attempt_id = in_attempt and left(st.sco_key, 1) <> '_'
      and case att.policy->>'complete'
        when 'launched' then true
        when 'minutes' then att.enough_time
        -- A part that never speaks of passing counts once it is complete.
        when 'passed' then coalesce(scorm_passed(st, att.policy), st.completed or st.is_asset)
        else st.completed or st.is_asset end
    on conflict do nothing;
  get diagnostics changed = row_count;

  if att.completion_id is null then
    is_complete := case att.policy->>'complete'
      when 'minutes' then att.enough_time
      else (select count(*) from attempt_items i where i.portal_id = in_portal and i.attempt_id = in_attempt) >= greatest(att.item_count, 1) end;
    if not is_complete then return changed > 0; end if;
  end if;

  select bool_or(scorm_passed(st, att.policy)) as any_passed, bool_and(scorm_passed(st, att.policy)) as all_passed,
      round(avg(scorm_score(st, att.policy)), 2) as score
    into total
    from scorm_states st where st.portal_id = in_portal and st.attempt_id = in_attempt and left(st.sco_key, 1) <> '_';
  result := case when att.policy->>'pass' = 'none' then null else total.all_passed end;

  if att.completion_id is null then
    if att.policy->>'complete' = 'passed' and not coalesce(total.any_passed, false) then return changed > 0; end if;
    insert into completions (portal_id, attempt_id, course_id, user_id, version_id, score_percent, passed, source)
      values (in_portal, in_attempt, att.course_id, att.user_id, att.version_id, total.score, result, 'rule')
      on conflict do nothing;
  else
    -- Taken back, it stays so whatever the package reports.
    if exists (select from completion_reversals r where r.portal_id = in_portal and r.completion_id = att.completion_id) then return changed > 0; end if;
    select o.score_percent, o.passed into att.score_percent, att.passed
      from (select att.score_percent, att.passed, 0 as id
        union all select o.score_percent, o.passed, o.id from completion_results o where o.portal_id = in_portal and o.completion_id = att.completion_id) o
      order by o.id desc limit 1;
    -- Passed stays passed.
    result := coalesce(att.passed, false) or coalesce(result, att.passed);
    if (att.score_percent, att.passed) is distinct from (total.score, result) then
      insert into completion_results (portal_id, completion_id, score_percent, passed)
        values (in_portal, att.completion_id, total.score, result);
    end if;
  end if;
  get diagnostics n = row_count;
  return changed + n > 0;
end $$;

grant execute on function scorm_evaluate to stoa_app;
