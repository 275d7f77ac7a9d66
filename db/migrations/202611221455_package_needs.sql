-- What a package needs of the place it plays in, as its import saw it (features/scorm/needs.ts). Packages never change, and so neither does this;
-- one that was imported before has no needs.
alter table scorm_packages add column needs jsonb not null default '{}';
