-- What finds people by words (FIND-1). Functions, because they read by the index whatever is guessed: PostgreSQL takes the beginning of a word for one that 2 % of all
-- people have, and cannot know how rare many words together are. It would rather read everybody, in their order or not, which takes seconds where nobody has the word.

-- People of a portal who have the words, at most so many.
create function people_having(in_portal bigint, wanted tsquery, most integer) returns table (id bigint)
language sql stable set enable_seqscan = off as $$
  with having_words as materialized (select u.id from users u where u.search @@ wanted)
  select h.id from having_words h join memberships m on m.portal_id = in_portal and m.user_id = h.id limit most
$$;
grant execute on function people_having to stoa_app, stoa_people, stoa_system;

-- The words that people of a portal have who are found with words near what was typed. At most 1,000 people and 5,000 words.
create function near_words(in_portal bigint, wanted tsquery) returns table (word text)
language sql stable set enable_seqscan = off as $$
  with near as materialized (select u.id, u.search from users u where u.search @@ wanted),
  people as materialized (select n.search from near n join memberships m on m.portal_id = in_portal and m.user_id = n.id limit 1000)
  select distinct w.word from people cross join unnest(tsvector_to_array(people.search)) w (word) limit 5000
$$;
grant execute on function near_words to stoa_app, stoa_people, stoa_system;
