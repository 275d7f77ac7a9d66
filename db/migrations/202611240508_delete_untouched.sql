-- A course that no learner has touched can be deleted with its versions. The keys of enrolments and attempts refuse it for any other (INV-4, INV-5).
grant delete on course_versions, course_version_items, course_files, version_moves to stoa_app, stoa_people;
