-- Which roles somebody holds at a moment by their assignments, and when that changes next by a date (null: never). limits: of each role that they hold only as copies, the
-- permissions that these give; null where there is none.
create function roles_held(in_portal bigint, in_user bigint, moment timestamptz)
returns table (is_author boolean, is_manager boolean, is_admin boolean, change_at timestamptz, limits jsonb)
language sql stable as $$
  select coalesce(bool_or(a.role = 'Author') filter (where held.now), false),
    coalesce(bool_or(a.role = 'Manager') filter (where held.now), false),
    coalesce(bool_or(a.role = 'Admin') filter (where held.now), false),
    min(case when a.starts_at > moment then a.starts_at when a.ends_at > moment then a.ends_at end),
    case when coalesce(bool_or(a.copy_id is not null) filter (where held.now), false) then (
      select jsonb_object_agg(limited.role, limited.permissions)
      from (
        select b.role, jsonb_agg(distinct p.permission order by p.permission) as permissions
        from role_assignments b
        join role_copies c on c.portal_id = b.portal_id and c.id = b.copy_id
        cross join lateral unnest(c.permissions) as p (permission)
        where b.portal_id = in_portal and b.user_id = in_user and b.starts_at <= moment and (b.ends_at is null or b.ends_at > moment)
          and not exists (
            select from role_assignments f
            where f.portal_id = b.portal_id and f.user_id = b.user_id and f.role = b.role and f.copy_id is null
              and f.starts_at <= moment and (f.ends_at is null or f.ends_at > moment))
        group by b.role
      ) limited) end
  from role_assignments a
  cross join lateral (select a.starts_at <= moment and (a.ends_at is null or a.ends_at > moment) as now) held
  where a.portal_id = in_portal and a.user_id = in_user
$$;
grant execute on function roles_held to stoa_app, stoa_people, stoa_system;

-- Stores what somebody's assignments give in the flags and limits of their membership. Called in the transaction that changes the assignments or a copy, after the change.
create function apply_roles(in_portal bigint, in_user bigint) returns void
language plpgsql as $$
begin
  -- Two changes at once: the second waits here, and the next statement sees what the first one wrote.
  perform from memberships m where m.portal_id = in_portal and m.user_id = in_user for update;
  update memberships m set is_author = r.is_author, is_manager = r.is_manager, is_admin = r.is_admin, roles_change_at = r.change_at, role_limits = r.limits
    from roles_held(in_portal, in_user, now()) r
    where m.portal_id = in_portal and m.user_id = in_user
      and (m.is_author, m.is_manager, m.is_admin, m.roles_change_at, m.role_limits)
        is distinct from (r.is_author, r.is_manager, r.is_admin, r.change_at, r.limits);
end $$;
revoke execute on function apply_roles from public;
grant execute on function apply_roles to stoa_people, stoa_system;
