-- The audit log of a portal is sealed into a hash chain by a job, so that whoever changes, removes or adds an entry later is found out. Writers take no part in
-- it: they never wait for one another.

-- Salt: nobody can guess from a hash what an entry said before it was erased. erased_at: the personal part of the entry was removed by law; its hash stays.
alter table audit_events add column salt uuid not null default gen_random_uuid(), add column erased_at timestamptz;
create index audit_events_at on audit_events (portal_id, at);
create index audit_events_object on audit_events (portal_id, object_kind, object_id, id desc);

-- One link for each entry, in the order in which they were sealed. body_hash: of what an entry says about people; hash: of the link before, the entry and that.
create table audit_links (
  portal_id bigint not null references portals,
  position bigint not null check (position >= 1),
  event_id bigint not null,
  body_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default now(),
  primary key (portal_id, position),
  unique (portal_id, event_id)
);
select protect_portal_table('audit_links', 'select');
