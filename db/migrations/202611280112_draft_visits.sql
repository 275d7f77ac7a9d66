-- Who has the editor of an online course open, and on which page (EDT-10). visit: one open editor, named by the browser. since: how long it has been on that page;
-- seen_at: when it last said so. A visit that says nothing for 45 seconds is over; its row goes with the next word of anybody in the course.
create table draft_visits (
  portal_id bigint not null references portals,
  course_id bigint not null,
  user_id bigint not null references users on delete cascade,
  visit text not null check (length(visit) between 1 and 64),
  page_id text check (length(page_id) <= 64),
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (portal_id, course_id, user_id, visit),
  foreign key (portal_id, course_id) references courses (portal_id, id) on delete cascade
);
select protect_portal_table('draft_visits', 'select, insert, update, delete');
