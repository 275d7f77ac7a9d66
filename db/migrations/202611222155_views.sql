-- Looking at the portal as somebody else (USR-3). The session stays its owner's and names for a while whom they look as; open_request checks each time that they still may.
-- Requests cannot set it: only the named work that changes people does.
alter table sessions
  add column as_user_id bigint references users,
  add column as_writes boolean not null default false,
  add column as_until timestamptz;
grant update (as_user_id, as_writes, as_until) on sessions to stoa_people;

-- Each such look, which the person can read.
create table account_views (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  user_id bigint not null references users,
  viewer_id bigint not null references users,
  session_id bigint not null,
  -- Whether the viewer could change things, and why they looked.
  writes boolean not null,
  reason text not null check (length(reason) <= 500),
  began_at timestamptz not null default now(),
  -- No later than this; earlier when it was ended.
  ended_at timestamptz not null,
  primary key (portal_id, id),
  constraint account_views_reason check (not writes or reason <> '')
);
create index account_views_user on account_views (portal_id, user_id, id desc);
select protect_portal_table('account_views', 'select');
grant insert, update (ended_at) on account_views to stoa_people;
