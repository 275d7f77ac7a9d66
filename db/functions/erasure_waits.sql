-- Whether an erasure of a person waits in a portal. Until it is cancelled they stay deactivated, whoever would bring them back and however. The only place of this rule.
create function erasure_waits(in_portal bigint, in_user bigint) returns boolean language sql stable as $$
  select exists (select from erasures where portal_id = in_portal and user_id = in_user and done_at is null and cancelled_at is null)
$$;
grant execute on function erasure_waits to stoa_app, stoa_people, stoa_system;
