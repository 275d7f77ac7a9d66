-- The search finds what a course teaches too: title over tags over outline over summary and body (capabilities.md CAT-3).

-- The words of a version's document: its chapters' and pages' titles, and what stands on the pages. Questions and their options are no part of it.
-- What is longer than a tsvector can hold is searched by its beginning.
create function course_content_vector(content jsonb) returns tsvector
language sql immutable parallel safe as $$
  select setweight(to_tsvector('simple', left(coalesce(string_agg(word #>> '{}', ' ') filter (where titles), ''), 50000)), 'C')
    || setweight(to_tsvector('simple', left(coalesce(string_agg(word #>> '{}', ' ') filter (where not titles), ''), 200000)), 'D')
  from (
    select true as titles, jsonb_path_query(content, 'lax $.chapters[*].title') as word
    union all select true, jsonb_path_query(content, 'lax $.chapters[*].pages[*].title')
    union all select false, jsonb_path_query(content, 'strict $.chapters[*].pages[*].blocks[*].doc.**.text', '{}', true)
    union all select false, jsonb_path_query(content, 'lax $.chapters[*].pages[*].blocks[*].transcript[*].text')
    union all select false, jsonb_path_query(content, 'lax $.chapters[*].pages[*].blocks[*] ? (@.kind != "quiz").title')
    union all select false, jsonb_path_query(content, 'lax $.chapters[*].pages[*].blocks[*].caption')
    union all select false, jsonb_path_query(content, 'lax $.chapters[*].pages[*].blocks[*] ? (@.kind == "file").name')
    union all select false, jsonb_path_query(content, 'lax $.chapters[*].pages[*].blocks[*].description')
  ) words
$$;

-- Of the version that learners start; set together with current_version_id.
alter table courses add column content_search tsvector not null default '';
-- The owner fills it for every portal at once; row-level security binds the owner again before anybody else sees the tables.
alter table courses no force row level security;
alter table course_versions no force row level security;
update courses c set content_search = course_content_vector(v.content)
  from course_versions v where v.portal_id = c.portal_id and v.id = c.current_version_id;
alter table courses force row level security;
alter table course_versions force row level security;

drop index courses_search;
alter table courses drop column search;
alter table courses add column search tsvector
  generated always as (course_search_vector(title, tags, summary) || content_search) stored;
create index courses_search on courses using gin (search);
