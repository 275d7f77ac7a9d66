-- A course in which nobody was ever enrolled can be deleted with its versions and packages: they are facts only once somebody learns from them (INV-4, INV-5).
-- The policies keep those of every other course, whatever the application asks for; the keys of attempts keep their versions besides.
grant delete on course_versions, course_version_items, course_files, version_moves, scorm_packages to stoa_app;
create policy stays_with_learners on course_versions as restrictive for delete to stoa_app
  using (not exists (select from enrolments e where e.portal_id = course_versions.portal_id and e.course_id = course_versions.course_id));
create policy stays_with_learners on course_version_items as restrictive for delete to stoa_app
  using (not exists (select from course_versions v join enrolments e on e.portal_id = v.portal_id and e.course_id = v.course_id
    where v.portal_id = course_version_items.portal_id and v.id = course_version_items.version_id));
create policy stays_with_learners on course_files as restrictive for delete to stoa_app
  using (not exists (select from enrolments e where e.portal_id = course_files.portal_id and e.course_id = course_files.course_id));
create policy stays_with_learners on version_moves as restrictive for delete to stoa_app
  using (not exists (select from enrolments e where e.portal_id = version_moves.portal_id and e.course_id = version_moves.course_id));
create policy stays_with_learners on scorm_packages as restrictive for delete to stoa_app
  using (not exists (select from enrolments e where e.portal_id = scorm_packages.portal_id and e.course_id = scorm_packages.course_id));

-- The folder of a package that no course has any more waits for the sweep as a file does, under its key of the package store.
alter table loose_files drop constraint loose_files_storage_key_check,
  add constraint loose_files_storage_key_check check (storage_key ~ '^([0-9a-f]{64}|[0-9a-f]{32})$');
