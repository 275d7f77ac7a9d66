-- Portals, people, sessions. Every portal-owned table leads its primary key with portal_id, has row-level security forced,
-- and is reached by two roles only: stoa_app (one portal at a time) and stoa_system (the few named cross-portal jobs).

create function protect_portal_table(target regclass, app_rights text) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  -- No coalesce: outside a portal the setting is missing or empty and the cast raises, so a forgotten portal fails closed.
  execute format('create policy portal_scope on %s to stoa_app
    using (portal_id = current_setting(''app.portal_id'')::bigint)
    with check (portal_id = current_setting(''app.portal_id'')::bigint)', target);
  execute format('create policy system_scope on %s to stoa_system using (true) with check (true)', target);
  execute format('grant %s on %s to stoa_app', app_rights, target);
  execute format('grant select, insert, update, delete on %s to stoa_system', target);
end $$;

grant usage on schema public to stoa_app, stoa_system;

create table portals (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,40}$'),
  name text not null check (length(name) between 1 and 120),
  status text not null default 'active' check (status in ('active', 'suspended')),
  colors jsonb not null default '{}',
  settings jsonb not null default '{}',
  announcement_html text not null default '',
  logo_file text,
  mobile_logo_file text,
  locale text not null default 'en',
  time_zone text not null default 'UTC',
  contact jsonb not null default '{}',
  revision bigint not null default 1,
  created_at timestamptz not null default now()
);
comment on table portals is 'Portal = tenant. settings is the specification''s PortalSettings, key to string; revision grows with every change.';

create table portal_hosts (
  host text primary key check (host = lower(host) and host !~ '[^a-z0-9.-]'),
  portal_id bigint not null references portals,
  is_primary boolean not null default false
);
create unique index portal_hosts_one_primary on portal_hosts (portal_id) where is_primary;

create table system_settings (
  key text primary key,
  value jsonb not null
);

create table users (
  id bigint generated always as identity (start with 1001) primary key,
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  kind text not null default 'person' check (kind in ('person', 'preview_guest')),
  given_name text not null default '' check (length(given_name) <= 80),
  family_name text not null default '' check (length(family_name) <= 80),
  password_hash text,
  password_changed_at timestamptz,
  must_change_password boolean not null default false,
  is_system_admin boolean not null default false,
  locale text,
  time_zone text,
  theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
  shortcuts boolean not null default true,
  created_at timestamptz not null default now(),
  -- decisions.md "User 13": the preview guest has no password, no rights and cannot sign in.
  constraint user_13_is_the_preview_guest check ((id = 13) = (kind = 'preview_guest')),
  constraint preview_guest_cannot_sign_in check (kind = 'person' or (password_hash is null and not is_system_admin))
);
create unique index users_email on users (email);
insert into users (id, email, kind, given_name) overriding system value values (13, 'preview-guest@stoa.invalid', 'preview_guest', 'Preview guest');

create table memberships (
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  status text not null default 'active' check (status in ('active', 'suspended')),
  is_author boolean not null default false,
  is_manager boolean not null default false,
  is_admin boolean not null default false,
  widgets jsonb not null default '{}',
  joined_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  primary key (portal_id, user_id)
);
create index memberships_user on memberships (user_id);

create table sessions (
  portal_id bigint not null references portals,
  token_hash bytea not null,
  id bigint generated always as identity,
  user_id bigint not null references users,
  -- decisions.md: the current role changes menus and defaults, never rights.
  active_role text not null default 'Student' check (active_role in ('Student', 'Author', 'Manager', 'Admin', 'System')),
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (portal_id, token_hash)
);
create index sessions_user on sessions (portal_id, user_id);
create index sessions_by_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table handover_tokens (
  portal_id bigint not null references portals,
  token_hash bytea not null,
  user_id bigint not null references users,
  source_portal_id bigint not null references portals,
  source_origin text not null,
  return_path text not null,
  expires_at timestamptz not null,
  primary key (portal_id, token_hash)
);

create table audit_events (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_id bigint references users,
  action text not null,
  subject text not null default '',
  details jsonb not null default '{}',
  ip text not null default '',
  request_id text not null default '',
  primary key (portal_id, id)
);
create index audit_events_actor on audit_events (portal_id, actor_id, id desc);

create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

select protect_portal_table('memberships', 'select, insert, update');
select protect_portal_table('sessions', 'select, insert, update, delete');
select protect_portal_table('handover_tokens', 'select, delete');
select protect_portal_table('audit_events', 'select, insert');

grant select on portals, portal_hosts, system_settings to stoa_app;
grant select, insert, update, delete on portals, portal_hosts, system_settings to stoa_system;
grant select, insert, update on users to stoa_app, stoa_system;
grant select, insert, update, delete on rate_limits to stoa_app, stoa_system;

-- The portals a person may switch to (specification §3 Portals). The list crosses portals, so the function belongs to stoa_system
-- and runs as it; it gives out names and hosts only, and only for the person asked about.
create function portals_of(in_user bigint) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'host', h.host) order by p.name), '[]')
  from memberships m
  join portals p on p.id = m.portal_id and p.status = 'active'
  join portal_hosts h on h.portal_id = p.id and h.is_primary
  where m.user_id = in_user and m.status = 'active'
$$;
grant create on schema public to stoa_system;
alter function portals_of owner to stoa_system;
revoke create on schema public from stoa_system;
revoke execute on function portals_of from public;
grant execute on function portals_of to stoa_app;

-- One round trip opens a request: it sets the portal for the rest of the transaction and answers who is asking.
-- Run inside a transaction. Suspended people, people without a membership and expired sessions get no row; a system admin
-- needs no membership. idle: how long a session may rest. The visit is noted at most once a minute.
create function open_request(in_portal bigint, in_token bytea, idle interval, with_portals boolean)
returns table (user_id bigint, session_id bigint, email text, given_name text, family_name text, is_system_admin boolean,
  is_author boolean, is_manager boolean, is_admin boolean, active_role text, must_change_password boolean,
  locale text, time_zone text, theme text, shortcuts boolean, expires_at timestamptz, portals jsonb)
language plpgsql as $$
declare rested boolean;
begin
  perform set_config('app.portal_id', in_portal::text, true);
  if in_token is null then return; end if;
  select s.last_seen_at < now() - interval '1 minute',
      u.id, s.id, u.email, u.given_name, u.family_name, u.is_system_admin,
      coalesce(m.is_author, false), coalesce(m.is_manager, false), coalesce(m.is_admin, false), s.active_role,
      u.must_change_password, u.locale, u.time_zone, u.theme, u.shortcuts, least(s.expires_at, s.last_seen_at + idle),
      case when with_portals then portals_of(u.id) end
    into rested, user_id, session_id, email, given_name, family_name, is_system_admin,
      is_author, is_manager, is_admin, active_role, must_change_password, locale, time_zone, theme, shortcuts, expires_at, portals
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.portal_id = s.portal_id and m.user_id = s.user_id
    where s.portal_id = in_portal and s.token_hash = in_token
      and s.expires_at > now() and s.last_seen_at > now() - idle
      and u.kind = 'person'
      and (m.status = 'active' or (m.status is null and u.is_system_admin));
  if not found then return; end if;
  if rested then
    update sessions s set last_seen_at = now() where s.portal_id = in_portal and s.token_hash = in_token;
  end if;
  return next;
end $$;
grant execute on function open_request to stoa_app;
