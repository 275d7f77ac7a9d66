-- Which roles somebody holds at a moment by their assignments, and when that changes next by a date (null: never).
create function roles_held(in_portal bigint, in_user bigint, moment timestamptz)
returns table (is_author boolean, is_manager boolean, is_admin boolean, change_at timestamptz)
language sql stable as $$
  select coalesce(bool_or(a.role = 'Author') filter (where held.now), false),
    coalesce(bool_or(a.role = 'Manager') filter (where held.now), false),
    coalesce(bool_or(a.role = 'Admin') filter (where held.now), false),
    min(case when a.starts_at > moment then a.starts_at when a.ends_at > moment then a.ends_at end)
  from role_assignments a
  cross join lateral (select a.starts_at <= moment and (a.ends_at is null or a.ends_at > moment) as now) held
  where a.portal_id = in_portal and a.user_id = in_user
$$;
grant execute on function roles_held to stoa_app, stoa_people, stoa_system;

-- Stores what somebody's assignments give in the flags of their membership. Called in the transaction that changes the assignments, after the change.
create function apply_roles(in_portal bigint, in_user bigint) returns void
language plpgsql as $$
begin
  -- Two changes at once: the second waits here, and the next statement sees what the first one wrote.
  perform from memberships m where m.portal_id = in_portal and m.user_id = in_user for update;
  update memberships m set is_author = r.is_author, is_manager = r.is_manager, is_admin = r.is_admin, roles_change_at = r.change_at
    from roles_held(in_portal, in_user, now()) r
    where m.portal_id = in_portal and m.user_id = in_user
      and (m.is_author, m.is_manager, m.is_admin, m.roles_change_at) is distinct from (r.is_author, r.is_manager, r.is_admin, r.change_at);
end $$;
revoke execute on function apply_roles from public;
grant execute on function apply_roles to stoa_people, stoa_system;
