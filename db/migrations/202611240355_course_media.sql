-- Files that authors send for a course. Its authors may load them from the moment they are there; learners once a published version names them (course_files).
create table course_media (
  portal_id bigint not null references portals,
  course_id bigint not null,
  file_id bigint not null,
  uploaded_at timestamptz not null default now(),
  -- Since when neither a draft nor a version names it. Undoing brings it back, so it is kept for some weeks.
  left_at timestamptz,
  primary key (portal_id, course_id, file_id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, file_id) references files (portal_id, id)
);
create index course_media_file on course_media (portal_id, file_id);

-- Keys of the file store on their way in or out: what a killed server leaves under them is found again by these rows.
create table loose_files (
  portal_id bigint not null references portals,
  storage_key text not null check (storage_key ~ '^[0-9a-f]{64}$'),
  noted_at timestamptz not null default now(),
  primary key (portal_id, storage_key)
);
select protect_portal_table('course_media', 'select, insert, delete');
select protect_portal_table('loose_files', 'select, insert, delete');
