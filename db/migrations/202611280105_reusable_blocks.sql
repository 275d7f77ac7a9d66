-- Blocks that several courses use (capabilities.md EDT-12). A block of a course holds its own content and says from which of these it was taken (its `from`).
create table reusable_blocks (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  title text not null check (length(title) between 1 and 200),
  block jsonb not null check (jsonb_typeof(block) = 'object'),
  -- What it says, for the search.
  words text not null,
  -- The files that it shows: they stay as long as it does.
  file_ids bigint[] not null,
  -- Raised with each new content.
  revision integer not null default 1 check (revision > 0),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_by bigint references users,
  updated_at timestamptz not null default now(),
  -- Since when it is no longer offered; what uses it stays as it is.
  archived_at timestamptz,
  primary key (portal_id, id)
);
create index reusable_blocks_newest on reusable_blocks (portal_id, updated_at desc, id desc);
select protect_portal_table('reusable_blocks', 'select, insert, update');

-- Which of them a page of a draft uses, and a version.
alter table course_draft_pages
  add column reusable_ids jsonb not null generated always as (jsonb_path_query_array(page, '$.blocks[*].from.reusableId')) stored;
create index course_draft_pages_reusing on course_draft_pages (portal_id, course_id) where reusable_ids <> '[]';
alter table course_versions
  add column reusable_ids jsonb not null generated always as (jsonb_path_query_array(content, '$.chapters[*].pages[*].blocks[*].from.reusableId')) stored;
create index course_versions_reusing on course_versions (portal_id, id) where reusable_ids <> '[]';
