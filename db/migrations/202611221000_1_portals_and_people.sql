-- Portals, people, sessions. Every portal-owned table leads its primary key with portal_id, has row-level security forced,
-- and is reached by two roles only: stoa_app (one portal at a time) and stoa_system (the few named cross-portal jobs).

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

-- One row says who did it, as whom, to what, and what that was before and after. Reversing and sealing come with the audit's screens.
create table audit_events (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_id bigint references users,
  action text not null,
  ip text not null default '',
  request_id text not null default '',
  -- In whose name the actor worked; null in their own.
  as_id bigint references users,
  object_kind text,
  object_id bigint,
  -- What changed, as far as it is told; null where nothing was there, or nothing is left.
  before jsonb,
  after jsonb,
  primary key (portal_id, id),
  constraint audit_events_object_check check ((object_kind is null) = (object_id is null))
);
create index audit_events_actor on audit_events (portal_id, actor_id, id desc);

create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);

select protect_portal_table('memberships', 'select');
select protect_portal_table('sessions', 'select, insert, update, delete');
select protect_portal_table('handover_tokens', 'select, delete');
select protect_portal_table('audit_events', 'select, insert');

grant select on portals, portal_hosts, system_settings to stoa_app;
grant select, insert, update, delete on portals, portal_hosts, system_settings to stoa_system;
grant select on users to stoa_app;
grant select, insert, update on users to stoa_system;
-- Requests change of people what people change of themselves, and nothing that gives a right: who is a system admin, a member or what kind
-- of one, and passwords are written by the named cross-portal work.
grant update (given_name, family_name, locale, time_zone, theme, shortcuts) on users to stoa_app;
grant update (widgets, last_sign_in_at) on memberships to stoa_app;
grant select, insert, update, delete on rate_limits to stoa_app, stoa_system;
