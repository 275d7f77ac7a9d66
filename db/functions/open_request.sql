-- The portals a person may switch to (specification §3 Portals): their own, and for a system admin all in use. The list crosses portals, so the function
-- belongs to stoa_system and runs as it; it returns only names and hosts, and only those of the given person.
create function portals_of(in_user bigint) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'host', h.host) order by p.name), '[]')
  from (select m.portal_id from memberships m where m.user_id = in_user and m.status = 'active'
    union select a.id from portals a where (select u.is_system_admin from users u where u.id = in_user)) one
  join portals p on p.id = one.portal_id and p.status = 'active'
  join portal_hosts h on h.portal_id = p.id and h.is_primary
$$;
grant create on schema public to stoa_system;
alter function portals_of owner to stoa_system;
revoke create on schema public from stoa_system;
revoke execute on function portals_of from public;
grant execute on function portals_of to stoa_app;

-- One round trip opens a request: it sets the portal for the rest of the transaction and answers who is asking.
-- Run inside a transaction. Suspended people, people without a membership and expired sessions get no row; a system admin
-- needs no membership. idle: how long a session may be unused. The visit is recorded at most once a minute. in_token is the hash of the browser's
-- token; the table has the hash of that. gate: what has to be done before anything else; factor_open: no second factor was proven; factor_days: under which rule one was asked for. It is kept in a setting of the transaction, as the proof of who asks (policy people_change_themselves).
create function open_request(in_portal bigint, in_token bytea, idle interval, with_portals boolean)
returns table (user_id bigint, session_id bigint, email text, given_name text, family_name text, is_system_admin boolean,
  is_author boolean, is_manager boolean, is_admin boolean, active_role text, gate text, factor_open boolean, factor_days integer,
  locale text, time_zone text, theme text, shortcuts boolean, expires_at timestamptz, portals jsonb,
  by_user_id bigint, by_name text, by_writes boolean, by_role text, limits jsonb, unread integer, tours text[])
language plpgsql as $$
declare
  rested boolean;
  roles_due boolean;
  seen_as bigint;
  may_write boolean;
  seen record;
  seen_role text;
  seen_copy bigint;
  kept bytea := sha256(in_token);
