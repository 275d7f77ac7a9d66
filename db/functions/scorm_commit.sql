-- The state of a part with all its facts of the log folded again in order. Values that never decrease are kept. newest: the newest epoch of the attempt.
create function scorm_fold(before scorm_states, newest integer) returns scorm_states language plpgsql as $$
declare
  st scorm_states;
  old record;
begin
  st.portal_id := before.portal_id; st.attempt_id := before.attempt_id; st.sco_key := before.sco_key; st.cmi := '{}';
  st.completed := before.completed; st.passed := before.passed; st.best_percent := before.best_percent; st.is_asset := before.is_asset;
  st.percent_sum := 0; st.percent_count := 0; st.reported_seconds := 0; st.session := ''; st.sessions := 0;
  st.epoch := 0; st.seq := 0; st.session_seconds := 0; st.session_scored := false;
  for old in select l.delta, least(l.epoch, newest) as epoch, l.seq from commit_log l
      where l.portal_id = st.portal_id and l.attempt_id = st.attempt_id and l.kind = 'cmi' and l.outcome <> 'refused' and l.delta->>'scoKey' = st.sco_key
      order by least(l.epoch, newest), l.seq, l.received_at, l.client_id loop
    st := scorm_apply(st, old.delta, old.epoch, old.seq);
  end loop;
  return st;
end $$;

-- Writes the state of a part that is there already.
create function scorm_write(st scorm_states) returns void language plpgsql as $$
begin
  update scorm_states s set cmi = st.cmi, completed = st.completed, passed = st.passed, best_percent = st.best_percent,
      first_percent = st.first_percent, last_percent = st.last_percent, percent_sum = st.percent_sum, percent_count = st.percent_count,
      reported_seconds = st.reported_seconds, session = st.session, sessions = st.sessions, epoch = st.epoch, seq = st.seq,
      session_seconds = st.session_seconds, session_scored = st.session_scored, cmi_bytes = st.cmi_bytes, updated_at = now()
    where s.portal_id = st.portal_id and s.attempt_id = st.attempt_id and s.sco_key = st.sco_key;
end $$;

-- In what, of all that a completion rule can read, a part has changed.
create function scorm_moved(before scorm_states, st scorm_states) returns text[] language plpgsql immutable parallel safe as $$
begin
  if left(st.sco_key, 1) = '_' then return '{}'; end if;
  return array_remove(array[
    case when st.completed is distinct from before.completed then 'completed' end,
    case when st.passed is distinct from before.passed then 'passed' end,
    case when st.first_percent is distinct from before.first_percent then 'first' end,
    case when st.last_percent is distinct from before.last_percent then 'last' end,
    case when st.best_percent is distinct from before.best_percent then 'best' end,
    case when (st.percent_sum, st.percent_count) is distinct from (before.percent_sum, before.percent_count) then 'average' end], null);
end $$;

-- Whether a part has changed in what the version's completion rule reads, or in what a finished attempt's result reads.
create function scorm_matters(before scorm_states, st scorm_states, decides_on text[], results_on text[]) returns boolean language plpgsql stable as $$
declare
  moved constant text[] := scorm_moved(before, st);
begin
  return moved && decides_on
    or moved && results_on and exists (select from completions c where c.portal_id = st.portal_id and c.attempt_id = st.attempt_id);
end $$;

-- Folds facts of one client of one attempt into the state of its parts, each once. Returns {stored, refused: [{seq, code}], contiguous, epoch, matters}.
-- contiguous: the highest seq up to which this client's facts have no gap. epoch: the newest epoch of the attempt. matters: whether anything changed that
-- the version's completion rule reads (course_versions.decides_on, results_on), so that the caller has to decide (features/progress/server/decide.ts) in
-- the same transaction. With in_decides false the caller cannot decide: such a call stores nothing and raises ST001. When nothing was stored it returns
-- {error}: attempt (it does not exist), owner (it belongs to another person than in_user), person (no longer a member), enrolment (ended).
-- in_state_limit: the most bytes that the parts of an attempt keep together; a fact that would add more is refused (state_full), one that adds nothing is
-- not. in_day_limit: the most bytes that a person's packages report on one UTC day (day_full). Small facts of nothing but status, score,
-- time and place may use a sixteenth more of both, so that a full attempt can still be completed.
create function scorm_commit(in_portal bigint, in_user bigint, in_attempt bigint, in_epoch integer, in_client text, in_facts jsonb, in_decides boolean,
  in_state_limit bigint, in_day_limit bigint) returns jsonb
