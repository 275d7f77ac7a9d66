-- How a portal looks to the people of a group (capabilities.md ENV-3). Whatever is null comes from the portal.
create table group_brands (
  portal_id bigint not null,
  group_id bigint not null,
  -- Counted on with each change, also when the draft is published or given up.
  revision integer not null default 1,
  -- Null while nothing is being worked on.
  draft jsonb,
  -- What is published, as the row of a portal has it. Null while the group has no look of its own.
  colors jsonb check (jsonb_typeof(colors) = 'object'),
  logo_file text,
  mobile_logo_file text,
  favicon_file text,
  changed_by bigint references users,
  changed_at timestamptz not null default now(),
  primary key (portal_id, group_id),
  foreign key (portal_id, group_id) references groups,
  constraint group_brands_published check (colors is not null or num_nonnulls(logo_file, mobile_logo_file, favicon_file) = 0)
);
create index group_brands_changed_by on group_brands (changed_by) where changed_by is not null;
select protect_portal_table('group_brands', 'select');
-- What is shown to others is not a request's to write.
grant insert (portal_id, group_id, draft, changed_by), update (revision, draft, changed_by, changed_at) on group_brands to stoa_app, stoa_people;
grant update (colors, logo_file, mobile_logo_file, favicon_file) on group_brands to stoa_people;

-- Null for those of the portal.
alter table brand_versions add column group_id bigint, add foreign key (portal_id, group_id) references groups;
create index brand_versions_group on brand_versions (portal_id, group_id, id) where group_id is not null;

-- The published looks of groups in use, as every request knows them: features/branding writes it with each change of one, and of whether a group is in use.
alter table portals add column group_looks jsonb not null default '[]' check (jsonb_typeof(group_looks) = 'array');
grant update (group_looks) on portals to stoa_people;
