-- Bulk actions on courses: what a preview has told stands here course by course, as bulk_rows has it person by person.
create table bulk_course_rows (
  portal_id bigint not null references portals,
  run_id bigint not null,
  course_id bigint not null,
  -- The state that the action changes, before and after. Equal: there is nothing to do. People in it are numbers, never names.
  before jsonb not null,
  after jsonb not null,
  -- Why the course is left out; a code of the kind.
  left_out text check (left_out ~ '^[a-zA-Z]{1,40}$'),
  -- What came of it: done, or why not ("changed": not any more as the preview said).
  outcome text check (outcome ~ '^[a-zA-Z]{1,40}$'),
  -- The same for undoing it.
  undone text check (undone ~ '^[a-zA-Z]{1,40}$'),
  primary key (portal_id, run_id, course_id),
  foreign key (portal_id, run_id) references bulk_runs (portal_id, id) on delete cascade,
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index bulk_course_rows_course on bulk_course_rows (portal_id, course_id);
select protect_portal_table('bulk_course_rows', 'select');
grant insert, update, delete on bulk_course_rows to stoa_people;

-- The portal's courses in the orders of their list.
create index courses_changed on courses (portal_id, updated_at desc, id desc);
create index courses_titled on courses (portal_id, lower(title), id);

-- A copy of a course plays the same files: a folder is written once and never changed, so two packages can have it.
alter table scorm_packages drop constraint scorm_packages_portal_id_storage_key_key;
create index scorm_packages_storage_key on scorm_packages (portal_id, storage_key, id);