language plpgsql as $$
declare
  att record;
  fact jsonb;
  st scorm_states;
  before scorm_states;
  empty scorm_states;
  in_seq bigint;
  sco text;
  newest integer;
  stamp integer;
  refusal text;
  kept boolean;
  is_new boolean;
  gapless bigint;
  part record;
  -- Parts of which a fact arrived after a newer one.
  late text[] := '{}';
  matters boolean := false;
  stored bigint[] := '{}';
  refused jsonb := '[]';
  today constant date := (now() at time zone 'UTC')::date;
  -- Their size in memory, about that of their JSON: never less than what they can add to the state.
  size constant bigint := pg_column_size(in_facts);
  bound bigint;
  reported bigint;
  elsewhere bigint;
  -- The exact size of the state, where the limit is near; null where these facts fit in any case.
  total bigint;
  is_day_full boolean := false;
  -- Where the day's limit is reached: what the person's packages have reported with the facts that were taken.
  used bigint;
  left_out bigint := 0;
  others bigint;
  share integer;
  scores constant text[] := array['cmi.core.score.raw', 'cmi.core.score.min', 'cmi.core.score.max', 'cmi.score.raw', 'cmi.score.min', 'cmi.score.max', 'cmi.score.scaled'];
  core constant text[] := scores || array['cmi.core.lesson_status', 'cmi.completion_status', 'cmi.success_status', 'cmi.progress_measure',
    'cmi.core.session_time', 'cmi.session_time', 'cmi.core.exit', 'cmi.exit', 'cmi.core.lesson_location', 'cmi.location', 'stoa.ended', 'stoa.before'];
