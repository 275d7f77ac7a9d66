-- What SCORM packages report, applied where it is stored: one statement a commit, and one place for the merge rules and the course policy
-- (SCO-4 to SCO-6, SCO-9, security.md §5.3). Facts are folded in the order (epoch, seq), whatever order they arrive in.

alter table scorm_states
  -- Time and score of the session that reports now; both may still move within it.
  add column session_seconds numeric not null default 0,
  add column session_scored boolean not null default false,
  -- A page without a run-time session: opening it is all it can do.
  add column is_asset boolean not null default false;

-- A package may report a score after "completed". The completion stays as it was written (INV-4); what became known later is added beside it.
create table completion_results (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  completion_id bigint not null,
  score_percent numeric check (score_percent between 0 and 100),
  passed boolean,
  recorded_at timestamptz not null default now(),
  primary key (portal_id, id),
  foreign key (portal_id, completion_id) references completions (portal_id, id)
);
create index completion_results_completion on completion_results (portal_id, completion_id, id desc);
select protect_portal_table('completion_results', 'select, insert');

create or replace view attempt_progress with (security_invoker = true) as
  select a.portal_id, a.id as attempt_id, a.enrolment_id, a.course_id, a.user_id, a.version_id, a.number, a.started_at,
    v.item_count, coalesce(d.done, 0)::int as items_done,
    c.id as completion_id, c.completed_at,
    case when r.id is null then c.score_percent else r.score_percent end as score_percent,
    case when r.id is null then c.passed else r.passed end as passed,
    case when c.id is not null then 100
      when v.item_count = 0 then 0
      else floor(100.0 * coalesce(d.done, 0) / v.item_count)::int end as percent
  from attempts a
  join course_versions v on v.portal_id = a.portal_id and v.id = a.version_id
  left join lateral (
    select count(*) as done from attempt_items i where i.portal_id = a.portal_id and i.attempt_id = a.id
  ) d on true
  left join completions c on c.portal_id = a.portal_id and c.attempt_id = a.id
    and not exists (select from completion_reversals x where x.portal_id = c.portal_id and x.completion_id = c.id)
  left join lateral (
    select o.id, o.score_percent, o.passed from completion_results o
    where o.portal_id = c.portal_id and o.completion_id = c.id order by o.id desc limit 1
  ) r on true;

create function scorm_number(value text) returns numeric language sql immutable parallel safe as $$
  select case when value ~ '^\s*[+-]?(\d{1,12}(\.\d{0,12})?|\.\d{1,12})\s*$' then value::numeric end
$$;

-- The score a package reports, as percent from 0 to 100; null without one. Out of bounds is cut here and flagged by scorm_score_flagged.
create function scorm_percent(cmi jsonb) returns numeric language plpgsql immutable parallel safe as $$
declare
  scaled numeric := scorm_number(cmi->>'cmi.score.scaled');
  raw numeric := scorm_number(coalesce(cmi->>'cmi.score.raw', cmi->>'cmi.core.score.raw'));
  low numeric := coalesce(scorm_number(coalesce(cmi->>'cmi.score.min', cmi->>'cmi.core.score.min')), 0);
  high numeric := scorm_number(coalesce(cmi->>'cmi.score.max', cmi->>'cmi.core.score.max'));
  percent numeric;
begin
  percent := case
    when scaled is not null then scaled * 100
    when raw is null then null
    when high is not null and high > low then (raw - low) / (high - low) * 100
    else raw end;
  return round(greatest(0, least(100, percent)), 4);
end $$;

create function scorm_score_flagged(cmi jsonb) returns boolean language plpgsql immutable parallel safe as $$
declare
  scaled numeric := scorm_number(cmi->>'cmi.score.scaled');
  raw numeric := scorm_number(coalesce(cmi->>'cmi.score.raw', cmi->>'cmi.core.score.raw'));
  low numeric := scorm_number(coalesce(cmi->>'cmi.score.min', cmi->>'cmi.core.score.min'));
  high numeric := scorm_number(coalesce(cmi->>'cmi.score.max', cmi->>'cmi.core.score.max'));
begin
  return coalesce(scaled < -1 or scaled > 1, false) or coalesce(raw < coalesce(low, 0), false) or coalesce(raw > coalesce(high, 100), false);
