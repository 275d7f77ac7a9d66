-- The portal's own help (capabilities.md HELP-1): built-in articles that it hides or says in its own words, articles of its own, and whether articles helped.
create table help_overrides (
  portal_id bigint not null references portals,
  -- The name of a built-in article.
  article text not null check (article ~ '^[a-z][a-z-]{0,59}$'),
  is_hidden boolean not null default false,
  -- By language (en, de): title and sanitised HTML, or null where the built-in one is shown.
  texts jsonb not null default '{"en": null, "de": null}' check (jsonb_typeof(texts) = 'object'),
  -- The mark of the built-in text on which these were written; null where none are.
  built_in text,
  revision integer not null default 0,
  changed_at timestamptz not null default now(),
  changed_by bigint references users,
  primary key (portal_id, article)
);
create index help_overrides_changed_by on help_overrides (changed_by) where changed_by is not null;

create table help_articles (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  -- By language (en, de): title and sanitised HTML, or null. At least one is there.
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  -- Who reads it; empty: everybody.
  roles text[] not null default '{}' check (roles <@ array['Author', 'Manager', 'Admin']),
  status text not null default 'draft' check (status in ('draft', 'published')),
  position integer not null,
  deleted_at timestamptz,
  revision integer not null default 0,
  changed_at timestamptz not null default now(),
  changed_by bigint references users,
  primary key (portal_id, id)
);
create index help_articles_changed_by on help_articles (changed_by) where changed_by is not null;

-- One answer of a person to "Did this help?" of an article.
create table help_answers (
  portal_id bigint not null,
  user_id bigint not null,
  -- The name of a built-in article, or own- and the number of one of the portal's.
  article text not null check (article ~ '^[a-z][a-z0-9-]{0,59}$'),
  helped boolean not null,
  answered_at timestamptz not null default now(),
  primary key (portal_id, user_id, article),
  foreign key (portal_id, user_id) references memberships (portal_id, user_id)
);
create index help_answers_counted on help_answers (portal_id, article, helped);

select protect_portal_table('help_overrides', 'select');
select protect_portal_table('help_articles', 'select');
select protect_portal_table('help_answers', 'select, insert, update');
-- What everybody of the portal reads is not a request's to write.
grant insert, update on help_overrides, help_articles to stoa_people;
