-- Folds what SCORM packages report, in the database (SCO-4, SCO-5, SCO-9, security.md §5.3). Facts are folded in the order (epoch, seq), whatever
-- order they arrive in.

create function scorm_number(value text) returns numeric language sql immutable parallel safe as $$
  -- Digits alone, which most are, are told apart without a regular expression.
  select case when ltrim(value, '0123456789') = '' and length(value) between 1 and 12 then value::numeric
    when value ~ '^\s*[+-]?(\d{1,12}(\.\d{0,12})?|\.\d{1,12})\s*$' then value::numeric end
$$;

-- The score that a package reports, as a percentage from 0 to 100; null without one. A score out of range is clamped, and flagged by scorm_score_flagged.
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

-- A fact as the log keeps it. A score out of range is stored as it came, and flagged for readers of the log. cmi: the part's state before the fact.
create function scorm_logged(fact jsonb, cmi jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return fact - '{calls,seq}'::text[] || case
    when fact->'values' ?| array['cmi.core.score.raw', 'cmi.core.score.min', 'cmi.core.score.max', 'cmi.score.raw', 'cmi.score.min', 'cmi.score.max', 'cmi.score.scaled']
      and scorm_score_flagged(cmi || (fact->'values')) then '{"flagged": "score"}'::jsonb else '{}' end;
end $$;

-- Applies one fact to a state. Completed, passed and the best score never decrease.
create function scorm_apply(st scorm_states, fact jsonb, in_epoch integer, in_seq bigint) returns scorm_states
language plpgsql immutable as $$
declare
  new_values jsonb := coalesce(fact->'values', '{}');
  said text[];
  percent numeric;
begin
  if st.session <> fact->>'session' then
    st.session := fact->>'session';
    st.sessions := st.sessions + 1;
    st.session_seconds := 0;
    st.session_scored := false;
  end if;
  -- A SCO that starts over sees nothing of its earlier state; the log keeps it.
  if fact->'fresh' = 'true' then st.cmi := '{}'; end if;
  st.cmi := st.cmi || new_values;

  said := array[new_values->>'cmi.core.lesson_status', new_values->>'cmi.completion_status', new_values->>'cmi.success_status'];
  if said && '{completed,passed}' then st.completed := true; end if;
  if said && '{passed}' then st.passed := true;
  elsif said && '{failed}' then st.passed := coalesce(st.passed, false); end if;

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
