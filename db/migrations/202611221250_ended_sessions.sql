-- Sessions that somebody ended: signed out, signed out elsewhere, or by a new password. The tokens of packages that were opened in one open nothing
-- from then on. A session that merely ran out is not here. Kept as long as such a token is valid.
create table ended_sessions (
  portal_id bigint not null references portals,
  session_id bigint not null,
  ended_at timestamptz not null default now(),
  primary key (portal_id, session_id)
);
create index ended_sessions_age on ended_sessions (ended_at);
select protect_portal_table('ended_sessions', 'select, insert');
