-- Definitions of custom fields that several portals use (docs/decisions/021-shared-fields.md). Every portal reads them and none writes them; each portal that uses
-- one has a row of its own in fields, which a change of the definition changes too. Values, and who sees them, are the portal's.
create table shared_fields (
  id bigint primary key generated always as identity,
  kind text not null,
  name text not null check (length(name) between 1 and 80),
  help text not null check (length(help) <= 300),
  is_unique boolean not null,
  is_sensitive boolean not null,
  pattern text check (length(pattern) <= 200),
  pattern_sample text check (length(pattern_sample) <= 200),
  settings jsonb not null,
  -- Whether portals that do not use it are offered it.
  is_offered boolean not null default true,
  created_at timestamptz not null default now()
);
grant select on shared_fields to stoa_app, stoa_people;
grant select, insert, update on shared_fields to stoa_system;

-- The values of its list. The key is the same in every portal, where each value has an id of its own.
create table shared_field_options (
  shared_id bigint not null references shared_fields,
  key uuid not null,
  parent_key uuid,
  name text not null check (length(name) between 1 and 120),
  former_names text[] not null,
  position integer not null,
  retired_at timestamptz,
  merged_key uuid,
  primary key (shared_id, key),
  foreign key (shared_id, parent_key) references shared_field_options (shared_id, key) deferrable initially deferred,
  foreign key (shared_id, merged_key) references shared_field_options (shared_id, key) deferrable initially deferred,
  constraint shared_field_options_merged_is_retired check (merged_key is null or retired_at is not null)
);
grant select on shared_field_options to stoa_app, stoa_people;
grant select, insert, update on shared_field_options to stoa_system;

-- follows: whether changes of the definition come here; a field that left keeps its row, its list and its values, and can follow again.
alter table fields add column shared_id bigint references shared_fields, add column follows boolean not null default false,
  add constraint fields_followers_are_shared check (not follows or shared_id is not null);
create unique index fields_shared on fields (portal_id, shared_id) where shared_id is not null;
alter table field_options add column key uuid not null default gen_random_uuid();
create unique index field_options_key on field_options (portal_id, field_id, key);
