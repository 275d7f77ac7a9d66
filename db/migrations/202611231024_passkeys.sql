-- Passkeys: keys in a device or a password manager, of which the server has the public half. One belongs to the host it was made on (rp_id), so to a portal.
-- The system role alone writes them: whoever could write one could sign in as anybody.
create table passkeys (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  user_id bigint not null references users,
  rp_id text not null,
  credential_id text not null,
  public_key bytea not null,
  -- How often it was used, as it says itself; one that counts backwards has a copy.
  uses bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 80),
  made_at timestamptz not null default now(),
  used_at timestamptz,
  -- When a copy was noticed: it opens nothing from then on.
  copied_at timestamptz,
  primary key (portal_id, id),
  unique (portal_id, credential_id)
);
create index passkeys_user on passkeys (user_id);
select protect_portal_table('passkeys', 'delete');
revoke all on passkeys from stoa_app, stoa_people;
grant select (portal_id, id, user_id, name, made_at, used_at) on passkeys to stoa_app, stoa_people;

-- What a browser is asked to sign, once. user_id: whose passkey it has to be; null where anybody's will do.
create table passkey_challenges (
  portal_id bigint not null references portals,
  challenge text not null,
  user_id bigint references users,
  expires_at timestamptz not null,
  primary key (portal_id, challenge)
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id) where user_id is not null;
select protect_portal_table('passkey_challenges', 'delete');
revoke all on passkey_challenges from stoa_app, stoa_people;
