-- Merges of two values of a custom field's list, which can be undone for seven days (features/fields/server/merges.ts). A merge of a shared field has a row in each portal
-- that follows the definition, all made at the same moment.
create table field_merges (
  portal_id bigint not null,
  id bigint generated always as identity,
  field_id bigint not null,
  from_id bigint not null,
  into_id bigint not null check (into_id <> from_id),
  made_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (portal_id, id),
  foreign key (portal_id, field_id) references fields (portal_id, id),
  foreign key (portal_id, field_id, from_id) references field_options (portal_id, field_id, id),
  foreign key (portal_id, field_id, into_id) references field_options (portal_id, field_id, id)
);
create index field_merges_field on field_merges (portal_id, field_id);
create index field_merges_made on field_merges (made_at);
select protect_portal_table('field_merges', 'select');
grant insert, update, delete on field_merges to stoa_people;

-- Which people, or courses, had the merged value, and how their row of it stood. Rows go when the merge is undone, or with it.
create table field_merge_rows (
  portal_id bigint not null,
  id bigint generated always as identity,
  merge_id bigint not null,
  user_id bigint,
  course_id bigint,
  nth smallint not null,
  -- Where the other value stood, of those who had both; null where it took the place of the merged one.
  into_nth smallint,
  source text not null,
  changed_at timestamptz not null,
  primary key (portal_id, id),
  foreign key (portal_id, merge_id) references field_merges (portal_id, id) on delete cascade,
  foreign key (portal_id, user_id) references memberships (portal_id, user_id) on delete cascade,
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  constraint field_merge_rows_of_one check (num_nonnulls(user_id, course_id) = 1)
);
create unique index field_merge_rows_user on field_merge_rows (portal_id, merge_id, user_id) where user_id is not null;
create unique index field_merge_rows_course on field_merge_rows (portal_id, merge_id, course_id) where course_id is not null;
create index field_merge_rows_of_user on field_merge_rows (portal_id, user_id) where user_id is not null;
create index field_merge_rows_of_course on field_merge_rows (portal_id, course_id) where course_id is not null;
select protect_portal_table('field_merge_rows', 'select');
grant insert, update, delete on field_merge_rows to stoa_people;
