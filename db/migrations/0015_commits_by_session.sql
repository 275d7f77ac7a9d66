-- What a package's page sends under its session goes through the same statement as what its launcher sends by itself, and shares it with others:
-- who asks is found there too. And a commit does less: nothing is locked that is written anyway, and a total that decides nothing is not worked out.

-- The attempt an entry belongs to names its portal; asking for the portal once more locked its one row with every entry.
alter table commit_log drop constraint commit_log_portal_id_fkey;
-- The highest seq below which this client had no gap when the entry came; null where nobody asked. Each entry goes on from the one before.
alter table commit_log add column gapless_to bigint check (gapless_to >= 0);
-- Both change with every commit; with room in its page a row changes without its indexes.
alter table attempt_states set (fillfactor = 70);
alter table scorm_states set (fillfactor = 50);

-- Writes what the course's policy makes of an attempt: items done, and the completion. Only ever adds; a result that
-- changes while the attempt goes on is a further entry. Answers whether something was written.
create or replace function scorm_evaluate(in_portal bigint, in_attempt bigint) returns boolean language plpgsql as $$
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

drop function commit_scorm(jsonb);
drop function scorm_commit(bigint, bigint, bigint, integer, text, jsonb);

-- Stores facts of one client of one attempt, each once, and answers {stored, refused:[{seq, message}], contiguous, changed}: contiguous is the highest
-- seq below which this client has no gap, changed says whether the learner's state is another one now. Or {error} when nothing was stored:
-- attempt (there is none), owner (it is another person's than in_user), person (no longer a member), enrolment (ended).
create function scorm_commit(in_portal bigint, in_user bigint, in_attempt bigint, in_epoch integer, in_client text, in_facts jsonb) returns jsonb
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
  newest integer;
  stamp integer;
  refusal text;
  kept boolean;
  flag jsonb;
  is_new boolean;
  gapless bigint;
  changed boolean := false;
  matters boolean := false;
  stored bigint[] := '{}';
  refused jsonb := '[]';
  scores constant text[] := array['cmi.core.score.raw', 'cmi.core.score.min', 'cmi.core.score.max', 'cmi.score.raw', 'cmi.score.min', 'cmi.score.max', 'cmi.score.scaled'];
begin
  perform set_config('app.portal_id', in_portal::text, true);
  select a.user_id, a.version_id, o.epoch as opened, m.status = 'active' as member,
      exists (select from enrolment_causes c
        left join enrolment_cause_ends x on x.portal_id = c.portal_id and x.cause_id = c.id
        where c.portal_id = a.portal_id and c.enrolment_id = a.enrolment_id and x.cause_id is null
          and (c.expires_at is null or c.expires_at > now())) as enrolled,
      exists (select from attempts n where n.portal_id = a.portal_id and n.enrolment_id = a.enrolment_id and n.number > a.number) as closed
    into att
    from attempts a
    left join memberships m on m.portal_id = a.portal_id and m.user_id = a.user_id
    left join scorm_states o on o.portal_id = a.portal_id and o.attempt_id = a.id and o.sco_key = '_open'
    where a.portal_id = in_portal and a.id = in_attempt;
  if not found then return '{"error": "attempt"}'; end if;
  if att.user_id <> in_user then return '{"error": "owner"}'; end if;
  if not coalesce(att.member, false) then return '{"error": "person"}'; end if;
  if not att.enrolled then return '{"error": "enrolment"}'; end if;
  -- Holds the attempt until the end: what another writer wrote is seen below.
  update attempt_states set last_activity_at = now() where portal_id = in_portal and attempt_id = in_attempt returning epoch into newest;

  select coalesce(l.gapless_to, 0) into gapless from commit_log l
    where l.portal_id = in_portal and l.attempt_id = in_attempt and l.client_id = in_client and l.seq < (in_facts->0->>'seq')::bigint
    order by l.seq desc limit 1;
  gapless := coalesce(gapless, 0);
  -- What filled a gap since may go on above it.
  while exists (select from commit_log l where l.portal_id = in_portal and l.attempt_id = in_attempt and l.client_id = in_client and l.seq = gapless + 1) loop
    gapless := gapless + 1;
  end loop;
  for fact in select value from jsonb_array_elements(in_facts) loop
    in_seq := (fact->>'seq')::bigint;
    sco := fact->>'scoKey';
    -- A client cannot speak for an opening that has not happened; it is taken as one of the newest.
    stamp := least(in_epoch, newest);
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
      st.is_asset := exists (select from course_versions v
        join scorm_packages p on p.portal_id = v.portal_id
          and p.id = (jsonb_path_query_first(v.content, '$.chapters[*].pages[*].blocks[*] ? (@.kind == "scorm").packageId'))::bigint
        where v.portal_id = in_portal and v.id = att.version_id
          and jsonb_path_exists(p.manifest, '$.organization.items.** ? (@.scoKey == $key && @.isSco == false)', jsonb_build_object('key', sco)));
    end if;

    -- A score out of its bounds is kept as it came, and marked for who looks into the log.
    flag := case when fact->'values' ?| scores and scorm_score_flagged(st.cmi || (fact->'values')) then '{"flagged": "score"}' else '{}' end;
    if in_seq = gapless + 1 then gapless := in_seq; end if;
    insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind, gapless_to, delta, outcome)
      values (in_portal, in_attempt, in_client, in_seq, in_epoch, 'cmi', gapless,
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
      for old in select l.delta, least(l.epoch, newest) as epoch, l.seq from commit_log l
          where l.portal_id = in_portal and l.attempt_id = in_attempt and l.kind = 'cmi' and l.outcome <> 'refused' and l.delta->>'scoKey' = sco
          order by least(l.epoch, newest), l.seq, l.received_at, l.client_id loop
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

  while exists (select from commit_log l where l.portal_id = in_portal and l.attempt_id = in_attempt and l.client_id = in_client and l.seq = gapless + 1) loop
    gapless := gapless + 1;
  end loop;
  if matters then changed := scorm_evaluate(in_portal, in_attempt); end if;
  return jsonb_build_object('stored', to_jsonb(stored), 'refused', refused, 'changed', changed,
    'contiguous', gapless);
end $$;

-- Commits of several pages in one statement, so that one flush makes all of them durable. Each succeeds or fails alone, in its own portal;
-- attempts are locked in one order, so that two such statements cannot wait for each other. Input: [{p, a, e, c, f}], see server/runtime-queries.ts;
-- with s and i the asker is whoever has this session, and answers then also with {error}: session (there is none), password (to be changed first).
create function commit_scorm(in_commits jsonb) returns table (at integer, reply jsonb) language plpgsql as $$
declare
  one record;
  asker bigint;
  must_change boolean;
begin
  for one in select (c.ordinality - 1)::integer as place, c.value as body, (c.value->>'p')::bigint as portal, (c.value->>'a')::bigint as attempt
      from jsonb_array_elements(in_commits) with ordinality c
      order by 3, 4, c.ordinality loop
    at := one.place;
    begin
      reply := null;
      asker := null;
      if one.body ? 's' then
        select o.user_id, o.must_change_password into asker, must_change
          from open_request(one.portal, decode(one.body->>'s', 'hex'), make_interval(mins => (one.body->>'i')::integer), false) o;
        reply := case when asker is null then '{"error": "session"}'::jsonb when must_change then '{"error": "password"}' end;
      end if;
      if reply is null then
        reply := scorm_commit(one.portal, asker, one.attempt, (one.body->>'e')::integer, one.body->>'c', one.body->'f');
      end if;
    exception when others then
      reply := jsonb_build_object('failed', sqlstate, 'message', sqlerrm);
    end;
    return next;
  end loop;
end $$;

grant execute on function commit_scorm, scorm_commit, scorm_evaluate to stoa_app;
