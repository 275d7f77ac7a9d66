-- What the sign-in page of a portal says besides its form, by language, as it is published (features/pages): every request knows it with the portal (ENV-7).
alter table portals add column login_texts jsonb not null default '{}' check (jsonb_typeof(login_texts) = 'object');
grant update (login_texts) on portals to stoa_people;
