-- The records of learning kept apart (INV-3): enrolment, attempt, completion here; credit and certificate come with their issues.

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

-- What moves while someone works; one row an attempt, locked by every commit. Times are credited whole seconds. It changes with every commit;
-- with room in its page a row changes without its indexes.
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
) with (fillfactor = 70);

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
  -- The attempt an entry belongs to names its portal; asking for the portal once more would lock its one row with every entry.
  portal_id bigint not null,
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
  -- The highest seq below which this client had no gap when the entry came; null where nobody asked. Each entry goes on from the one before.
  gapless_to bigint check (gapless_to >= 0),
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

-- A package may report a score after "completed". The completion stays as it was written (INV-4); what became known later is added beside it.
create table completion_results (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  completion_id bigint not null,
  score_percent numeric check (score_percent between 0 and 100),
  passed boolean,
  recorded_at timestamptz not null default now(),
  primary key (portal_id, id),
  foreign key (portal_id, completion_id) references completions (portal_id, id)
);
create index completion_results_completion on completion_results (portal_id, completion_id, id desc);

create table completion_reversals (
  portal_id bigint not null references portals,
  completion_id bigint not null,
  reversed_at timestamptz not null default now(),
  reversed_by bigint not null references users,
  reason text not null check (length(reason) between 1 and 500),
  primary key (portal_id, completion_id),
  foreign key (portal_id, completion_id) references completions (portal_id, id)
);

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
select protect_portal_table('completion_results', 'select, insert');
