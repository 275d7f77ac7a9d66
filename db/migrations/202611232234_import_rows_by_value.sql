-- Rows of a table about the same address, key or person are looked up by that value first. As long as nothing is known of a table that has just come, an index that
-- begins with the portal and the import looks no dearer for one row than one by the value, and PostgreSQL read the whole table for each row.
drop index import_rows_person;
drop index import_rows_email;
drop index import_rows_key;
create index import_rows_person on import_rows (person_id, portal_id) where person_id is not null;
create index import_rows_email on import_rows (email, portal_id) where email is not null;
create index import_rows_key on import_rows (match_key, portal_id) where match_key is not null;
