-- What opening a draft of 300 pages reads of each page, without its blocks. head: the page without them; kinds, block_ids: theirs, in order.
alter table course_draft_pages
  add column head jsonb not null generated always as (page - 'blocks') stored,
  add column kinds jsonb not null generated always as (jsonb_path_query_array(page, '$.blocks[*].kind')) stored;

-- in_step: the revisions of outline and pages that the current version was made from, so that it is known whether anything differs.
-- noted: when the audit log last said that a person works on this draft, by the person's number; autosaves would fill it otherwise.
alter table course_drafts
  add column in_step jsonb,
  add column noted jsonb not null default '{}';