end $$;

-- One fact on top of a state. Completed and passed never fall, the best score neither.
create function scorm_apply(st scorm_states, fact jsonb, in_epoch integer, in_seq bigint) returns scorm_states
language plpgsql immutable as $$
declare
  new_values jsonb := coalesce(fact->'values', '{}');
  said text;
  percent numeric;
begin
  if st.session <> fact->>'session' then
    st.session := fact->>'session';
    st.sessions := st.sessions + 1;
    st.session_seconds := 0;
    st.session_scored := false;
  end if;
  -- A SCO that begins anew sees nothing of before; the log keeps it.
  if fact->'fresh' = 'true' then st.cmi := '{}'; end if;
  st.cmi := st.cmi || new_values;

  foreach said in array array[new_values->>'cmi.core.lesson_status', new_values->>'cmi.completion_status', new_values->>'cmi.success_status'] loop
    if said in ('completed', 'passed') then st.completed := true; end if;
    if said = 'passed' then st.passed := true;
    elsif said = 'failed' then st.passed := coalesce(st.passed, false); end if;
  end loop;

  if new_values ?| array['cmi.core.score.raw', 'cmi.core.score.min', 'cmi.core.score.max', 'cmi.score.raw', 'cmi.score.min', 'cmi.score.max', 'cmi.score.scaled'] then
    percent := scorm_percent(st.cmi);
    if percent is not null then
      if st.session_scored then
        st.percent_sum := st.percent_sum + percent - st.last_percent;
      else
        st.percent_sum := st.percent_sum + percent;
        st.percent_count := st.percent_count + 1;
        st.session_scored := true;
      end if;
      if st.percent_count = 1 then st.first_percent := percent; end if;
      st.last_percent := percent;
      st.best_percent := greatest(st.best_percent, percent);
    end if;
  end if;

  if fact ? 'seconds' then
    percent := greatest(0, (fact->>'seconds')::numeric);
    st.reported_seconds := st.reported_seconds - st.session_seconds + percent;
    st.session_seconds := percent;
  end if;
  if (in_epoch, in_seq) > (st.epoch, st.seq) then
    st.epoch := in_epoch;
    st.seq := in_seq;
  end if;
  return st;
end $$;

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
  known record;
  is_complete boolean;
  result boolean;
  changed integer := 0;
  n integer;
begin
  select a.version_id, a.course_id, a.user_id, v.item_count, v.completion_rule->'policy' as policy,
      s.credited_seconds >= coalesce((v.completion_rule->'policy'->>'minutes')::numeric, 1) * 60 as enough_time
    into att
    from attempts a
    join attempt_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
    join course_versions v on v.portal_id = a.portal_id and v.id = a.version_id
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
  get diagnostics n = row_count;
  changed := changed + n;

  select bool_or(scorm_passed(st, att.policy)) as any_passed, bool_and(scorm_passed(st, att.policy)) as all_passed,
      round(avg(scorm_score(st, att.policy)), 2) as score
    into total
    from scorm_states st where st.portal_id = in_portal and st.attempt_id = in_attempt and left(st.sco_key, 1) <> '_';

  result := case when att.policy->>'pass' = 'none' then null else total.all_passed end;

  select p.completion_id, p.score_percent, p.passed into known
    from attempt_progress p where p.portal_id = in_portal and p.attempt_id = in_attempt;
  is_complete := case att.policy->>'complete'
    when 'minutes' then att.enough_time
    else (select count(*) from attempt_items i where i.portal_id = in_portal and i.attempt_id = in_attempt) >= greatest(att.item_count, 1)
      and (att.policy->>'complete' <> 'passed' or coalesce(total.any_passed, false)) end;

  if known.completion_id is not null then
    -- Passed stays passed.
    result := coalesce(known.passed, false) or coalesce(result, known.passed);
    if (known.score_percent, known.passed) is distinct from (total.score, result) then
      insert into completion_results (portal_id, completion_id, score_percent, passed)
        values (in_portal, known.completion_id, total.score, result);
    end if;
  elsif is_complete then
    insert into completions (portal_id, attempt_id, course_id, user_id, version_id, score_percent, passed, source)
      values (in_portal, in_attempt, att.course_id, att.user_id, att.version_id, total.score, result, 'rule')
      on conflict do nothing;
  end if;
  get diagnostics n = row_count;
  return changed + n > 0;
