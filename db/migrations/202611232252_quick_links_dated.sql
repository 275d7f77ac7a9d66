-- From when until when a quick link is shown, and to whom by language (capabilities.md QL-1).
alter table quick_links
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  -- In which the dates were written and are shown to who changes them.
  add column time_zone text not null default 'UTC',
  -- Only for people who read the portal in it; null: in any.
  add column language text check (language in ('en', 'de')),
  add constraint quick_links_dates check (ends_at > starts_at);
