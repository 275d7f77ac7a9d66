-- What was saved of an article of the help (capabilities.md HELP-1): each saving adds a version, the newest of which is the present text.
create table help_versions (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  -- The name of a built-in article, or own- and the number of one of the portal's.
  article text not null check (article ~ '^[a-z][a-z0-9-]{0,59}$'),
  -- As in the article; both null: the built-in text.
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  built_in text,
  saved_by bigint references users,
  saved_at timestamptz not null default now(),
  primary key (portal_id, id)
);
create index help_versions_article on help_versions (portal_id, article, id desc);
create index help_versions_saved_by on help_versions (saved_by) where saved_by is not null;
select protect_portal_table('help_versions', 'select');
grant insert, delete on help_versions to stoa_people;

-- What is there already is the first version of it.
set local role stoa_system;
insert into help_versions (portal_id, article, texts, saved_by, saved_at)
  select portal_id, 'own-' || id, texts, changed_by, changed_at from help_articles;
insert into help_versions (portal_id, article, texts, built_in, saved_by, saved_at)
  select portal_id, article, texts, built_in, changed_by, changed_at from help_overrides where built_in is not null;
reset role;
