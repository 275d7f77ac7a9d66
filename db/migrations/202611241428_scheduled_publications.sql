-- A publication that is to happen at a time (EDT-7): the draft as it is then, with what was chosen for the people in the course. publish_at is the instant;
-- time_zone: by whose clocks it was chosen. The row goes when it was published, was cancelled or could not be published; the audit log keeps each.
create table scheduled_publications (
  portal_id bigint not null references portals,
  course_id bigint not null,
  publish_at timestamptz not null,
  time_zone text not null,
  note text not null check (length(note) between 1 and 500),
  in_progress text check (in_progress in ('finish', 'move', 'restart')),
  completed text check (completed in ('leave', 'retake', 'equivalent')),
  asked_by bigint not null references users,
  asked_at timestamptz not null default now(),
  primary key (portal_id, course_id),
  check ((in_progress is null) = (completed is null)),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
create index scheduled_publications_due on scheduled_publications (publish_at);
select protect_portal_table('scheduled_publications', 'select, insert, update, delete');
