-- The words by which people are searched: of their name, and of their e-mail address before the @. features/people/search-words.ts splits what is typed in the same way.
-- Cut, because a sign may stand for eighteen letters, and a word that is too long could not be stored. By a regular expression, since translate compares
-- each sign with each of the forty, which takes four times as long.
create or replace function people_words(given_name text, family_name text, email text) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(regexp_split_to_array(left(folded(given_name || ' ' || family_name || ' ' || split_part(email, '@', 1)), 600),
    '[\t\n\r\u00a0 !"#$%&''()*+,./:;<=>?@\[\\\]^_`{|}~‘’“”„–—·-]+'), ''))
$$;
