-- Categories, files, courses and their published versions.

create table categories (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  parent_id bigint,
  name text not null check (length(name) between 1 and 120),
  position integer not null default 0,
  primary key (portal_id, id),
  foreign key (portal_id, parent_id) references categories (portal_id, id)
);

create table files (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  storage_key text not null,
  name text not null check (length(name) between 1 and 240),
  media_type text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 text not null,
  created_at timestamptz not null default now(),
  primary key (portal_id, id),
  unique (portal_id, storage_key)
);

create table courses (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  -- specification §4; never changed once chosen.
  type text not null check (type in ('online', 'classroom', 'scorm')),
  title text not null check (length(title) between 1 and 200),
  summary text not null default '' check (length(summary) <= 2000),
  outcomes text[] not null default '{}',
  tags text[] not null default '{}',
  language text not null default 'en',
  minutes integer not null default 0 check (minutes >= 0),
  cover_file_id bigint,
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  self_enrol boolean not null default true,
  current_version_id bigint,
  created_by bigint references users,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Grows with every change of the course or its draft, so that nobody overwrites what they have not seen.
  revision integer not null default 1 check (revision >= 1),
  -- The words of the version that learners start; set together with current_version_id.
  content_search tsvector not null default '',
  -- What the search reads: title over tags over outline over summary and body (capabilities.md CAT-3).
  search tsvector generated always as (course_search_vector(title, tags, summary) || content_search) stored,
  primary key (portal_id, id),
  foreign key (portal_id, cover_file_id) references files (portal_id, id)
);
create index courses_search on courses using gin (search);
create index courses_listed on courses (portal_id, status, title);
create index courses_author on courses (portal_id, created_by, updated_at desc);
-- The newest published courses are one index away.
create index courses_newest on courses (portal_id, published_at desc nulls last, id desc) where status = 'published' and self_enrol;

create table course_categories (
  portal_id bigint not null references portals,
  course_id bigint not null,
  category_id bigint not null,
  primary key (portal_id, course_id, category_id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, category_id) references categories (portal_id, id)
);
create index course_categories_category on course_categories (portal_id, category_id);

-- What the authors of a course of any type work on between two publishings. outline: chapters with the order of their pages; completion: the completion
-- rule that the next version will have; presentation: how it opens (SCO-10). What comes from a package is not kept here but made at publishing.
create table course_drafts (
  portal_id bigint not null references portals,
  course_id bigint not null,
  outline jsonb not null default '{"chapters": []}',
  completion jsonb not null,
  presentation jsonb not null default '{}',
  revision integer not null default 1 check (revision >= 1),
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  primary key (portal_id, course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);

-- The pages of drafts. Each has a revision of its own: two authors on two pages never get in each other's way.
create table course_draft_pages (
  portal_id bigint not null references portals,
  course_id bigint not null,
  page_id text not null check (length(page_id) between 1 and 64),
  page jsonb not null,
  revision integer not null default 1 check (revision >= 1),
  updated_at timestamptz not null default now(),
  updated_by bigint references users,
  primary key (portal_id, course_id, page_id),
  foreign key (portal_id, course_id) references course_drafts (portal_id, course_id)
);

-- A published version never changes (INV-5): content is the document of chapters, pages and blocks; item_count is the number of
-- its required items, fixed at publishing, so that progress stays derived (INV-6) and still costs one count.
create table course_versions (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  course_id bigint not null,
  number integer not null check (number >= 1),
  content jsonb not null,
  completion_rule jsonb not null,
  item_count integer not null check (item_count >= 0),
  -- Which fields of a package's part the completion rule reads before the course is complete, and which its result does afterwards (courses/
  -- completion-policy.ts, readsOf): completed, passed, first, last, best, average. Written at publishing; all of them are always right, and slower.
  decides_on text[] not null default '{completed,passed,first,last,best,average}',
  results_on text[] not null default '{completed,passed,first,last,best,average}',
  note text not null default '',
  published_by bigint references users,
  published_at timestamptz not null default now(),
  primary key (portal_id, id),
  unique (portal_id, course_id, number),
  unique (portal_id, id, course_id),
  foreign key (portal_id, course_id) references courses (portal_id, id)
);
alter table courses add foreign key (portal_id, current_version_id, id) references course_versions (portal_id, id, course_id);

create table course_version_items (
  portal_id bigint not null references portals,
  version_id bigint not null,
  item_key text not null,
  position integer not null,
  primary key (portal_id, version_id, item_key),
  foreign key (portal_id, version_id) references course_versions (portal_id, id)
);

-- Which files a version shows; who may open the course may fetch them.
create table course_files (
  portal_id bigint not null references portals,
  course_id bigint not null,
  file_id bigint not null,
  primary key (portal_id, course_id, file_id),
  foreign key (portal_id, course_id) references courses (portal_id, id),
  foreign key (portal_id, file_id) references files (portal_id, id)
);
create index course_files_file on course_files (portal_id, file_id);

-- Creating a course for an upload that then fails is undone, which is the only deletion of a course there is.
select protect_portal_table('categories', 'select');
select protect_portal_table('files', 'select, insert');
select protect_portal_table('courses', 'select, insert, update, delete');
select protect_portal_table('course_drafts', 'select, insert, update, delete');
select protect_portal_table('course_draft_pages', 'select, insert, update, delete');
select protect_portal_table('course_categories', 'select, insert, delete');
select protect_portal_table('course_versions', 'select, insert');
select protect_portal_table('course_version_items', 'select, insert');
select protect_portal_table('course_files', 'select, insert');
