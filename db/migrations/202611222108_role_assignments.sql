-- Who holds which role, with which scope, from when until when, and who granted it. The flags of memberships follow from it (apply_roles), so that opening a
-- request still reads one row of the person. Requests read it; only the named work that changes people writes it.
create table role_assignments (
  portal_id bigint not null references portals,
  id bigint generated always as identity,
  user_id bigint not null,
  role text not null check (role in ('Author', 'Manager', 'Admin')),
  -- Whose data the role reaches (features/roles/scope.ts): the whole portal, groups, or people who fit a condition. Only a manager's is ever narrower.
  scope jsonb not null default '{"kind": "portal"}',
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  -- Null for what was there before anybody granted anything: the first admin, the demo.
  granted_by bigint references users,
  granted_at timestamptz not null default now(),
  primary key (portal_id, id),
  foreign key (portal_id, user_id) references memberships (portal_id, user_id) on delete cascade,
  constraint role_assignments_dates check (ends_at > starts_at),
  constraint role_assignments_scope check (jsonb_typeof(scope -> 'kind') = 'string' and (role = 'Manager' or scope = '{"kind": "portal"}'))
);
create index role_assignments_user on role_assignments (portal_id, user_id);
create index role_assignments_role on role_assignments (portal_id, role);
select protect_portal_table('role_assignments', 'select');
grant insert, update, delete on role_assignments to stoa_people;

-- When the person's roles change next by a date; null for nearly everybody. Past it the flags are computed anew (open_request) until a job has stored them.
alter table memberships add column roles_change_at timestamptz;
create index memberships_roles_change on memberships (roles_change_at) where roles_change_at is not null;

-- People lists leave system admins out; there are a few among very many.
create index users_system_admins on users (id) where is_system_admin;

-- As stoa_system, for row-level security binds the owner too.
set local role stoa_system;
insert into role_assignments (portal_id, user_id, role, starts_at, granted_at)
select m.portal_id, m.user_id, held.role, m.joined_at, m.joined_at
from memberships m
cross join lateral (values ('Author', m.is_author), ('Manager', m.is_manager), ('Admin', m.is_admin)) held (role, is_held)
where held.is_held
order by 1, 2, 3;
reset role;
