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
