-- A course's type by its name; 1, 2 and 3 stay what `createCourse` is called with (specification §4).
alter table courses drop constraint courses_type_id_check;
alter table courses rename column type_id to type;
alter table courses alter column type type text using (array['online', 'classroom', 'scorm'])[type];
alter table courses add constraint courses_type_check check (type in ('online', 'classroom', 'scorm'));
