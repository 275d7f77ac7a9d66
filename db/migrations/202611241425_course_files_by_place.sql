-- What authors keep among a course's files: in which folder, and whether it is offered still. A file that was replaced or taken out stays as long as a version names it.
alter table course_media
  add column folder text check (length(folder) <= 200),
  add column hidden_at timestamptz;
-- A folder is given to what came by the list of files; what a block's form sent has none.
grant update (folder, hidden_at) on course_media to stoa_app, stoa_people;

-- Web pages that came as one zip. The zip is a file of a course, by which it is known who may see them; what was in it lies in a folder of the package store.
create table web_packages (
  portal_id bigint not null references portals,
  file_id bigint not null,
  storage_key text not null check (storage_key ~ '^[0-9a-f]{32}$'),
  title text not null check (length(title) between 1 and 200),
  -- The page with which it begins.
  entry text not null check (length(entry) between 1 and 400),
  entry_count integer not null check (entry_count > 0),
  bytes bigint not null check (bytes >= 0),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  primary key (portal_id, file_id),
  unique (portal_id, storage_key),
  foreign key (portal_id, file_id) references files (portal_id, id)
);
create index web_packages_author on web_packages (portal_id, created_by);
select protect_portal_table('web_packages', 'select, insert');
