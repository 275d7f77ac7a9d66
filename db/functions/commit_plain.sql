-- Stores those of some commits that only add to what is there, those of a portal in one statement: one fact, newer than all of its client, of a part that
-- has reported before, far from every limit, without a change that a completion rule reads, by somebody of whom nothing else is to be found out. It
-- waits for nobody: an attempt that somebody holds is left out. What it does not return is as it was, for commit_scorm, which knows every case and
-- does the same for these (features/scorm/plain-commits.test.ts compares both). Input and replies as there.
create function commit_plain(in_commits jsonb, in_state_limit bigint, in_day_limit bigint) returns table (at integer, reply jsonb)
language plpgsql
-- The plan is made once, and is right at any size: each row is looked up by its key, each row that changes by its place, which stays while the
-- attempt is held.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  in_portal bigint;
  held bigint[];
  today constant date := (now() at time zone 'UTC')::date;
begin
  for in_portal in select distinct (c->>'p')::bigint from jsonb_array_elements(in_commits) c loop
    perform set_config('app.portal_id', in_portal::text, true);
    begin
      -- Until the end of the transaction, so that the statement below sees what other writers wrote.
      held := array(select s.attempt_id from attempt_states s
        where s.portal_id = in_portal and s.attempt_id = any (array(select (c->>'a')::bigint from jsonb_array_elements(in_commits) c))
        for no key update skip locked);
      return query with sent as materialized (
        select b.nth::integer - 1 as nth, b.a as attempt_id, b.e as epoch, b.c as client_id, b.f->0 as fact, (b.f->0->>'seq')::bigint as seq,
          pg_column_size(b.f) as size, sha256(decode(b.s, 'hex')) as session, b.u as user_id, b.t as session_id, make_interval(mins => b.i) as idle,
          jsonb_array_length(b.f) as facts, row_number() over (partition by b.a order by b.nth) as place
        from rows from (jsonb_to_recordset(in_commits)
          as (p bigint, a bigint, e integer, c text, f jsonb, s text, i integer, t bigint, u bigint)) with ordinality b(p, a, e, c, f, s, i, t, u, nth)
        where b.p = in_portal and b.a = any (held)
      ), folded as materialized (
        select c.*, n.at as state_at, n.epoch as newest, p.at as part_at, p.part, x.is_due, v.decides_on, v.results_on,
          case when c.seq = coalesce(l.gapless_to, 0) + 1 then c.seq else coalesce(l.gapless_to, 0) end as gapless,
          scorm_apply(p.part, c.fact, least(c.epoch, n.epoch), c.seq) as st
        from sent c
        cross join lateral (select a.user_id, a.enrolment_id, a.number, a.version_id from attempts a
          where a.portal_id = in_portal and a.id = c.attempt_id limit 1) a
        cross join lateral (select v.decides_on, v.results_on from course_versions v where v.portal_id = in_portal and v.id = a.version_id limit 1) v
        cross join lateral (select m.status from memberships m where m.portal_id = in_portal and m.user_id = a.user_id limit 1) m
        cross join lateral (select s.ctid as at, s.epoch, s.state_bound, s.reported_on, s.reported_bytes, s.elsewhere_bytes from attempt_states s
          where s.portal_id = in_portal and s.attempt_id = c.attempt_id limit 1) n
        cross join lateral (select o.epoch from scorm_states o
          where o.portal_id = in_portal and o.attempt_id = c.attempt_id and o.sco_key = '_open' limit 1) o
        cross join lateral (select o.ctid as at, o as part, o.epoch, o.seq from scorm_states o
          where o.portal_id = in_portal and o.attempt_id = c.attempt_id and o.sco_key = c.fact->>'scoKey' limit 1) p
        left join lateral (select l.seq, coalesce(l.gapless_to, 0) as gapless_to from commit_log l
          where l.portal_id = in_portal and l.attempt_id = c.attempt_id and l.client_id = c.client_id order by l.seq desc limit 1) l on true
        left join lateral (select k.user_id, k.last_seen_at < now() - interval '1 minute' as is_due from sessions k join users w on w.id = k.user_id
          where k.portal_id = in_portal and k.token_hash = c.session and k.expires_at > now() and k.last_seen_at > now() - c.idle
            and k.as_user_id is null and k.as_role is null and w.kind = 'person' and not w.must_change_password
            and (k.factor_due_at is null or k.factor_due_at > now()) and k.terms_due is null and not k.fields_due limit 1) x on c.session is not null
        left join lateral token_standing(in_portal, c.user_id, c.session_id, c.idle) g on c.session_id is not null
        where c.facts = 1 and c.place = 1 and m.status = 'active'
          and (c.session is null or x.user_id = a.user_id) and (c.session_id is null or g.standing = 'open')
          and c.epoch <= o.epoch and (least(c.epoch, n.epoch), c.seq) > (p.epoch, p.seq)
          and (l.seq is null or c.seq > l.seq)
          -- Where this client has a gap, what has come since may have filled it.
          and (l.seq is null or l.gapless_to = l.seq or not exists (select from commit_log f
            where f.portal_id = in_portal and f.attempt_id = c.attempt_id and f.client_id = c.client_id and f.seq = l.gapless_to + 1))
          and not exists (select from attempts w where w.portal_id = in_portal and w.enrolment_id = a.enrolment_id and w.number > a.number)
          and exists (select from enrolment_causes w where w.portal_id = in_portal and w.enrolment_id = a.enrolment_id
            and (w.expires_at is null or w.expires_at > now())
            and not exists (select from enrolment_cause_ends y where y.portal_id = in_portal and y.cause_id = w.id))
          and n.state_bound + c.size <= in_state_limit
          and n.reported_on = today and n.reported_bytes > 0 and n.reported_bytes + c.size + n.elsewhere_bytes <= in_day_limit
          and (n.reported_bytes + c.size) * 64 / in_day_limit = n.reported_bytes * 64 / in_day_limit
      ), plain as materialized (
        -- As scorm_matters.
        select * from folded c cross join lateral (select scorm_moved(c.part, c.st) as moved offset 0) m
        where not (m.moved && c.decides_on) and not (m.moved && c.results_on
          and exists (select from completions f where f.portal_id = in_portal and f.attempt_id = c.attempt_id))
      ), counted as (
        update attempt_states s set last_activity_at = now(), state_bound = s.state_bound + c.size, reported_bytes = s.reported_bytes + c.size
        from plain c where s.ctid = c.state_at
      ), logged as (
        insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind, gapless_to, delta)
        select in_portal, c.attempt_id, c.client_id, c.seq, c.epoch, 'cmi', c.gapless, scorm_logged(c.fact, (c.part).cmi) from plain c
      ), called as (
        insert into scorm_calls (portal_id, attempt_id, sco_key, session, calls)
        select in_portal, c.attempt_id, c.fact->>'scoKey', c.fact->>'session', c.fact->'calls' from plain c where c.fact->'calls' <> '[]'
      ), kept as (
        update scorm_states s set cmi = (c.st).cmi, completed = (c.st).completed, passed = (c.st).passed, best_percent = (c.st).best_percent,
          first_percent = (c.st).first_percent, last_percent = (c.st).last_percent, percent_sum = (c.st).percent_sum,
          percent_count = (c.st).percent_count, reported_seconds = (c.st).reported_seconds, session = (c.st).session, sessions = (c.st).sessions,
          epoch = (c.st).epoch, seq = (c.st).seq, session_seconds = (c.st).session_seconds, session_scored = (c.st).session_scored,
          cmi_bytes = pg_column_size((c.st).cmi), updated_at = now()
        from plain c where s.ctid = c.part_at
      ), seen as (
        update sessions s set last_seen_at = now()
        from plain c
        cross join lateral (select k.ctid as at from sessions k where k.portal_id = in_portal and k.token_hash = c.session
          limit 1 for no key update skip locked) k
        where c.is_due and s.ctid = k.at
      )
      select c.nth, jsonb_build_object('stored', jsonb_build_array(c.seq), 'refused', '[]'::jsonb, 'contiguous', c.gapless, 'epoch', c.newest,
        'matters', false)
      from plain c;
    -- One of them failed, and with it all of the portal: each then goes alone.
    exception when others then null;
    end;
  end loop;
end $$;

grant execute on function commit_plain to stoa_app;
