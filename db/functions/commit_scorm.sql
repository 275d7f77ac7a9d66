-- Stores commits of several pages in one statement, so that one disk flush makes all of them durable. Each succeeds or fails alone, in its own portal;
-- attempts are always locked in the same order, so that two such statements cannot deadlock. Input: [{p, a, e, c, f}], see
-- features/progress/server/package-commits.ts; with s and i the asker is the person of this session, and the reply may also be {error}: session (it
-- does not exist), the gate before which it stands (open_request), or looking (they look at the portal as another person). With in_decides false, a commit that needs a decision is not stored and the reply is
-- {"decide": true}; so are all later ones of the same attempt, to keep their order. The limits are scorm_commit's.
create function commit_scorm(in_commits jsonb, in_decides boolean, in_state_limit bigint, in_day_limit bigint) returns table (at integer, reply jsonb) language plpgsql
-- A generic plan made while the tables were small would use sequential scans, and keep using them as the tables grow until they are analysed. This
-- setting prevents such plans.
set enable_seqscan = off as $$
declare
  one record;
  asker bigint;
  held bigint[];
  gate text;
  looks_by bigint;
begin
  for one in select (c.ordinality - 1)::integer as place, c.value as body, (c.value->>'p')::bigint as portal, (c.value->>'a')::bigint as attempt
      from jsonb_array_elements(in_commits) with ordinality c
      order by 3, 4, c.ordinality loop
    at := one.place;
    begin
      reply := case when held = array[one.portal, one.attempt] then '{"decide": true}'::jsonb end;
      asker := null;
      if reply is null and one.body ? 's' then
        select o.user_id, o.gate, o.by_user_id into asker, gate, looks_by
          from open_request(one.portal, decode(one.body->>'s', 'hex'), make_interval(mins => (one.body->>'i')::integer), false) o;
        reply := case when asker is null then '{"error": "session"}'::jsonb when gate is not null then jsonb_build_object('error', gate)
          when looks_by is not null then '{"error": "looking"}' end;
      end if;
      if reply is null and one.body ? 't' then
        perform set_config('app.portal_id', one.portal::text, true);
        reply := case (select g.standing from token_standing(one.portal, (one.body->>'u')::bigint, (one.body->>'t')::bigint,
            make_interval(mins => (one.body->>'i')::integer)) g)
          when 'ended' then '{"error": "ended"}'::jsonb
          when 'waits' then '{"error": "session"}'::jsonb end;
      end if;
      if reply is null then
        reply := scorm_commit(one.portal, asker, one.attempt, (one.body->>'e')::integer, one.body->>'c', one.body->'f', in_decides,
          in_state_limit, in_day_limit);
      end if;
    exception
      when sqlstate 'ST001' then
        held := array[one.portal, one.attempt];
        reply := '{"decide": true}';
      when others then
        reply := jsonb_build_object('failed', sqlstate, 'message', sqlerrm);
    end;
    return next;
  end loop;
end $$;

grant execute on function commit_scorm to stoa_app;