end $$;

-- Stores facts of one client of one attempt, each once, and answers {stored, refused:[{seq, message}]}, or {error} when nothing was stored:
-- attempt (there is none), person (no longer a member), enrolment (ended).
create function scorm_commit(in_portal bigint, in_attempt bigint, in_package bigint, in_epoch integer, in_client text, in_facts jsonb) returns jsonb
language plpgsql as $$
declare
  att record;
  fact jsonb;
  st scorm_states;
  before scorm_states;
  empty scorm_states;
  old record;
  in_seq bigint;
  sco text;
  stamp integer;
  refusal text;
  kept boolean;
  flag jsonb;
  is_new boolean;
  matters boolean := false;
  stored bigint[] := '{}';
  refused jsonb := '[]';
begin
  perform set_config('app.portal_id', in_portal::text, true);
  select a.version_id, s.epoch, o.epoch as opened, m.status = 'active' as member,
      exists (select from enrolment_causes c
        left join enrolment_cause_ends x on x.portal_id = c.portal_id and x.cause_id = c.id
        where c.portal_id = a.portal_id and c.enrolment_id = a.enrolment_id and x.cause_id is null
          and (c.expires_at is null or c.expires_at > now())) as enrolled,
      exists (select from attempts n where n.portal_id = a.portal_id and n.enrolment_id = a.enrolment_id and n.number > a.number) as closed
    into att
    from attempts a
    join attempt_states s on s.portal_id = a.portal_id and s.attempt_id = a.id
    join memberships m on m.portal_id = a.portal_id and m.user_id = a.user_id
    left join scorm_states o on o.portal_id = a.portal_id and o.attempt_id = a.id and o.sco_key = '_open'
    where a.portal_id = in_portal and a.id = in_attempt
    for update of s;
  if not found then return '{"error": "attempt"}'; end if;
  if not att.member then return '{"error": "person"}'; end if;
  if not att.enrolled then return '{"error": "enrolment"}'; end if;

  for fact in select value from jsonb_array_elements(in_facts) loop
    in_seq := (fact->>'seq')::bigint;
    sco := fact->>'scoKey';
    -- A client cannot speak for an opening that has not happened; it is taken as one of the newest.
    stamp := least(in_epoch, att.epoch);
    is_new := false;
    refusal := case
      when att.closed then 'A newer attempt has begun; this one is closed.'
      when att.opened is null or in_epoch > att.opened then 'This part was not opened for learning.' end;

    select * into st from scorm_states where portal_id = in_portal and attempt_id = in_attempt and sco_key = sco;
    if not found and refusal is null then
      is_new := true;
      if sco <> '_sequencing' and not exists (select from course_version_items i
          where i.portal_id = in_portal and i.version_id = att.version_id and i.item_key = sco) then
        refusal := 'This part is not in the version you are learning.';
      end if;
      st := empty;
      st.portal_id := in_portal; st.attempt_id := in_attempt; st.sco_key := sco; st.cmi := '{}'; st.completed := false;
      st.percent_sum := 0; st.percent_count := 0; st.reported_seconds := 0; st.session := ''; st.sessions := 0;
      st.epoch := 0; st.seq := 0; st.session_seconds := 0; st.session_scored := false;
      st.is_asset := exists (select from scorm_packages p where p.portal_id = in_portal and p.id = in_package
        and jsonb_path_exists(p.manifest, '$.organization.items.** ? (@.scoKey == $key && @.isSco == false)', jsonb_build_object('key', sco)));
    end if;

    -- A score out of its bounds is kept as it came, and marked for who looks into the log.
    flag := case when (fact->'values')::text like '%.score.%' and scorm_score_flagged(st.cmi || (fact->'values')) then '{"flagged": "score"}' else '{}' end;
    insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind, delta, outcome)
      values (in_portal, in_attempt, in_client, in_seq, in_epoch, 'cmi',
        case when refusal is null then fact - 'calls' - 'seq' || flag else fact - 'calls' - 'seq' || jsonb_build_object('refused', refusal) end,
        case when refusal is not null then 'refused' when is_new or (stamp, in_seq) > (st.epoch, st.seq) then 'applied' else 'late' end)
      on conflict do nothing;
    kept := found;
    stored := stored || in_seq;
    if refusal is not null then refused := refused || jsonb_build_object('seq', in_seq, 'message', refusal); end if;
    if not kept or refusal is not null then continue; end if;

    before := st;
    if is_new or (stamp, in_seq) > (st.epoch, st.seq) then
      st := scorm_apply(st, fact, stamp, in_seq);
    else
      -- Something newer was here first: everything of this SCO is folded again in its right order. What had counted stays counted.
      st := empty;
      st.portal_id := in_portal; st.attempt_id := in_attempt; st.sco_key := sco; st.cmi := '{}'; st.completed := before.completed;
      st.passed := before.passed; st.best_percent := before.best_percent;
      st.percent_sum := 0; st.percent_count := 0; st.reported_seconds := 0; st.session := ''; st.sessions := 0;
      st.epoch := 0; st.seq := 0; st.session_seconds := 0; st.session_scored := false; st.is_asset := before.is_asset;
      for old in select l.delta, least(l.epoch, att.epoch) as epoch, l.seq from commit_log l
          where l.portal_id = in_portal and l.attempt_id = in_attempt and l.kind = 'cmi' and l.outcome <> 'refused' and l.delta->>'scoKey' = sco
          order by least(l.epoch, att.epoch), l.seq, l.received_at, l.client_id loop
        st := scorm_apply(st, old.delta, old.epoch, old.seq);
      end loop;
    end if;
    if is_new then
      st.updated_at := now();
      insert into scorm_states values (st.*);
    else
      update scorm_states set cmi = st.cmi, completed = st.completed, passed = st.passed, best_percent = st.best_percent,
          first_percent = st.first_percent, last_percent = st.last_percent, percent_sum = st.percent_sum, percent_count = st.percent_count,
          reported_seconds = st.reported_seconds, session = st.session, sessions = st.sessions, epoch = st.epoch, seq = st.seq,
          session_seconds = st.session_seconds, session_scored = st.session_scored, updated_at = now()
        where portal_id = in_portal and attempt_id = in_attempt and sco_key = sco;
    end if;
    if jsonb_array_length(coalesce(fact->'calls', '[]')) > 0 then
      insert into scorm_calls (portal_id, attempt_id, sco_key, session, calls) values (in_portal, in_attempt, sco, fact->>'session', fact->'calls');
    end if;
    matters := matters or left(sco, 1) <> '_' and (is_new or st.completed is distinct from before.completed or st.passed is distinct from before.passed
      or st.best_percent is distinct from before.best_percent or st.last_percent is distinct from before.last_percent
      or st.percent_sum is distinct from before.percent_sum);
  end loop;

  if matters then perform scorm_evaluate(in_portal, in_attempt); end if;
  update attempt_states set last_activity_at = now() where portal_id = in_portal and attempt_id = in_attempt;
  return jsonb_build_object('stored', to_jsonb(stored), 'refused', refused);
end $$;

-- Commits of several launchers in one statement, so that one flush makes all of them durable. Each succeeds or fails alone, in its own portal;
-- attempts are locked in one order, so that two such statements cannot wait for each other. Input: [{p, a, g, e, c, f}], see server/runtime-queries.ts.
create function commit_scorm(in_commits jsonb) returns table (at integer, reply jsonb) language plpgsql as $$
declare
  one record;
begin
  for one in select (c.ordinality - 1)::integer as place, c.value as body from jsonb_array_elements(in_commits) with ordinality c
      order by (c.value->>'p')::bigint, (c.value->>'a')::bigint, c.ordinality loop
    at := one.place;
    begin
      reply := scorm_commit((one.body->>'p')::bigint, (one.body->>'a')::bigint, (one.body->>'g')::bigint,
        (one.body->>'e')::integer, one.body->>'c', one.body->'f');
    exception when others then
      reply := jsonb_build_object('failed', sqlstate, 'message', sqlerrm);
    end;
    return next;
  end loop;
end $$;

grant execute on function commit_scorm, scorm_commit, scorm_evaluate to stoa_app;
