-- The groups that somebody would join or leave by their rules once a row is written: what the check of an import foresees.
alter table import_rows
  add column joins bigint[] not null default '{}',
  add column leaves bigint[] not null default '{}';
