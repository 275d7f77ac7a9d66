-- Courses are searched without accents (CAT-3): what is stored of them is folded, as what is typed is. A tsvector written as text keeps its places and weights.
set local role stoa_system;
update courses set content_search = folded(content_search::text)::tsvector where content_search::text ~ '[^\u0001-\u007f]';
reset role;
-- The generated column keeps what the function gave when a row was written, so it is made anew.
alter table courses drop column search;
alter table courses
  add column search tsvector generated always as (course_search_vector(title, tags, summary) || content_search) stored;
create index courses_search on courses using gin (search);

-- Words that mean the same in a portal's catalog, a list of lists of terms. One row, because it is read and written as a whole.
create table catalog_synonyms (
  portal_id bigint primary key references portals,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  revision integer not null default 1 check (revision >= 1),
  changed_at timestamptz not null default now()
);
select protect_portal_table('catalog_synonyms', 'select, insert, update');

-- What people searched in the catalog in vain: the words and how often, never who. They go half a year after somebody last searched them.
create table catalog_unfound (
  portal_id bigint not null references portals,
  words text not null check (length(words) between 1 and 100),
  times integer not null default 1 check (times >= 1),
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (portal_id, words)
);
create index catalog_unfound_last on catalog_unfound (portal_id, last_at desc);
select protect_portal_table('catalog_unfound', 'select, insert, update, delete');
