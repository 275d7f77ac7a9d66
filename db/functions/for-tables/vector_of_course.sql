-- What the generated column courses.search holds of the course itself, folded. The column keeps what was stored: a migration that changes this rewrites it.
create or replace function course_search_vector(title text, tags text[], summary text) returns tsvector
language sql immutable parallel safe as $$
  select setweight(to_tsvector('simple', folded(title)), 'A')
    || setweight(to_tsvector('simple', folded(array_to_string(tags, ' '))), 'B')
    || setweight(to_tsvector('simple', folded(summary)), 'D')
$$;
