-- Whether an attempt is out of the way (attempts_set_aside), for statements that have no attempt_progress.
create function attempt_set_aside(in_portal bigint, in_attempt bigint) returns boolean language sql stable as $$
  select exists (select from attempts_set_aside x where x.portal_id = in_portal and x.attempt_id = in_attempt)
$$;
grant execute on function attempt_set_aside to stoa_app, stoa_people, stoa_system;
