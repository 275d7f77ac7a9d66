-- A row of an import can bring somebody back who was deactivated (USR-6).
alter table import_rows drop constraint import_rows_verdict_check;
alter table import_rows add constraint import_rows_verdict_check
  check (verdict in ('create', 'update', 'return', 'unchanged', 'skip', 'error', 'leave'));
