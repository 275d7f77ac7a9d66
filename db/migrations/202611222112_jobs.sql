-- Jobs that a person sees (capabilities.md INV-8). The row is the truth about a job; graphile-worker only says which worker begins with it.
create table jobs (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  owner_id bigint not null references users,
  kind text not null check (kind ~ '^[a-z][a-z-]{1,40}$'),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- What it is to do, and how far it has come: written by its kind, with every chunk in the transaction that does the chunk.
  input jsonb not null,
  checkpoint jsonb,
  done integer not null default 0 check (done >= 0),
  total integer check (total >= 0),
  -- What it found or changed; why it failed: {code, text, params}.
  result jsonb,
  reason jsonb,
  cancel_asked_at timestamptz,
  -- Counts how often a worker took it up. A worker that was overtaken writes nothing more: its number is an older one.
  run integer not null default 0,
  -- How often it was taken up since it last went on.
  fruitless integer not null default 0,
  leased_until timestamptz,
  -- Given to the queue of the workers; null until that was done.
  handed_at timestamptz,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- Until when what it did can be undone, and the job that does so.
  undo_until timestamptz,
  undone_by bigint,
  -- The request that started it, for the audit.
  ip text not null default '',
  request_id text not null default '',
  -- Its result as a file. The key is written before the bytes, so that bytes which a killed worker left are found.
  file_key text,
  file_name text,
  file_type text,
  file_bytes bigint,
  file_sha256 text,
  file_until timestamptz,
  -- The owner has put it out of the tray.
  put_away_at timestamptz,
  primary key (portal_id, id),
  constraint jobs_ended_check check ((state in ('done', 'failed', 'cancelled')) = (ended_at is not null)),
  constraint jobs_leased_check check ((state = 'running') = (leased_until is not null)),
  foreign key (portal_id, undone_by) references jobs (portal_id, id)
);
create index jobs_owner on jobs (portal_id, owner_id, id desc);
create index jobs_due on jobs (due_at) where state = 'queued';
create index jobs_leases on jobs (leased_until) where state = 'running';
create index jobs_undone_by on jobs (portal_id, undone_by) where undone_by is not null;
create index jobs_files on jobs (file_until) where file_key is not null;
select protect_portal_table('jobs', 'select');
grant insert, update on jobs to stoa_people;

-- A request starts jobs of the person asking and nobody else's, proven by its session as in people_change_themselves: a job works with its owner's
-- rights, so one injected statement must not be able to name another owner.
grant insert (portal_id, owner_id, kind, input, total, ip, request_id) on jobs to stoa_app;
create policy jobs_are_started_by_their_owner on jobs as restrictive for insert to stoa_app
  with check (owner_id = (select s.user_id from sessions s
    where s.portal_id = current_setting('app.portal_id')::bigint
      and s.token_hash = sha256(decode(nullif(current_setting('app.session', true), ''), 'hex'))
      and s.expires_at > now()));
