-- SCORM packages, what they reported, and the log of their calls.

create table scorm_packages (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  course_id bigint not null,
  standard text not null check (standard in ('1.2', '2004')),
  -- As declared: 1.2, 2nd, 3rd, 4th.
  edition text not null,
  title text not null default '',
  -- Folder of the extracted files in the package store; never reused.
  storage_key text not null,
  entry_count integer not null,
  bytes bigint not null,
  source_file_id bigint not null,
  manifest jsonb not null,
  report jsonb not null,
  uploaded_by bigint references users,
  created_at timestamptz not null default now(),
  primary key (portal_id, id),
  unique (portal_id, storage_key),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, source_file_id) references files (portal_id, id)
);
create index scorm_packages_course on scorm_packages (portal_id, course_id, id desc);

-- The whole run-time model of a SCO in an attempt, as the package last left it (SCO-5); completion, success and best score only ever rise.
create table scorm_states (
  portal_id bigint not null references portals,
  attempt_id bigint not null,
  sco_key text not null check (length(sco_key) <= 64),
  cmi jsonb not null default '{}',
  completed boolean not null default false,
  passed boolean,
  best_percent numeric check (best_percent between 0 and 100),
  first_percent numeric check (first_percent between 0 and 100),
  last_percent numeric check (last_percent between 0 and 100),
  percent_sum numeric not null default 0,
  percent_count integer not null default 0,
  -- Time the package reported over all its sessions, beside the measured time of the attempt (SCO-9).
  reported_seconds numeric not null default 0 check (reported_seconds >= 0),
  session text not null default '',
  sessions integer not null default 0,
  epoch integer not null default 0,
  seq bigint not null default 0,
  updated_at timestamptz not null default now(),
  -- Time and score of the session that reports now; both may still move within it.
  session_seconds numeric not null default 0,
  session_scored boolean not null default false,
  -- A page without a run-time session: opening it is all it can do.
  is_asset boolean not null default false,
  primary key (portal_id, attempt_id, sco_key),
  foreign key (portal_id, attempt_id) references attempts (portal_id, id)
) with (fillfactor = 50);

-- What a package did, call by call (SCO-8). Written with the commit that carried it; for authors, never read on a learner's way.
create table scorm_calls (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  attempt_id bigint not null,
  sco_key text not null,
  session text not null,
  calls jsonb not null,
  received_at timestamptz not null default now(),
  primary key (portal_id, id),
  foreign key (portal_id, attempt_id) references attempts (portal_id, id)
);
create index scorm_calls_attempt on scorm_calls (portal_id, attempt_id, id);

select protect_portal_table('scorm_packages', 'select, insert');
select protect_portal_table('scorm_states', 'select, insert, update');
select protect_portal_table('scorm_calls', 'select, insert');
