-- When a group was put away or deleted; a deleted one can be brought back for seven days, and then has the members again that are kept here.
alter table groups
  add column archived_at timestamptz,
  add column deleted_at timestamptz,
  add constraint groups_deleted_when check ((status = 'deleted') = (deleted_at is not null));

create table deleted_group_members (
  portal_id bigint not null references portals,
  group_id bigint not null,
  user_id bigint not null,
  cause text not null check (cause in ('hand', 'import', 'condition', 'sync')),
  added_by bigint references users,
  joined_at timestamptz not null,
  primary key (portal_id, group_id, user_id),
  foreign key (portal_id, group_id) references groups (portal_id, id),
  foreign key (portal_id, user_id) references memberships (portal_id, user_id) on delete cascade
);
create index deleted_group_members_user on deleted_group_members (portal_id, user_id);
select protect_portal_table('deleted_group_members', 'select');
grant insert, update, delete on deleted_group_members to stoa_people;

-- Notes that people of a portal were changed, written by the transaction that changes them. Whoever computes the members of dynamic groups anew takes those
-- away that it has seen. Rows are only added, so that no change waits for another.
create table people_changes (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  primary key (portal_id, id)
);
select protect_portal_table('people_changes', 'select, insert');
grant delete on people_changes to stoa_people;

-- People named by a pasted list, kept on the server for a while: more than a request can hold (features/bulk).
create table people_lists (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  owner_id bigint not null references users,
  expires_at timestamptz not null,
  primary key (portal_id, id)
);
create index people_lists_expired on people_lists (expires_at);

create table people_list_lines (
  portal_id bigint not null references portals,
  list_id bigint not null,
  nth integer not null,
  words text not null check (length(words) between 1 and 320),
  -- unknown: also somebody whom the owner does not reach; several: more than one person fits.
  fate text not null check (fate in ('found', 'twice', 'unknown', 'several')),
  user_id bigint references users on delete cascade,
  primary key (portal_id, list_id, nth),
  foreign key (portal_id, list_id) references people_lists (portal_id, id) on delete cascade,
  constraint people_list_lines_found check ((fate in ('found', 'twice')) = (user_id is not null))
);
create index people_list_lines_user on people_list_lines (user_id) where user_id is not null;
select protect_portal_table('people_lists', 'select');
select protect_portal_table('people_list_lines', 'select');
grant insert, update, delete on people_lists, people_list_lines to stoa_people;
