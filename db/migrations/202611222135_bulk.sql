-- Bulk actions (capabilities.md INV-9): what a preview has told stands here, person by person, and so does what came of it. Everybody who was chosen is
-- pinned, so that what runs is what was shown. It gives rights, so stoa_people alone writes it.
create table bulk_runs (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  owner_id bigint not null references users,
  kind text not null check (kind ~ '^[a-z][a-z-]{1,40}$'),
  input jsonb not null,
  -- What the words about it name, such as the name of a group.
  about jsonb not null,
  -- How the people were chosen: their number, or the query of a list.
  selection jsonb not null,
  -- The job that runs it, or records that it was run; null after the preview alone.
  job_id bigint,
  created_at timestamptz not null default now(),
  primary key (portal_id, id),
  foreign key (portal_id, job_id) references jobs (portal_id, id) on delete cascade
);
create index bulk_runs_job on bulk_runs (portal_id, job_id) where job_id is not null;
create index bulk_runs_left on bulk_runs (created_at) where job_id is null;

create table bulk_rows (
  portal_id bigint not null references portals,
  run_id bigint not null,
  user_id bigint not null references users on delete cascade,
  -- The state that the action changes, before and after. Equal: there is nothing to do.
  before jsonb not null,
  after jsonb not null,
  -- Why the person is left out; a code of the kind.
  left_out text check (left_out ~ '^[a-zA-Z]{1,40}$'),
  -- What came of it: done, or why not ("changed": not any more as the preview said).
  outcome text check (outcome ~ '^[a-zA-Z]{1,40}$'),
  -- The same for undoing it.
  undone text check (undone ~ '^[a-zA-Z]{1,40}$'),
  primary key (portal_id, run_id, user_id),
  foreign key (portal_id, run_id) references bulk_runs (portal_id, id) on delete cascade
);
create index bulk_rows_user on bulk_rows (user_id);

select protect_portal_table('bulk_runs', 'select');
select protect_portal_table('bulk_rows', 'select');
grant insert, update, delete on bulk_runs, bulk_rows to stoa_people;
