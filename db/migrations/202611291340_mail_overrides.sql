-- What mail says of an event, and whether it tells of it, for a single course or group (capabilities.md MAIL-1). What is null here is inherited from the portal.
create table mail_overrides (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  event text not null check (event ~ '^[a-z][a-z_]{0,40}$'),
  course_id bigint,
  group_id bigint,
  is_on boolean,
  created_at timestamptz not null default now(),
  primary key (portal_id, id),
  constraint mail_overrides_of_one_check check (num_nonnulls(course_id, group_id) = 1),
  constraint mail_overrides_once unique nulls not distinct (portal_id, event, course_id, group_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade,
  foreign key (portal_id, group_id) references groups (portal_id, id) on delete cascade
);
create index mail_overrides_course on mail_overrides (portal_id, course_id) where course_id is not null;
create index mail_overrides_group on mail_overrides (portal_id, group_id) where group_id is not null;
select protect_portal_table('mail_overrides', 'select, insert, update, delete');

-- The texts of overrides, as mail_texts has those of portals: each saving adds a version; the newest one holds.
create table mail_override_texts (
  portal_id bigint not null,
  override_id bigint not null,
  language text not null check (language in ('en', 'de')),
  revision integer not null check (revision > 0),
  -- All three null: from this version on the text is inherited again.
  subject text check (length(subject) between 1 and 150),
  body text check (length(body) between 1 and 3000),
  button text check (length(button) <= 60),
  saved_by bigint references users,
  saved_at timestamptz not null default now(),
  primary key (portal_id, override_id, language, revision),
  foreign key (portal_id, override_id) references mail_overrides (portal_id, id) on delete cascade,
  check ((subject is null) = (body is null) and (body is null) = (button is null))
);
create index mail_override_texts_saved_by on mail_override_texts (saved_by) where saved_by is not null;
select protect_portal_table('mail_override_texts', 'select, insert, delete');

-- How many days before or after its date an event is told, for a portal or a single course. A row whose days are null inherits again; it stays, because changed_at says
-- from when on that holds.
create table event_timings (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  event text not null check (event ~ '^[a-z][a-z_]{0,40}$'),
  course_id bigint,
  days smallint[] check (cardinality(days) between 1 and 5 and 0 <= all (days) and 90 >= all (days)),
  -- What was to be told long before it is not told late because of a change.
  changed_at timestamptz not null default now(),
  primary key (portal_id, id),
  constraint event_timings_once unique nulls not distinct (portal_id, event, course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index event_timings_course on event_timings (portal_id, course_id) where course_id is not null;
select protect_portal_table('event_timings', 'select, insert, update');
