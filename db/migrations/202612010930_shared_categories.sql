-- Categories that several portals use (docs/decisions/041-shared-categories.md). Every portal reads them and none writes them; each portal that uses them has rows of
-- its own in categories, which a change of the definition changes too. Courses, pictures, order and what is hidden are the portal's.
create table shared_categories (
  id bigint primary key generated always as identity,
  parent_id bigint references shared_categories,
  name text not null check (length(name) between 1 and 120),
  description text not null check (length(description) <= 500),
  -- Whether portals that do not use it are offered it, with all below it. Asked of a topmost one.
  is_offered boolean not null default true,
  created_at timestamptz not null default now()
);
create index shared_categories_parent on shared_categories (parent_id);
grant select on shared_categories to stoa_app;
grant select, insert, update, delete on shared_categories to stoa_system;

alter table categories add column shared_id bigint references shared_categories;
create unique index categories_shared on categories (portal_id, shared_id) where shared_id is not null;
