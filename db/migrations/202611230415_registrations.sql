-- How people come into a portal by themselves (capabilities.md AUTH-3): registrations. Whether a portal takes registrations at
-- all is its setting registrationMode.
create table registration_settings (
  portal_id bigint not null references portals,
  -- Domains of email addresses; empty: any.
  domains text[] not null default '{}',
  -- Custom fields that are asked.
  field_ids bigint[] not null default '{}',
  -- The terms that are agreed to; empty: none. A new text is a new version.
  terms text not null default '' check (length(terms) <= 20000),
  terms_version integer not null default 0,
  primary key (portal_id)
);
-- Every text that somebody has agreed to, or could have.
create table registration_terms (
  portal_id bigint not null references portals,
  version integer not null,
  terms text not null,
  made_by bigint references users,
  made_at timestamptz not null default now(),
  primary key (portal_id, version)
);

-- A registration is no account: it becomes one when the email is confirmed and, where the portal asks for that, somebody has approved it.
create table registrations (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  state text not null default 'unconfirmed' check (state in ('unconfirmed', 'waiting', 'joined', 'declined')),
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  given_name text not null check (length(given_name) <= 80),
  family_name text not null check (length(family_name) <= 80),
  locale text,
  field_values jsonb not null default '{}',
  code text,
  terms_version integer not null default 0,
  return_url text,
  token_hash bytea,
  -- Chosen when the email is confirmed; kept until the account is made.
  password_hash text,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  confirmed_at timestamptz,
  decided_at timestamptz,
  decided_by bigint references users,
  reason text not null default '' check (length(reason) <= 500),
  -- Who it became.
  user_id bigint references users,
  primary key (portal_id, id)
);
create unique index registrations_token on registrations (portal_id, token_hash) where token_hash is not null;
create index registrations_listed on registrations (portal_id, state, asked_at desc);
create index registrations_email on registrations (portal_id, email);
create index registrations_expiring on registrations (expires_at) where state in ('unconfirmed', 'waiting');
create index registrations_user on registrations (portal_id, user_id) where user_id is not null;

select protect_portal_table('registration_settings', 'select');
select protect_portal_table('registration_terms', 'select');
select protect_portal_table('registrations', 'select');
-- Nobody reads a password or a link's hash in a request.
revoke select on registrations from stoa_app, stoa_people;
grant select (portal_id, id, state, email, given_name, family_name, locale, field_values, code, terms_version, asked_at, expires_at, confirmed_at, decided_at, decided_by,
  reason, user_id) on registrations to stoa_app, stoa_people;
