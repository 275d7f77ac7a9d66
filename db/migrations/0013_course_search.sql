-- Tags take part in the search with their rank and whatever their letter case; the newest published courses are one index away.

create function course_search_vector(title text, tags text[], summary text) returns tsvector
language sql immutable parallel safe as $$
  select setweight(to_tsvector('simple', title), 'A')
    || setweight(to_tsvector('simple', array_to_string(tags, ' ')), 'B')
    || setweight(to_tsvector('simple', summary), 'D')
$$;

drop index courses_search;
alter table courses drop column search;
alter table courses add column search tsvector generated always as (course_search_vector(title, tags, summary)) stored;
create index courses_search on courses using gin (search);

create index courses_newest on courses (portal_id, published_at desc nulls last, id desc) where status = 'published' and self_enrol;
