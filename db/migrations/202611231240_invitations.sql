-- Invitations by email (specification: getting in; capabilities.md AUTH-3): an address, and what whoever follows the link gets. There is no account before that.
create table invitations (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  -- As codes keep it: a role, groups (features/codes/effects).
  effects jsonb not null default '{}',
  -- By whose rights it gives.
  given_by bigint not null references users,
  -- Null once the link is of no more use.
  token_hash bytea,
  -- The newest letter, whose state says whether it arrived.
  message_id bigint,
  made_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  opened_at timestamptz,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  -- Who it became.
  user_id bigint references users,
  primary key (portal_id, id),
  check ((accepted_at is null) = (user_id is null)),
  check (token_hash is null or (accepted_at is null and withdrawn_at is null))
);
create unique index invitations_token on invitations (portal_id, token_hash) where token_hash is not null;
-- Of one address there is one invitation that can be followed: inviting again renews it.
create unique index invitations_open on invitations (portal_id, email) where accepted_at is null and withdrawn_at is null;
create index invitations_listed on invitations (portal_id, sent_at desc);
create index invitations_user on invitations (portal_id, user_id) where user_id is not null;
select protect_portal_table('invitations', 'select');
-- Nobody reads a link's hash in a request.
revoke select on invitations from stoa_app, stoa_people;
grant select (portal_id, id, email, effects, given_by, message_id, made_at, sent_at, expires_at, opened_at, accepted_at, withdrawn_at, user_id) on invitations to stoa_app, stoa_people;
grant insert, update on invitations to stoa_people;
