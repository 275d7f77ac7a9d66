-- A manager's deputy while they are away (ROLE-6): an assignment that shares one of the manager's for some days. What it gives is asked of that one at each moment
-- (held_roles), so that it is never more; its own scope and copy are what the manager's were when it was made.
alter table role_assignments
  add column deputy_of bigint,
  add constraint role_assignments_deputy_of foreign key (portal_id, deputy_of) references role_assignments (portal_id, id) on delete cascade,
  add constraint role_assignments_of_deputy check (deputy_of is null or (role = 'Manager' and ends_at is not null));
create index role_assignments_deputies on role_assignments (portal_id, deputy_of) where deputy_of is not null;
