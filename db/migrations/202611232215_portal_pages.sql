-- The public pages Contact, Copyright and Privacy with the portal's own text: what is being worked on, and everything that was published.
create table portal_pages (
  portal_id bigint not null references portals,
  page text not null check (page ~ '^[a-z]{1,20}$'),
  -- Texts by language (en, de; sanitised HTML or null) and, on the page Contact, the ways to reach the portal. Null while nothing is being worked on.
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  revision integer not null default 0,
  changed_at timestamptz not null default now(),
  changed_by bigint references users,
  primary key (portal_id, page)
);
create index portal_pages_changed_by on portal_pages (changed_by) where changed_by is not null;

create table portal_page_versions (
  portal_id bigint not null references portals,
  page text not null check (page ~ '^[a-z]{1,20}$'),
  number integer not null,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  published_at timestamptz not null default now(),
  -- Null for what the portal had before anybody could publish.
  published_by bigint references users,
  primary key (portal_id, page, number)
);
create index portal_page_versions_published_by on portal_page_versions (published_by) where published_by is not null;

select protect_portal_table('portal_pages', 'select');
select protect_portal_table('portal_page_versions', 'select');
-- What visitors read is not a request's to write.
grant insert, update on portal_pages to stoa_people;
grant insert on portal_page_versions to stoa_people;
grant update (contact) on portals to stoa_people;
