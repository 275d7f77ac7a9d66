-- Links by mail with which somebody signs in, once (the method "link", where a portal has switched it on). One for each person and portal, so a new one makes the old one
-- void. The system role alone writes and reads them: whoever could write one could sign in as anybody.
create table sign_in_links (
  portal_id bigint not null references portals,
  user_id bigint not null,
  token_hash bytea not null,
  -- The page that was wanted.
  return_url text,
  expires_at timestamptz not null,
  primary key (portal_id, user_id),
  unique (portal_id, token_hash),
  foreign key (portal_id, user_id) references memberships (portal_id, user_id) on delete cascade
);
create index sign_in_links_expiry on sign_in_links (expires_at);
create index sign_in_links_user on sign_in_links (user_id);
select protect_portal_table('sign_in_links', 'delete');
revoke all on sign_in_links from stoa_app, stoa_people;
