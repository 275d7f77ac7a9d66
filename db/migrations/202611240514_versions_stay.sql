-- Versions are facts, which nobody deletes (INV-4, INV-5): only a draft that was never published can go.
revoke delete on course_versions, course_version_items, course_files, version_moves from stoa_app, stoa_people;
