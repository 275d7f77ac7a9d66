-- Files that are values of custom fields. A row is written before its bytes, so that no bytes are without a row.
create table field_files (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  -- Whom it was uploaded for. Nobody once an import that made them was undone: the file then goes as any that no value names.
  user_id bigint references users on delete set null,
  storage_key text not null,
  name text not null check (length(name) between 1 and 200),
  media_type text not null,
  bytes integer not null default 0 check (bytes >= 0),
  sha256 text not null default '',
  created_at timestamptz not null default now(),
  -- Since when no value names it. Undoing an import or a merge may bring the value back, so it is kept for some days.
  left_at timestamptz,
  primary key (portal_id, id),
  unique (portal_id, storage_key)
);
create index field_files_user on field_files (portal_id, user_id);
select protect_portal_table('field_files', 'select');
grant insert, update, delete on field_files to stoa_people;

alter table field_values drop column file;
alter table field_values add column file_id bigint;
alter table field_values add foreign key (portal_id, file_id) references field_files (portal_id, id);
create index field_values_file on field_values (portal_id, file_id) where file_id is not null;
