-- Quick links (capabilities.md QL-1): where people of a portal often go, on their dashboard.
create table quick_links (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  -- By language (en, de); null for a language without one. At least one has one.
  titles jsonb not null check (jsonb_typeof(titles) = 'object'),
  -- https, mailto, or a path of the product (platform/safe-href.ts).
  address text not null check (address ~ '^(https://|mailto:|/)'),
  icon text not null,
  opens_new_tab boolean not null default false,
  -- A condition; null: everybody.
  audience jsonb,
  position integer not null,
  deleted_at timestamptz,
  changed_at timestamptz not null default now(),
  revision integer not null default 0,
  primary key (portal_id, id)
);
create index quick_links_listed on quick_links (portal_id, position, id) where deleted_at is null;

select protect_portal_table('quick_links', 'select');
-- Whom it reaches, and what every page shows, is not a request's to write.
grant insert, update on quick_links to stoa_people;

-- What is shown, as every request knows it: features/links writes it with each change.
alter table portals add column quick_links jsonb not null default '[]' check (jsonb_typeof(quick_links) = 'array');
grant update (quick_links) on portals to stoa_people;
