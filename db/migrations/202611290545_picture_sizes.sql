-- Pictures of courses in smaller sizes, beside the largest that the file itself is: a phone loads as many pixels as it shows.
create table picture_sizes (
  portal_id bigint not null,
  file_id bigint not null,
  -- Pixels.
  width integer not null check (width > 0),
  storage_key text not null check (storage_key ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  primary key (portal_id, file_id, width),
  unique (portal_id, storage_key),
  foreign key (portal_id, file_id) references files (portal_id, id)
);
select protect_portal_table('picture_sizes', 'select, insert');
