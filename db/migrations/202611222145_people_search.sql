-- How people are found and put in order (docs/decisions/016-finding-people.md). Both columns follow from the name and the address by themselves, whoever writes those.
alter table users
  add column name_key text collate "C" generated always as (left(folded(coalesce(nullif(trim(given_name || ' ' || family_name), ''), email)), 200)) stored,
  add column search tsvector generated always as (people_words(given_name, family_name, email)) stored;
create index users_name_key on users (name_key, id);
create index users_search on users using gin (search);
grant select (name_key, search) on users to stoa_app, stoa_people;
-- The other orders of the list of people.
create index memberships_joined on memberships (portal_id, joined_at, user_id);
create index memberships_signed_in on memberships (portal_id, last_sign_in_at desc nulls last, user_id);