begin
  perform set_config('app.portal_id', in_portal::text, true);
  select a.user_id, a.version_id, v.decides_on, v.results_on, o.epoch as opened, m.status = 'active' as member,
      exists (select from enrolment_causes c
        left join enrolment_cause_ends x on x.portal_id = c.portal_id and x.cause_id = c.id
        where c.portal_id = a.portal_id and c.enrolment_id = a.enrolment_id and x.cause_id is null
          and (c.expires_at is null or c.expires_at > now())) as enrolled,
      exists (select from attempts n where n.portal_id = a.portal_id and n.enrolment_id = a.enrolment_id and n.number > a.number
        and not attempt_set_aside(n.portal_id, n.id)) as closed
    into att
    from attempts a
    join course_versions v on v.portal_id = a.portal_id and v.id = a.version_id
    left join memberships m on m.portal_id = a.portal_id and m.user_id = a.user_id
    left join scorm_states o on o.portal_id = a.portal_id and o.attempt_id = a.id and o.sco_key = '_open'
    where a.portal_id = in_portal and a.id = in_attempt;
  if not found then return '{"error": "attempt"}'; end if;
  if att.user_id <> in_user then return '{"error": "owner"}'; end if;
  if not coalesce(att.member, false) then return '{"error": "person"}'; end if;
  if not att.enrolled then return '{"error": "enrolment"}'; end if;
  -- Locks the attempt until the end of the transaction, so that the statements below see what other writers wrote.
  update attempt_states s set last_activity_at = now(), reported_on = today, state_bound = s.state_bound + size,
      reported_bytes = size + case when s.reported_on = today then s.reported_bytes else 0 end,
      elsewhere_bytes = case when s.reported_on = today then s.elsewhere_bytes else 0 end
    where portal_id = in_portal and attempt_id = in_attempt
    returning s.epoch, s.state_bound, s.reported_bytes, s.elsewhere_bytes into newest, bound, reported, elsewhere;
  if bound > in_state_limit then
    select coalesce(sum(o.cmi_bytes), 0) into total from scorm_states o where o.portal_id = in_portal and o.attempt_id = in_attempt;
    update attempt_states s set state_bound = total + size where s.portal_id = in_portal and s.attempt_id = in_attempt;
    if total + size <= in_state_limit then total := null; end if;
  end if;
  -- The person's other attempts are looked at with the first commit of a day, then once for every 64th of the limit, then at the limit.
  if reported = size or reported * 64 / in_day_limit > (reported - size) * 64 / in_day_limit or reported + elsewhere > in_day_limit then
    select coalesce(sum(o.reported_bytes), 0) into others
      from attempts a join attempt_states o on o.portal_id = a.portal_id and o.attempt_id = a.id
      where a.portal_id = in_portal and a.user_id = att.user_id and a.id <> in_attempt and o.reported_on = today;
    if others <> elsewhere then
      elsewhere := others;
      update attempt_states s set elsewhere_bytes = elsewhere where s.portal_id = in_portal and s.attempt_id = in_attempt;
    end if;
    is_day_full := reported + elsewhere > in_day_limit;
    used := reported - size + elsewhere;
  end if;

  select coalesce(l.gapless_to, 0) into gapless from commit_log l
    where l.portal_id = in_portal and l.attempt_id = in_attempt and l.client_id = in_client and l.seq < (in_facts->0->>'seq')::bigint
    order by l.seq desc limit 1;
  gapless := coalesce(gapless, 0);
  -- Facts that have filled a gap since may raise it further.
  while exists (select from commit_log l where l.portal_id = in_portal and l.attempt_id = in_attempt and l.client_id = in_client and l.seq = gapless + 1) loop
    gapless := gapless + 1;
  end loop;
  for fact in select value from jsonb_array_elements(in_facts) loop
    in_seq := (fact->>'seq')::bigint;
    sco := fact->>'scoKey';
    -- A client cannot be ahead of the newest epoch; a higher one counts as the newest.
    stamp := least(in_epoch, newest);
    is_new := false;
    refusal := case
      when att.closed then 'attempt_closed'
      when att.opened is null or in_epoch > att.opened then 'not_opened' end;

    select * into st from scorm_states where portal_id = in_portal and attempt_id = in_attempt and sco_key = sco;
    if not found and refusal is null then
      is_new := true;
      -- A part's key is its page's id where the page is made of it, else its block's: several packages of one course may use the same SCO names.
      select b.value->>'scoKey' as key, (b.value->>'packageId')::bigint as package_id into part
        from course_versions v
        cross join lateral jsonb_path_query(v.content, '$.chapters[*].pages[*]') p(value)
        cross join lateral jsonb_array_elements(p.value->'blocks') b(value)
        cross join lateral (select case when b.value->>'scoKey' = p.value->>'id' then p.value->>'id' else b.value->>'id' end) k(key)
        where v.portal_id = in_portal and v.id = att.version_id and b.value->>'kind' = 'scorm'
          -- The second is where a part that plays alone keeps its sequencing state.
          and sco in (k.key, left('_sequencing-' || k.key, 64))
        limit 1;
      if not found and sco <> '_sequencing' then refusal := 'unknown_part'; end if;
      st := empty;
      st.portal_id := in_portal; st.attempt_id := in_attempt; st.sco_key := sco; st.cmi := '{}'; st.completed := false;
      st.percent_sum := 0; st.percent_count := 0; st.reported_seconds := 0; st.session := ''; st.sessions := 0;
      st.epoch := 0; st.seq := 0; st.session_seconds := 0; st.session_scored := false; st.cmi_bytes := 0;
      st.is_asset := exists (select from scorm_packages p where p.portal_id = in_portal and p.id = part.package_id
        and jsonb_path_exists(p.manifest, '$.organization.items.** ? (@.scoKey == $key && @.isSco == false)', jsonb_build_object('key', part.key)));
    end if;

    if refusal is null and (total is not null or is_day_full) then
      share := case when pg_column_size(fact->'values') < 2000 and (fact->'values') - core = '{}' then 16 end;
      refusal := case
        when total + pg_column_size(case when fact->'fresh' = 'true' then '{}'::jsonb else st.cmi end || (fact->'values')) - st.cmi_bytes
          > greatest(total, in_state_limit + coalesce(in_state_limit / share, 0)) then 'state_full'
        when is_day_full and used + pg_column_size(fact) > in_day_limit + coalesce(in_day_limit / share, 0) then 'day_full' end;
      if refusal is null then used := used + pg_column_size(fact); end if;
    end if;
    if refusal in ('state_full', 'day_full') then left_out := left_out + pg_column_size(fact); end if;

    if in_seq = gapless + 1 then gapless := in_seq; end if;
    insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind, gapless_to, delta, outcome)
      values (in_portal, in_attempt, in_client, in_seq, in_epoch, 'cmi', gapless,
        case
          when refusal is null then scorm_logged(fact, st.cmi)
          -- Beyond a limit the log grows by no more than this.
          when is_day_full or refusal in ('state_full', 'day_full') then jsonb_build_object('scoKey', sco, 'session', fact->'session', 'refused', refusal)
          else scorm_logged(fact, null) || jsonb_build_object('refused', refusal) end,
        case when refusal is not null then 'refused' when is_new or (stamp, in_seq) > (st.epoch, st.seq) then 'applied' else 'late' end)
      on conflict do nothing;
    kept := found;
    -- What came before is answered as it was then: a refused fact stays refused, a stored one stored.
    if not kept then
      select l.delta->>'refused' into refusal from commit_log l
        where l.portal_id = in_portal and l.attempt_id = in_attempt and l.client_id = in_client and l.seq = in_seq;
    end if;
    stored := stored || in_seq;
    if refusal is not null then refused := refused || jsonb_build_object('seq', in_seq, 'code', refusal); end if;
    if not kept or refusal is not null then continue; end if;

    if jsonb_array_length(coalesce(fact->'calls', '[]')) > 0 then
      insert into scorm_calls (portal_id, attempt_id, sco_key, session, calls) values (in_portal, in_attempt, sco, fact->>'session', fact->'calls');
    end if;
    before := st;
    if is_new or (stamp, in_seq) > (st.epoch, st.seq) then
      st := scorm_apply(st, fact, stamp, in_seq);
    -- A newer fact arrived first: all facts of this part are folded again, once for all late ones of this call.
    elsif total is null then
      if sco <> all(late) then late := late || sco; end if;
      continue;
    else
      -- Near the limit at once, because the next fact is measured by this state.
      st := scorm_fold(st, newest);
    end if;
    st.cmi_bytes := pg_column_size(st.cmi);
    total := total + st.cmi_bytes - before.cmi_bytes;
    if is_new then
      st.updated_at := now();
      insert into scorm_states values (st.*);
    else
      perform scorm_write(st);
    end if;
    matters := matters or is_new and left(sco, 1) <> '_' or scorm_matters(before, st, att.decides_on, att.results_on);
    if matters and not in_decides then raise exception 'This commit needs a decision.' using errcode = 'ST001'; end if;
  end loop;

  foreach sco in array late loop
    select * into before from scorm_states where portal_id = in_portal and attempt_id = in_attempt and sco_key = sco;
    st := scorm_fold(before, newest);
    st.cmi_bytes := pg_column_size(st.cmi);
    perform scorm_write(st);
    matters := matters or scorm_matters(before, st, att.decides_on, att.results_on);
  end loop;
  if matters and not in_decides then raise exception 'This commit needs a decision.' using errcode = 'ST001'; end if;

  while exists (select from commit_log l where l.portal_id = in_portal and l.attempt_id = in_attempt and l.client_id = in_client and l.seq = gapless + 1) loop
    gapless := gapless + 1;
  end loop;
  if left_out > 0 then
    update attempt_states s set state_bound = s.state_bound - left_out, reported_bytes = s.reported_bytes - left_out
      where s.portal_id = in_portal and s.attempt_id = in_attempt;
  end if;
  return jsonb_build_object('stored', to_jsonb(stored), 'refused', refused, 'contiguous', gapless, 'epoch', newest, 'matters', matters);
end $$;

grant execute on function scorm_commit to stoa_app;
