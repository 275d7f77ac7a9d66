-- Which changes of its catalog a portal has seen: every change adds a row in its own transaction and removes the earlier ones that nobody else is
-- removing, so no change waits for another. Which rows there are tells one state of the catalog from every other (features/courses/server/catalog-changes.ts).
create table catalog_changes (
  portal_id bigint not null references portals,
  change uuid not null default gen_random_uuid(),
  primary key (portal_id, change)
);
-- Locking a row that is to be removed takes the right to update it.
select protect_portal_table('catalog_changes', 'select, insert, update, delete');
