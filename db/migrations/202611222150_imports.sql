-- What another system calls a person, such as a personnel number. It belongs to the membership: one portal's numbers say nothing in another one.
alter table memberships add column external_id text collate "C" check (length(external_id) between 1 and 120);
create unique index memberships_external_id on memberships (portal_id, external_id) where external_id is not null;

-- A table of people that somebody brings in: the file, how it is read, what its columns mean, and how far it has come. Its owner alone sees it.
-- Requests only read these tables: what stands in them is written with the owner's rights later, so stoa_people writes them (Databases.inPeople).
create table imports (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  owner_id bigint not null references users,
  file_name text not null check (length(file_name) between 1 and 200),
  -- In the file store; null once the bytes were removed.
  file_key text,
  file_bytes bigint not null,
  -- How the file was read: kind, encoding, delimiter, sheets, the row of its headings, the headings, and some rows as samples.
  reading jsonb not null,
  -- What its columns mean, the key people are found by, and the mode (features/import/plan.ts); null until chosen.
  plan jsonb,
  state text not null default 'read' check (state in ('read', 'checking', 'checked', 'running', 'done', 'undoing', 'undone')),
  -- Whether all rows of the file are in import_rows.
  is_staged boolean not null default false,
  -- The job that checks, runs or undoes it; null where the request did so.
  job_id bigint,
  run_job_id bigint,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (portal_id, id),
  foreign key (portal_id, job_id) references jobs (portal_id, id),
  foreign key (portal_id, run_job_id) references jobs (portal_id, id)
);
create index imports_owner on imports (portal_id, owner_id, id desc);
create index imports_created on imports (created_at);

-- A row of the table, as it stands there and as it was corrected. Those with a number below zero are people whom the table does not name (leavers).
create table import_rows (
  portal_id bigint not null references portals,
  import_id bigint not null,
  number integer not null,
  cells text[] not null,
  -- What the check said, and whom the row is about. A new person has no id until the run.
  verdict text check (verdict in ('create', 'update', 'unchanged', 'skip', 'error', 'leave')),
  person_id bigint references users,
  -- What the rows of one table may have once only.
  email text collate "C",
  match_key text collate "C",
  findings jsonb not null default '[]',
  changes jsonb not null default '[]',
  -- What the run did; undo holds what is needed to take it back.
  outcome text check (outcome in ('done', 'refused')),
  undo jsonb,
  undo_outcome text check (undo_outcome in ('undone', 'partly', 'kept')),
  primary key (portal_id, import_id, number),
  foreign key (portal_id, import_id) references imports (portal_id, id) on delete cascade
);
create index import_rows_verdict on import_rows (portal_id, import_id, verdict, number);
create index import_rows_person on import_rows (portal_id, import_id, person_id) where person_id is not null;
create index import_rows_email on import_rows (portal_id, import_id, email) where email is not null;
create index import_rows_key on import_rows (portal_id, import_id, match_key) where match_key is not null;

-- What a heading meant the last time, for the next table with the same one.
create table import_headings (
  portal_id bigint not null references portals,
  heading text not null check (length(heading) between 1 and 120),
  -- A column of people, or null where it was left out.
  meaning text,
  primary key (portal_id, heading)
);

select protect_portal_table('imports', 'select');
select protect_portal_table('import_rows', 'select');
select protect_portal_table('import_headings', 'select');
grant insert, update, delete on imports, import_rows, import_headings to stoa_people;

-- An import may give people of this portal alone a language and a zone.
grant update (locale, time_zone) on users to stoa_people;
