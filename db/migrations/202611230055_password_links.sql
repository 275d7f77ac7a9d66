-- Links with which a person sets a password, once: made by an admin now, sent by mail later. One for each person and portal, so a new one makes the old one void;
-- it is deleted when it is used. The system role alone writes and reads them: whoever could write one could sign in as anybody.
create table password_links (
  portal_id bigint not null references portals,
  user_id bigint not null,
  token_hash bytea not null,
  -- Null for a link that the person asked for themselves.
  made_by bigint references users,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (portal_id, user_id),
  unique (portal_id, token_hash),
  foreign key (portal_id, user_id) references memberships (portal_id, user_id) on delete cascade
);
select protect_portal_table('password_links', 'delete');
revoke all on password_links from stoa_app, stoa_people;
