-- Courses, and the five records kept apart (INV-3): enrolment, attempt, completion here; credit and certificate come with their issues.

create table categories (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  parent_id bigint,
  name text not null check (length(name) between 1 and 120),
  position integer not null default 0,
  primary key (portal_id, id),
  foreign key (portal_id, parent_id) references categories (portal_id, id)
);

create table files (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  storage_key text not null,
  name text not null check (length(name) between 1 and 240),
  media_type text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (portal_id, id),
  unique (portal_id, storage_key)
);

create table courses (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  -- specification §4: 1 online, 2 classroom or webinar, 3 online SCORM; never changed once chosen.
  type_id smallint not null check (type_id in (1, 2, 3)),
  title text not null check (length(title) between 1 and 200),
  summary text not null default '' check (length(summary) <= 2000),
  outcomes text[] not null default '{}',
  tags text[] not null default '{}',
  language text not null default 'en',
  minutes integer not null default 0 check (minutes >= 0),
  cover_file_id bigint,
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  self_enrol boolean not null default true,
  current_version_id bigint,
  created_by bigint references users,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  search tsvector generated always as (
    setweight(to_tsvector('simple', title), 'A') || setweight(array_to_tsvector(tags), 'B') || setweight(to_tsvector('simple', summary), 'D')
  ) stored,
  primary key (portal_id, id),
  foreign key (portal_id, cover_file_id) references files (portal_id, id)
);
create index courses_search on courses using gin (search);
create index courses_listed on courses (portal_id, status, title);

create table course_categories (
  portal_id bigint not null references portals,
  course_id bigint not null,
  category_id bigint not null,
  primary key (portal_id, course_id, category_id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, category_id) references categories (portal_id, id)
);
create index course_categories_category on course_categories (portal_id, category_id);

