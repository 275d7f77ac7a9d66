-- Batches whose making was cancelled say the number that was asked for; what exists is counted.
set local role stoa_system;
update authorization_codes c set seats = (select count(*) from authorization_code_words w where w.portal_id = c.portal_id and w.code_id = c.id)
where c.seats is not null and not exists (select from authorization_code_words w where w.portal_id = c.portal_id and w.code_id = c.id and w.seats is null);
reset role;
