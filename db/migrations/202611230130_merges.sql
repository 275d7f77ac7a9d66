-- Two people of a portal who are one (USR-4, docs/decisions/017-merged-and-erased.md): gone_id became kept_id.
create table merges (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  kept_id bigint not null references users,
  gone_id bigint not null references users check (gone_id <> kept_id),
  -- What somebody chose where both have something: {fields: [id], externalId, courses: [id]} name what is taken from the one who goes.
  choices jsonb not null,
  asked_by bigint not null references users,
  asked_at timestamptz not null default now(),
  -- How the membership of the one who went stood.
  status_before text not null check (status_before in ('active', 'suspended')),
  done_at timestamptz,
  undone_at timestamptz,
  undone_by bigint references users,
  primary key (portal_id, id),
  constraint merges_undone check (undone_at is null or done_at is not null)
);
-- Nobody is merged twice at a time.
create unique index merges_gone on merges (portal_id, gone_id) where undone_at is null;
create index merges_kept on merges (portal_id, kept_id) where undone_at is null;

-- What each merge gave to the other person, and what an undo gave back: facts. A completion itself says the same before and after; only whose it is moved.
create table merge_moves (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  merge_id bigint not null,
  record text not null check (record in ('enrolment', 'attempt', 'cause', 'correction', 'set_aside', 'field', 'group', 'role', 'external_id')),
  record_id bigint not null,
  -- The course that it belongs to; what belongs to one course is undone together or stays together.
  course_id bigint,
  before jsonb not null,
  after jsonb not null,
  -- The move that this one takes back.
  undoes bigint,
  moved_at timestamptz not null default now(),
  primary key (portal_id, id),
  foreign key (portal_id, merge_id) references merges (portal_id, id),
  foreign key (portal_id, undoes) references merge_moves (portal_id, id)
);
create index merge_moves_merge on merge_moves (portal_id, merge_id, id);
create index merge_moves_undoes on merge_moves (portal_id, undoes) where undoes is not null;

select protect_portal_table('merges', 'select');
select protect_portal_table('merge_moves', 'select');
grant insert on merges to stoa_people;
