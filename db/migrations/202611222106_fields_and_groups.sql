-- Custom user fields: what a portal wants to know of its people beyond name and e-mail address. Values belong to the membership.
create table fields (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  -- A folder of features/fields/kinds; it never changes.
  kind text not null check (kind in ('text', 'long_text', 'number', 'date', 'date_time', 'yes_no', 'single', 'multi', 'tree', 'country', 'phone',
    'email', 'url', 'file', 'person')),
  name text not null check (length(name) between 1 and 80),
  help text not null default '' check (length(help) <= 300),
  position integer not null,
  -- What people with a role may do with the values: everybody with their own, authors and managers with those of others. Admins edit all.
  own_access text not null default 'hidden' check (own_access in ('hidden', 'read', 'edit')),
  author_access text not null default 'hidden' check (author_access in ('hidden', 'read', 'edit')),
  manager_access text not null default 'read' check (manager_access in ('hidden', 'read', 'edit')),
  is_required boolean not null default false,
  is_unique boolean not null default false,
  -- Values are masked in exports and never written to logs.
  is_sensitive boolean not null default false,
  -- A regular expression that a value must match as a whole, with a sample that does.
  pattern text check (length(pattern) <= 200),
  pattern_sample text check (length(pattern_sample) <= 200),
  -- Where values come from: "local" is edited here, the others are changed by that source only.
  source text not null default 'local' check (source in ('local', 'sso', 'scim', 'import')),
  -- What else the kind needs, such as the smallest number.
  settings jsonb not null default '{}',
  -- Retired fields keep their values and are offered nowhere.
  retired_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (portal_id, id)
);
create unique index fields_name on fields (portal_id, lower(name)) where retired_at is null;

-- The values of a list. People's values name the id, so a new name shows everywhere, and a merged value leads to the one that took its place.
create table field_options (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  field_id bigint not null,
  parent_id bigint,
  name text not null check (length(name) between 1 and 120),
  former_names text[] not null default '{}',
  position integer not null,
  retired_at timestamptz,
  merged_into bigint,
  primary key (portal_id, id),
  unique (portal_id, field_id, id),
  foreign key (portal_id, field_id) references fields (portal_id, id),
  foreign key (portal_id, field_id, parent_id) references field_options (portal_id, field_id, id),
  foreign key (portal_id, field_id, merged_into) references field_options (portal_id, field_id, id),
  constraint field_options_merged_is_retired check (merged_into is null or retired_at is not null)
);
create unique index field_options_name on field_options (portal_id, field_id, coalesce(parent_id, 0), lower(name)) where retired_at is null;

-- One row is one value; only kinds with several values (multi) have more than one for a person, told apart by nth. The kind says which column holds it, and each
-- column has its index, so that "field F is X" reads only the rows that match. All are compared with operators that row-level security lets into an index.
create table field_values (
  portal_id bigint not null references portals,
  field_id bigint not null,
  user_id bigint not null,
  nth smallint not null default 0,
  -- As written: text, long_text, phone, email, url, country (its code), the name of a file.
  words text,
  -- The first 200 characters of words in small letters (features/fields/folded.ts), for comparing.
  folded text collate "C" check (length(folded) <= 200),
  -- number; yes_no as 1 and 0.
  number double precision,
  day date,
  moment timestamptz,
  -- single, multi, tree.
  option_id bigint,
  -- person.
  person_id bigint,
  -- file: its key in the file store and what else is known of it.
  file jsonb,
  -- Set while the field is unique: the value in the form in which nobody else may have it.
  unique_key text collate "C",
  -- Who or what wrote it: local, sso, scim or import.
  source text not null default 'local' check (source in ('local', 'sso', 'scim', 'import')),
  changed_at timestamptz not null default now(),
  primary key (portal_id, field_id, user_id, nth),
  foreign key (portal_id, field_id) references fields (portal_id, id),
  foreign key (portal_id, user_id) references memberships (portal_id, user_id) on delete cascade,
  foreign key (portal_id, person_id) references memberships (portal_id, user_id) on delete cascade,
  foreign key (portal_id, field_id, option_id) references field_options (portal_id, field_id, id),
  constraint field_values_one_column check (num_nonnulls(words, number, day, moment, option_id, person_id) = 1)
);
create index field_values_user on field_values (portal_id, user_id);
create index field_values_folded on field_values (portal_id, field_id, folded) where folded is not null;
create index field_values_number on field_values (portal_id, field_id, number) where number is not null;
create index field_values_day on field_values (portal_id, field_id, day) where day is not null;
create index field_values_moment on field_values (portal_id, field_id, moment) where moment is not null;
create index field_values_option on field_values (portal_id, field_id, option_id) where option_id is not null;
create index field_values_person on field_values (portal_id, person_id) where person_id is not null;
create unique index field_values_unique on field_values (portal_id, field_id, unique_key) where unique_key is not null;

