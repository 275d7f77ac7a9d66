-- The words by which people are searched: of their name, and of their e-mail address before the @. platform/search-words.ts splits what is typed in the same way.
-- Cut, because a sign may stand for eighteen letters, and a word that is too long could not be stored.
create or replace function people_words(given_name text, family_name text, email text) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(string_to_array(translate(left(folded(given_name || ' ' || family_name || ' ' || split_part(email, '@', 1)), 600),
    E'\t\n\r\u00a0!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~‘’“”„–—·', '                                            '), ' '), ''))
$$;
