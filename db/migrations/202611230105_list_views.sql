-- Views of lists that people keep: the query of a list's address under a name. A shared one is for everybody who may see the list.
create table list_views (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  owner_id bigint not null references users,
  -- The list, as app/viewed-lists.ts names it.
  list text not null check (list ~ '^[a-z][a-z-]{1,40}$'),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 6000),
  is_shared boolean not null default false,
  -- Deleted ones can be brought back for a week.
  deleted_at timestamptz,
  primary key (portal_id, id)
);
create index list_views_owner on list_views (portal_id, owner_id, list);
create index list_views_shared on list_views (portal_id, list) where is_shared;

-- Who has which view among the tabs of their list.
create table list_view_pins (
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  view_id bigint not null,
  primary key (portal_id, user_id, view_id),
  foreign key (portal_id, view_id) references list_views (portal_id, id) on delete cascade
);
create index list_view_pins_view on list_view_pins (portal_id, view_id);

select protect_portal_table('list_views', 'select, insert, update, delete');
select protect_portal_table('list_view_pins', 'select, insert, delete');
