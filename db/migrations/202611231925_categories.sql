-- Categories that the staff of a portal arrange (capabilities.md CAT-7).
alter table categories
  add column description text not null default '' check (length(description) <= 500),
  add column is_hidden boolean not null default false,
  -- Whether the catalog shows it: neither it nor one above it is hidden. Set with each change of the tree (features/categories), so that readers need not walk it.
  add column is_shown boolean not null default true,
  add column revision integer not null default 0;
create index categories_parent on categories (portal_id, parent_id);
grant insert, update, delete on categories to stoa_app;
-- What puts courses into categories keeps them from being removed meanwhile (for key share).
grant update on categories to stoa_people;

-- The words by which addresses name categories. One keeps those that it once had, so that old links lead on; the one with the highest number is its own.
create table category_slugs (
  portal_id bigint not null references portals,
  slug text not null check (length(slug) between 1 and 100 and slug !~ '^[0-9]+$' and slug !~ '[,/?#[:space:]]'),
  category_id bigint not null,
  nth bigint generated always as identity,
  primary key (portal_id, slug)
);
create index category_slugs_category on category_slugs (portal_id, category_id, nth);
select protect_portal_table('category_slugs', 'select, insert, update');

-- Categories that were deleted or merged into another one: what brings them back, and where links to them lead.
create table category_removals (
  portal_id bigint not null references portals,
  category_id bigint not null,
  name text not null,
  description text not null,
  is_hidden boolean not null,
  parent_id bigint,
  position integer not null,
  -- Where its courses and the categories in it went; null for one that was empty.
  into_id bigint,
  -- Its courses; those of them that were not in the other one before; the categories that were in it.
  course_ids bigint[] not null,
  added_ids bigint[] not null,
  child_ids bigint[] not null,
  removed_at timestamptz not null default now(),
  primary key (portal_id, category_id)
);
create index category_removals_newest on category_removals (portal_id, removed_at desc);
select protect_portal_table('category_removals', 'select, insert, delete');
