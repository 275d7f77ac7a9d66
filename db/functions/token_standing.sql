-- How a package's token stands that was given out in a session: 'open'; 'ended' once somebody ended that session; 'waits' while the person has no
-- session there because it ran out, until they sign in again. idle: how long a session may rest. One row, which PostgreSQL plans with the statement that asks.
create function token_standing(in_portal bigint, in_user bigint, in_session bigint, idle interval) returns table (standing text) language sql stable as $$
  select case
    when exists (select from ended_sessions e where e.portal_id = in_portal and e.session_id = in_session) then 'ended'
    when exists (select from sessions s where s.portal_id = in_portal and s.user_id = in_user and s.id >= in_session
      and s.expires_at > now() and s.last_seen_at > now() - idle) then 'open'
    else 'waits' end
$$;

grant execute on function token_standing to stoa_app;
