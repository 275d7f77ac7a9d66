-- Tokens with which programs make calls for a person of a portal (X-4). Of the token itself only a hash is kept; the prefix is there to recognise it by.
create table api_tokens (
  portal_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  prefix text not null,
  token_hash bytea not null,
  -- What it may be used for; never more than its person may do at that moment.
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The last use and its address, at most once a minute.
  last_used_at timestamptz,
  last_ip text,
  revoked_at timestamptz,
  primary key (portal_id, id),
  constraint api_tokens_hash_unique unique (portal_id, token_hash),
  constraint api_tokens_hash_check check (length(token_hash) = 32),
  constraint api_tokens_scopes_check check (cardinality(scopes) > 0),
  constraint api_tokens_life_check check (expires_at <= created_at + interval '366 days'),
  foreign key (portal_id, user_id) references memberships (portal_id, user_id)
);
create index api_tokens_owner on api_tokens (portal_id, user_id);
-- Made and used as stoa_system only: one injected statement of a request must not be able to make a token for somebody.
select protect_portal_table('api_tokens', 'select');
-- Whoever deactivates people revokes their tokens in the same transaction.
grant update (revoked_at) on api_tokens to stoa_people;
