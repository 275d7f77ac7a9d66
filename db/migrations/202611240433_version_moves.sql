-- What was decided about the people in a course when a version of it was published, and what became of it (EDT-8). carries: what of an attempt in each earlier
-- version holds in the new one. counts: whom it was decided about; done: what was done, once it is.
create table version_moves (
  portal_id bigint not null references portals,
  version_id bigint not null,
  course_id bigint not null,
  in_progress text not null check (in_progress in ('finish', 'move', 'restart')),
  completed text not null check (completed in ('leave', 'retake', 'equivalent')),
  carries jsonb not null default '[]',
  counts jsonb not null,
  done jsonb not null default '{}',
  done_at timestamptz,
  primary key (portal_id, version_id),
  foreign key (portal_id, version_id, course_id) references course_versions (portal_id, id, course_id)
);

-- What followed for an attempt. An attempt stays pinned to its version (INV-5), so moving somebody begins another attempt on the new one: with what holds of the
-- old one (move), or without anything (restart, retake). equivalent: what was completed counts for the new version too.
create table attempt_moves (
  portal_id bigint not null references portals,
  version_id bigint not null,
  from_attempt_id bigint not null,
  to_attempt_id bigint,
  kind text not null check (kind in ('move', 'restart', 'retake', 'equivalent')),
  moved_at timestamptz not null default now(),
  primary key (portal_id, from_attempt_id, version_id),
  unique (portal_id, to_attempt_id),
  check ((to_attempt_id is null) = (kind = 'equivalent')),
  foreign key (portal_id, version_id) references version_moves (portal_id, version_id),
  foreign key (portal_id, from_attempt_id) references attempts (portal_id, id),
  foreign key (portal_id, to_attempt_id, version_id) references attempts (portal_id, id, version_id)
);

select protect_portal_table('version_moves', 'select, insert, update');
select protect_portal_table('attempt_moves', 'select, insert');
