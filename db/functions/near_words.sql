-- The words that people of a portal have who are found with words near what was typed (FIND-1). A function, because it reads them by the index whatever is guessed:
-- PostgreSQL cannot know how rare so many words are, and would rather read everybody, which takes seconds. At most 1,000 people and 5,000 words.
create function near_words(in_portal bigint, wanted tsquery) returns table (word text)
language sql stable set enable_seqscan = off as $$
  with near as materialized (select u.id, u.search from users u where u.search @@ wanted),
  people as materialized (select n.search from near n join memberships m on m.portal_id = in_portal and m.user_id = n.id limit 1000)
  select distinct w.word from people cross join unnest(tsvector_to_array(people.search)) w (word) limit 5000
$$;
grant execute on function near_words to stoa_app, stoa_people, stoa_system;
