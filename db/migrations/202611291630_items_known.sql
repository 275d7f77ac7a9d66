-- The items that somebody has done are known to their version: checked once a statement instead of once a row (decision 036).
alter table attempt_items drop constraint attempt_items_portal_id_version_id_item_key_fkey;
create trigger items_known after insert on attempt_items referencing new table as added for each statement execute function attempt_items_known();
create trigger items_known_still after update on attempt_items referencing new table as added for each statement execute function attempt_items_known();
create trigger unused_when_gone after delete on course_version_items referencing old table as gone for each statement execute function version_items_unused();
create trigger unused_when_changed after update on course_version_items referencing old table as gone for each statement execute function version_items_unused();