-- Groups of people. Conditions and managers' scopes name them, so stoa_people alone writes all of this.
create table groups (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 1000),
  kind text not null default 'manual' check (kind in ('manual', 'dynamic', 'synced')),
  -- The condition document (features/conditions) of a dynamic group.
  condition jsonb,
  -- An archived group keeps its members as they are and is offered nowhere. A deleted one has none; its row keeps the name for the history.
  status text not null default 'active' check (status in ('active', 'archived', 'deleted')),
  -- When the members of a dynamic group were last computed.
  computed_at timestamptz,
  revision integer not null default 1,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  primary key (portal_id, id),
  constraint groups_dynamic_has_condition check ((kind = 'dynamic') = (condition is not null))
);
create unique index groups_name on groups (portal_id, lower(name)) where status <> 'deleted';

-- Nested groups: the members of the child are members of the group too. Never a circle (features/groups/server/nesting.ts).
create table group_children (
  portal_id bigint not null references portals,
  group_id bigint not null,
  child_id bigint not null check (child_id <> group_id),
  primary key (portal_id, group_id, child_id),
  foreign key (portal_id, group_id) references groups (portal_id, id),
  foreign key (portal_id, child_id) references groups (portal_id, id)
);
create index group_children_child on group_children (portal_id, child_id);

-- Who is in a group now, for whatever reason: one row for each person and group.
create table group_members (
  portal_id bigint not null references portals,
  group_id bigint not null,
  user_id bigint not null,
  -- Why the person is in the group itself; null for somebody who is in it only through nested groups.
  cause text check (cause in ('hand', 'import', 'condition', 'sync')),
  -- The nested groups that the person is in it through.
  via_ids bigint[] not null default '{}',
  added_by bigint references users,
  joined_at timestamptz not null default now(),
  primary key (portal_id, group_id, user_id),
  foreign key (portal_id, group_id) references groups (portal_id, id),
  foreign key (portal_id, user_id) references memberships (portal_id, user_id) on delete cascade,
  constraint group_members_has_cause check (cause is not null or cardinality(via_ids) > 0)
);
create index group_members_user on group_members (portal_id, user_id, group_id);

-- Each joining and leaving, with its cause; a fact.
create table group_history (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  group_id bigint not null,
  user_id bigint not null references users,
  at timestamptz not null default now(),
  change text not null check (change in ('joined', 'left')),
  cause text not null check (cause in ('hand', 'import', 'condition', 'sync', 'nested', 'undo', 'deleted')),
  actor_id bigint references users,
  primary key (portal_id, id),
  foreign key (portal_id, group_id) references groups (portal_id, id)
);
create index group_history_group on group_history (portal_id, group_id, id desc);
create index group_history_user on group_history (portal_id, user_id, id desc);

select protect_portal_table('fields', 'select');
select protect_portal_table('field_options', 'select');
select protect_portal_table('field_values', 'select');
select protect_portal_table('groups', 'select');
select protect_portal_table('group_children', 'select');
select protect_portal_table('group_members', 'select');
select protect_portal_table('group_history', 'select');
grant insert, update, delete on fields, field_options, field_values, groups, group_children, group_members to stoa_people;
grant insert on group_history to stoa_people;
