-- Whether somebody may enter a portal: an active member, or a system admin who is no member there. membership: the status of their
-- membership, null without one. The only place of this rule; every later request of a session checks it again (open_request).
create function may_enter(membership text, is_system_admin boolean) returns boolean
language sql immutable parallel safe as $$
  select case when membership is null then is_system_admin else membership = 'active' end
$$;
