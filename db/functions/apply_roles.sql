-- Assignments of roles with what they give. One of a deputy (deputy_of) gives what the manager's own gives that it shares: the same scope and copy, in its days as far as that
-- one stands in them, and nothing (is_void) while the manager is deactivated. holder_id: who holds it in their own right. asked_from, asked_until: its days as they were named.
-- security_invoker: the view reads with the rights of the role that queries it.
create view held_roles with (security_invoker = true) as
  select a.portal_id, a.id, a.user_id, a.role, a.deputy_of,
    case when a.deputy_of is null then a.copy_id else o.copy_id end as copy_id,
    case when a.deputy_of is null then a.scope else o.scope end as scope,
    case when a.deputy_of is null then a.starts_at else greatest(a.starts_at, o.starts_at) end as starts_at,
    case when a.deputy_of is null then a.ends_at else least(a.ends_at, o.ends_at) end as ends_at,
    a.starts_at as asked_from, a.ends_at as asked_until, a.granted_at, a.granted_by,
    coalesce(o.user_id, a.user_id) as holder_id,
    a.deputy_of is not null and (h.status is distinct from 'active' or least(a.ends_at, o.ends_at) <= greatest(a.starts_at, o.starts_at)) as is_void
  from role_assignments a
  left join role_assignments o on o.portal_id = a.portal_id and o.id = a.deputy_of
  left join memberships h on h.portal_id = o.portal_id and h.user_id = o.user_id;
grant select on held_roles to stoa_app, stoa_people, stoa_system;

-- Which roles somebody holds at a moment by their assignments, and when that changes next by a date (null: never); of a deputy that is at
-- every moment of their days, because it changes with what the manager has. limits: of each role that they hold only as copies, the
-- permissions that these give; null where there is none.
create function roles_held(in_portal bigint, in_user bigint, moment timestamptz)
returns table (is_author boolean, is_manager boolean, is_admin boolean, change_at timestamptz, limits jsonb)
language sql stable as $$
  select coalesce(bool_or(a.role = 'Author') filter (where held.now), false),
    coalesce(bool_or(a.role = 'Manager') filter (where held.now), false),
    coalesce(bool_or(a.role = 'Admin') filter (where held.now), false),
    min(case when a.deputy_of is not null then case when a.asked_until > moment then greatest(a.asked_from, moment) end
      when a.starts_at > moment then a.starts_at when a.ends_at > moment then a.ends_at end),
    case when coalesce(bool_or(a.copy_id is not null) filter (where held.now), false) then (
      select jsonb_object_agg(limited.role, limited.permissions)
      from (
        select b.role, jsonb_agg(distinct p.permission order by p.permission) as permissions
        from held_roles b
        join role_copies c on c.portal_id = b.portal_id and c.id = b.copy_id
        cross join lateral unnest(c.permissions) as p (permission)
        where b.portal_id = in_portal and b.user_id = in_user and not b.is_void and b.starts_at <= moment and (b.ends_at is null or b.ends_at > moment)
          and not exists (
            select from held_roles f
            where f.portal_id = b.portal_id and f.user_id = b.user_id and f.role = b.role and f.copy_id is null
              and not f.is_void and f.starts_at <= moment and (f.ends_at is null or f.ends_at > moment))
        group by b.role
      ) limited) end
  from held_roles a
  cross join lateral (select not a.is_void and a.starts_at <= moment and (a.ends_at is null or a.ends_at > moment) as now) held
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
