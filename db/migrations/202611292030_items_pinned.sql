-- Whether an attempt has the version of what is done in it is asked once a statement, too (decision 036).
alter table attempt_items drop constraint attempt_items_portal_id_attempt_id_version_id_fkey;
create trigger without_items_when_gone after delete on attempts referencing old table as gone for each statement execute function attempts_without_items();
create trigger without_items_when_changed after update on attempts referencing old table as gone for each statement execute function attempts_without_items();
