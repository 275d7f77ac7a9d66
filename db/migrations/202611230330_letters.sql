-- Letters: mail that carries a link which works once, to a person or to an address of which nobody knows yet whose it is. What it carries is kept as `told`; the
-- link itself is nowhere: it is made when the letter is sent, and the kept copy has none (security.md 57).
alter table messages alter column user_id drop not null;
alter table messages add column recipient text check (length(recipient) between 3 and 254);
alter table messages add column locale text;
alter table messages add column told jsonb;
alter table messages add constraint messages_to_somebody check (user_id is not null or recipient is not null);
create index messages_recipient on messages (portal_id, recipient) where recipient is not null;

-- A link that a person asks for does not make void what an admin made for them, and the other way round: who knows an address could otherwise end both.
alter table password_links add column is_own boolean generated always as (made_by is null) stored;
alter table password_links drop constraint password_links_pkey;
alter table password_links add primary key (portal_id, user_id, is_own);
grant insert (portal_id, user_id, event, mandatory, recipient, locale, told) on messages to stoa_people;
