-- Fields of courses beside those of people (capabilities.md FLD-1). What a field is and its list are the same for every subject; each subject has a table of values of its
-- own, whose rows name only fields of it.
alter table fields add column subject text not null default 'person' check (subject in ('person', 'course')),
  add unique (portal_id, subject, id),
  -- Whoever sees a course may see a value; authors edit those of their courses. Nobody is asked for them, and they come from nowhere else.
  add constraint fields_of_courses_are_read check
    (subject <> 'course' or (own_access <> 'edit' and manager_access <> 'edit' and not asked_at_sign_in and source = 'local'));
drop index fields_name;
create unique index fields_name on fields (portal_id, subject, lower(name)) where retired_at is null;
alter table shared_fields add column subject text not null default 'person' check (subject in ('person', 'course'));

alter table field_values add column subject text not null default 'person' check (subject = 'person'),
  add foreign key (portal_id, subject, field_id) references fields (portal_id, subject, id);

-- As field_values, of courses.
create table course_field_values (
  portal_id bigint not null references portals,
  field_id bigint not null,
  course_id bigint not null,
  nth smallint not null default 0,
  subject text not null default 'course' check (subject = 'course'),
  words text,
  folded text collate "C" check (length(folded) <= 200),
  number double precision,
  day date,
  moment timestamptz,
  option_id bigint,
  person_id bigint,
  file_id bigint,
  unique_key text collate "C",
  source text not null default 'local' check (source = 'local'),
  changed_at timestamptz not null default now(),
  primary key (portal_id, field_id, course_id, nth),
  foreign key (portal_id, subject, field_id) references fields (portal_id, subject, id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  foreign key (portal_id, person_id) references memberships (portal_id, user_id) on delete cascade,
  foreign key (portal_id, field_id, option_id) references field_options (portal_id, field_id, id),
  foreign key (portal_id, file_id) references field_files (portal_id, id),
  constraint course_field_values_one_column check (num_nonnulls(words, number, day, moment, option_id, person_id) = 1)
);
create index course_field_values_course on course_field_values (portal_id, course_id);
create index course_field_values_option on course_field_values (portal_id, field_id, option_id) where option_id is not null;
create index course_field_values_number on course_field_values (portal_id, field_id, number) where number is not null;
create index course_field_values_folded on course_field_values (portal_id, field_id, folded) where folded is not null;
create index course_field_values_person on course_field_values (portal_id, person_id) where person_id is not null;
create index course_field_values_file on course_field_values (portal_id, file_id) where file_id is not null;
create unique index course_field_values_unique on course_field_values (portal_id, field_id, unique_key) where unique_key is not null;
-- A copy of a course is made by a request, its values with it.
select protect_portal_table('course_field_values', 'select, insert');
grant insert, update, delete on course_field_values to stoa_people;

-- A file is that of a person or of a course.
alter table field_files add column course_id bigint, add foreign key (portal_id, course_id) references courses (portal_id, id) on delete set null (course_id);
create index field_files_course on field_files (portal_id, course_id) where course_id is not null;