-- A published version never changes (INV-5): content is the document of chapters, pages and blocks; item_count is the number of
-- its required items, fixed at publishing, so that progress stays derived (INV-6) and still costs one count.
create table course_versions (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  course_id bigint not null,
  number integer not null check (number >= 1),
  content jsonb not null,
  completion_rule jsonb not null,
  item_count integer not null check (item_count >= 0),
  note text not null default '',
  published_by bigint references users,
  published_at timestamptz not null default now(),
  primary key (portal_id, id),
  unique (portal_id, course_id, number),
  unique (portal_id, id, course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
alter table courses add foreign key (portal_id, current_version_id, id) references course_versions (portal_id, id, course_id);

create table course_version_items (
  portal_id bigint not null references portals,
  version_id bigint not null,
  item_key text not null,
  position integer not null,
  primary key (portal_id, version_id, item_key),
  foreign key (portal_id, version_id) references course_versions (portal_id, id)
);

-- Which files a version shows; who may open the course may fetch them.
create table course_files (
  portal_id bigint not null references portals,
  course_id bigint not null,
  file_id bigint not null,
  primary key (portal_id, course_id, file_id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, file_id) references files (portal_id, id)
);
create index course_files_file on course_files (portal_id, file_id);

-- Enrolment = the right to enter. One row for a person and a course, for ever; it is active while one of its causes is (MYC-2).
create table enrolments (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  course_id bigint not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (portal_id, id),
  unique (portal_id, user_id, course_id),
  unique (portal_id, id, course_id, user_id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, user_id) references memberships (portal_id, user_id)
);
create index enrolments_course on enrolments (portal_id, course_id);

create table enrolment_causes (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  enrolment_id bigint not null,
  kind text not null check (kind in ('self', 'person', 'rule', 'path', 'ccp', 'code', 'order', 'import')),
  reference text not null default '',
  created_by bigint references users,
  due_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (portal_id, id),
  foreign key (portal_id, enrolment_id) references enrolments (portal_id, id)
);
create index enrolment_causes_enrolment on enrolment_causes (portal_id, enrolment_id);

create table enrolment_cause_ends (
  portal_id bigint not null references portals,
  cause_id bigint not null,
  ended_at timestamptz not null default now(),
  ended_by bigint references users,
  reason text not null default '',
  primary key (portal_id, cause_id),
  foreign key (portal_id, cause_id) references enrolment_causes (portal_id, id)
);

-- Attempt = work done on one pinned version (INV-5).
create table attempts (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  enrolment_id bigint not null,
  course_id bigint not null,
  user_id bigint not null,
  version_id bigint not null,
  number integer not null check (number >= 1),
  started_at timestamptz not null default now(),
  primary key (portal_id, id),
  unique (portal_id, enrolment_id, number),
  unique (portal_id, id, version_id),
  unique (portal_id, id, course_id, user_id),
  foreign key (portal_id, enrolment_id, course_id, user_id) references enrolments (portal_id, id, course_id, user_id),
  foreign key (portal_id, version_id, course_id) references course_versions (portal_id, id, course_id)
);
create index attempts_user on attempts (portal_id, user_id, course_id);

-- What moves while someone works; one row an attempt, locked by every commit. Times are credited whole seconds.
create table attempt_states (
  portal_id bigint not null references portals,
  attempt_id bigint not null,
  epoch integer not null default 0,
  place jsonb,
  place_epoch integer not null default 0,
  place_seq bigint not null default 0,
  highest_page integer not null default 0,
  credited_seconds integer not null default 0 check (credited_seconds >= 0),
  last_activity_at timestamptz not null default now(),
  primary key (portal_id, attempt_id),
  foreign key (portal_id, attempt_id) references attempts (portal_id, id)
);

-- Done items can only be items of the pinned version: the composite keys make progress over 100 % impossible (INV-6).
create table attempt_items (
  portal_id bigint not null references portals,
  attempt_id bigint not null,
  version_id bigint not null,
  item_key text not null,
  done_at timestamptz not null default now(),
  primary key (portal_id, attempt_id, item_key),
  foreign key (portal_id, attempt_id, version_id) references attempts (portal_id, id, version_id),
  foreign key (portal_id, version_id, item_key) references course_version_items (portal_id, version_id, item_key)
);

-- The latest state of a block inside an attempt: watched video ranges and position, answers not yet handed in.
create table attempt_blocks (
  portal_id bigint not null references portals,
  attempt_id bigint not null,
  block_id text not null check (length(block_id) <= 64),
  state jsonb not null,
  epoch integer not null,
  seq bigint not null,
  updated_at timestamptz not null default now(),
  primary key (portal_id, attempt_id, block_id),
  foreign key (portal_id, attempt_id) references attempts (portal_id, id)
);

create table quiz_submissions (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  attempt_id bigint not null,
  block_id text not null,
  number integer not null,
  answers jsonb not null,
  points numeric not null,
  max_points numeric not null check (max_points > 0),
  passed boolean not null,
  submitted_at timestamptz not null default now(),
  primary key (portal_id, id),
  unique (portal_id, attempt_id, block_id, number),
  check (points >= 0 and points <= max_points),
  foreign key (portal_id, attempt_id) references attempts (portal_id, id)
);

-- Every learner-made fact arrives once: (attempt, client, seq) is the idempotency key (INV-7). Claimed and credited time are both kept.
create table commit_log (
  portal_id bigint not null references portals,
  attempt_id bigint not null,
  client_id text not null check (length(client_id) between 1 and 100),
  seq bigint not null check (seq >= 0),
  epoch integer not null,
  kind text not null,
  claimed_seconds integer not null default 0 check (claimed_seconds >= 0),
  credited_seconds integer not null default 0 check (credited_seconds >= 0 and credited_seconds <= claimed_seconds),
  delta jsonb not null default '{}',
  outcome text not null default 'applied' check (outcome in ('applied', 'late', 'refused')),
  received_at timestamptz not null default now(),
  primary key (portal_id, attempt_id, client_id, seq),
  foreign key (portal_id, attempt_id) references attempts (portal_id, id)
);
create index commit_log_day on commit_log (portal_id, attempt_id, received_at) where credited_seconds > 0;

-- Completion = a fact. A correction is a reversing entry, never an update.
create table completions (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  attempt_id bigint not null,
  course_id bigint not null,
  user_id bigint not null,
  version_id bigint not null,
  completed_at timestamptz not null default now(),
  score_percent numeric check (score_percent between 0 and 100),
  passed boolean,
  source text not null check (source in ('rule', 'manual', 'import')),
  primary key (portal_id, id),
  unique (portal_id, attempt_id),
  foreign key (portal_id, attempt_id, course_id, user_id) references attempts (portal_id, id, course_id, user_id),
  foreign key (portal_id, attempt_id, version_id) references attempts (portal_id, id, version_id)
);
create index completions_user on completions (portal_id, user_id, completed_at desc);

create table completion_reversals (
  portal_id bigint not null references portals,
  completion_id bigint not null,
  reversed_at timestamptz not null default now(),
  reversed_by bigint not null references users,
  reason text not null check (length(reason) between 1 and 500),
  primary key (portal_id, completion_id),
  foreign key (portal_id, completion_id) references completions (portal_id, id)
);

select protect_portal_table('categories', 'select');
select protect_portal_table('files', 'select, insert');
select protect_portal_table('courses', 'select, insert, update');
select protect_portal_table('course_categories', 'select, insert, delete');
select protect_portal_table('course_versions', 'select, insert');
select protect_portal_table('course_version_items', 'select, insert');
select protect_portal_table('course_files', 'select, insert');
select protect_portal_table('enrolments', 'select, insert');
select protect_portal_table('enrolment_causes', 'select, insert');
select protect_portal_table('enrolment_cause_ends', 'select, insert');
select protect_portal_table('attempts', 'select, insert');
select protect_portal_table('attempt_states', 'select, insert, update');
select protect_portal_table('attempt_items', 'select, insert');
select protect_portal_table('attempt_blocks', 'select, insert, update');
select protect_portal_table('quiz_submissions', 'select, insert');
select protect_portal_table('commit_log', 'select, insert');
select protect_portal_table('completions', 'select, insert');
select protect_portal_table('completion_reversals', 'select, insert');

-- The views are security_invoker: they see what the asking role sees, never what their owner sees.

-- One row an enrolment: whether it still lets the person in, when it is due, when it ends, and why it exists.
create view enrolment_standing with (security_invoker = true) as
  select e.portal_id, e.id as enrolment_id, e.course_id, e.user_id, e.created_at,
    bool_or(x.cause_id is null and (c.expires_at is null or c.expires_at > now())) as active,
    min(c.due_at) filter (where x.cause_id is null) as due_at,
    case when bool_or(x.cause_id is null and c.expires_at is null) then null
      else max(c.expires_at) filter (where x.cause_id is null) end as expires_at,
    array_agg(distinct c.kind order by c.kind) filter (where x.cause_id is null) as causes
  from enrolments e
  join enrolment_causes c on c.portal_id = e.portal_id and c.enrolment_id = e.id
  left join enrolment_cause_ends x on x.portal_id = c.portal_id and x.cause_id = c.id
  group by e.portal_id, e.id;

-- One row an attempt with its derived progress: floor, so that 100 means every item; a completed attempt shows 100 for ever.
create view attempt_progress with (security_invoker = true) as
  select a.portal_id, a.id as attempt_id, a.enrolment_id, a.course_id, a.user_id, a.version_id, a.number, a.started_at,
    v.item_count, coalesce(d.done, 0)::int as items_done,
    c.id as completion_id, c.completed_at, c.score_percent, c.passed,
    case when c.id is not null then 100
      when v.item_count = 0 then 0
      else floor(100.0 * coalesce(d.done, 0) / v.item_count)::int end as percent
  from attempts a
  join course_versions v on v.portal_id = a.portal_id and v.id = a.version_id
  left join lateral (
    select count(*) as done from attempt_items i where i.portal_id = a.portal_id and i.attempt_id = a.id
  ) d on true
  left join completions c on c.portal_id = a.portal_id and c.attempt_id = a.id
    and not exists (select from completion_reversals r where r.portal_id = c.portal_id and r.completion_id = c.id);

grant select on enrolment_standing, attempt_progress to stoa_app, stoa_system;
