-- Roles that admins made: a copy of a built-in one with fewer permissions (features/portal/permissions.ts). An assignment of a copy has the built-in role's name too, so all
-- that asks who is a manager stays as it is; the copy says which of the role's permissions it gives.
create table role_copies (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  name text not null check (name <> '' and length(name) <= 80),
  of_role text not null check (of_role in ('Author', 'Manager', 'Admin')),
  permissions text[] not null check (cardinality(permissions) > 0),
  revision integer not null default 1,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  -- Ended assignments still name it.
  deleted_at timestamptz,
  primary key (portal_id, id),
  unique (portal_id, id, of_role)
);
create unique index role_copies_name on role_copies (portal_id, lower(name)) where deleted_at is null;
select protect_portal_table('role_copies', 'select');
grant insert, update on role_copies to stoa_people;

alter table role_assignments
  add column copy_id bigint,
  add constraint role_assignments_copy foreign key (portal_id, copy_id, role) references role_copies (portal_id, id, of_role);
create index role_assignments_of_copy on role_assignments (portal_id, copy_id) where copy_id is not null;

-- Of each role that somebody holds only as copies: the permissions that these give. Null for nearly everybody; stored with the flags (apply_roles).
alter table memberships add column role_limits jsonb;
