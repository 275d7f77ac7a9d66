-- What authors keep between two publishings: the policy that the next version will have (SCO-6; null: the default), and a stamp that
-- tells two editors of the same course apart, so that nobody overwrites what they have not seen.
alter table courses
  add column scorm_policy jsonb,
  add column revision integer not null default 1 check (revision >= 1),
  add column updated_at timestamptz not null default now();
create index courses_author on courses (portal_id, created_by, updated_at desc);