begin
  perform set_config('app.portal_id', in_portal::text, true);
  if in_token is null then return; end if;
  perform set_config('app.session', encode(in_token, 'hex'), true);
  select s.last_seen_at < now() - interval '1 minute', m.roles_change_at <= now(), case when s.as_until > now() then s.as_user_id end,
      case when s.as_until > now() then s.as_role end, s.as_copy_id, s.as_writes,
      u.id, s.id, u.email, u.given_name, u.family_name, u.is_system_admin,
      coalesce(m.is_author, false), coalesce(m.is_manager, false), coalesce(m.is_admin, false), s.active_role,
      case when u.must_change_password then 'password' when s.factor_due_at <= now() then 'factor' when s.terms_due is not null then 'terms'
        when s.fields_due and m.user_id is not null and fields_due(in_portal, u.id) then 'fields' end, s.factor_at is null, s.factor_days,
      u.locale, u.time_zone, u.theme, u.shortcuts, least(s.expires_at, s.last_seen_at + idle),
      case when with_portals then portals_of(u.id) end, m.role_limits, u.tours
    into rested, roles_due, seen_as, seen_role, seen_copy, may_write, user_id, session_id, email, given_name, family_name, is_system_admin,
      is_author, is_manager, is_admin, active_role, gate, factor_open, factor_days, locale, time_zone, theme, shortcuts, expires_at, portals, limits, tours
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.portal_id = s.portal_id and m.user_id = s.user_id
    where s.portal_id = in_portal and s.token_hash = kept
      and s.expires_at > now() and s.last_seen_at > now() - idle
      and u.kind = 'person'
      and may_enter(m.status, u.is_system_admin);
  if not found then return; end if;
  -- A role of theirs began or ended since the flags were stored: until a job stores them anew (features/roles), they are computed here.
  if roles_due then
    select r.is_author, r.is_manager, r.is_admin, r.limits into is_author, is_manager, is_admin, limits from roles_held(in_portal, user_id, now()) r;
  end if;
  -- Looking as somebody else: only an admin with all of that role does, never as a system admin, who has more rights, and only as an active member of this portal. Whoever lost the right, or
  -- whose person is gone, is themselves again.
  if seen_as is not null and (is_admin and limits -> 'Admin' is null or is_system_admin) then
    select u.id, u.email, u.given_name, u.family_name, coalesce(r.is_author, m.is_author) as is_author, coalesce(r.is_manager, m.is_manager) as is_manager,
        coalesce(r.is_admin, m.is_admin) as is_admin, case when m.roles_change_at <= now() then r.limits else m.role_limits end as limits
      into seen
      from memberships m
      join users u on u.id = m.user_id
      left join lateral roles_held(m.portal_id, m.user_id, now()) r on m.roles_change_at <= now()
      where m.portal_id = in_portal and m.user_id = seen_as and m.status = 'active' and u.kind = 'person' and not u.is_system_admin;
    if found then
      by_user_id := user_id;
      by_name := coalesce(nullif(trim(given_name || ' ' || family_name), ''), email);
      by_writes := may_write;
      user_id := seen.id;
      email := seen.email;
      given_name := seen.given_name;
      family_name := seen.family_name;
      is_author := seen.is_author;
      is_manager := seen.is_manager;
      is_admin := seen.is_admin;
      limits := seen.limits;
      is_system_admin := false;
      -- Their password is not the asker's to change; whose session it is has to set up a second factor all the same.
      gate := nullif(gate, 'password');
      factor_open := false;
      portals := case when with_portals then '[]'::jsonb end;
    end if;
  end if;
  -- Looking as a role: the same admins, as themselves with that role alone and what a copy of it leaves; nothing can be changed. A copy that is gone ends it.
  if seen_role is not null and seen_as is null and (is_admin and limits -> 'Admin' is null or is_system_admin) then
    select coalesce(c.name, seen_role) as name, case when c.id is not null then jsonb_build_object(seen_role, to_jsonb(c.permissions)) end as left_over
      into seen
      from (select) one
      left join role_copies c on c.portal_id = in_portal and c.id = seen_copy and c.of_role = seen_role and c.deleted_at is null
      where seen_copy is null or c.id is not null;
    if found then
      by_user_id := user_id;
      by_name := coalesce(nullif(trim(given_name || ' ' || family_name), ''), email);
      by_writes := false;
      by_role := seen.name;
      is_system_admin := false;
      is_author := seen_role = 'Author';
      is_manager := seen_role = 'Manager';
      is_admin := seen_role = 'Admin';
      limits := seen.left_over;
      -- Their menu is the role's or the student's.
      active_role := case when active_role = 'Student' then active_role else seen_role end;
      portals := case when with_portals then '[]'::jsonb end;
    end if;
  end if;
  -- What is missing is the person's own to fill in, and they do it when they are themselves again.
  if by_user_id is not null then gate := nullif(gate, 'fields'); end if;
  -- For the page and its environment, which show the number with nothing more to ask. More than 99 are not told apart.
  if with_portals then
    select count(*) into unread from (
      select from notifications n where n.portal_id = in_portal and n.user_id = open_request.user_id and n.read_at is null limit 100) those;
  end if;
  -- For statements that are sent together with this one, before it is known who asks (platform/db/read-ahead.ts).
  perform set_config('app.user_id', user_id::text, true);
  if rested then
    -- Never waits: another request of this session may hold the row for as long as it runs, and writes the same. A full disk keeps nobody from reading.
    begin
      update sessions s set last_seen_at = now()
        from (select k.portal_id, k.id from sessions k where k.portal_id = in_portal and k.token_hash = kept for no key update skip locked) free
        where s.portal_id = free.portal_id and s.id = free.id;
    exception when disk_full then null;
    end;
  end if;
  return next;
end $$;
grant execute on function open_request to stoa_app;
