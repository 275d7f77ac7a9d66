-- What protects an account besides its password. It belongs to the account as the password does, in every portal. The system role alone reads and writes it.
create table account_security (
  user_id bigint primary key references users on delete cascade,
  -- The secret of the authenticator app, encrypted with the server's secret.
  totp_secret bytea,
  -- One that is being added.
  totp_next bytea,
  totp_at timestamptz,
  -- The time step of the newest code that was used: none is taken twice.
  totp_step bigint not null default 0,
  -- Codes for somebody without their device, hashed; one that is used goes.
  recovery_hashes bytea[] not null default '{}',
  recovery_made_at timestamptz,
  -- Earlier passwords, hashed, newest first, as far as a portal's policy compares with them.
  old_passwords text[] not null default '{}'
);
grant select, insert, update, delete on account_security to stoa_system;

-- A sign-in under way: who proved one thing and has to prove or set up another before a session begins. The browser has the token.
create table sign_in_steps (
  portal_id bigint not null references portals,
  token_hash bytea not null,
  user_id bigint not null references users,
  kind text not null check (kind in ('factor', 'enrol')),
  method text not null,
  return_url text,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (portal_id, token_hash)
);
create index sign_in_steps_expiry on sign_in_steps (expires_at);
create index sign_in_steps_user on sign_in_steps (user_id);
select protect_portal_table('sign_in_steps', 'delete');
revoke all on sign_in_steps from stoa_app, stoa_people;

-- Browsers in which somebody signed in, so that they hear of a new one, and those that prove no second factor for some days.
create table known_browsers (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  user_id bigint not null references users,
  token_hash bytea not null,
  user_agent text not null default '',
  ip text not null default '',
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  trusted_until timestamptz,
  primary key (portal_id, id),
  unique (portal_id, user_id, token_hash)
);
select protect_portal_table('known_browsers', 'delete');
revoke all on known_browsers from stoa_app, stoa_people;
grant select (portal_id, user_id, user_agent, ip, first_seen_at, last_seen_at) on known_browsers to stoa_app, stoa_people;

-- Since when somebody is asked to set up a second factor.
create table factor_graces (
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  since timestamptz not null default now(),
  primary key (portal_id, user_id)
);
select protect_portal_table('factor_graces', 'delete');
revoke all on factor_graces from stoa_app, stoa_people;
grant select on factor_graces to stoa_app, stoa_people;

-- When the person proved a second factor in this session, or in the one that handed over.
alter table sessions add column factor_at timestamptz;
alter table handover_tokens add column factor_at timestamptz;
