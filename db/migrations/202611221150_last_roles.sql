-- The role a person last took in a portal: the next session there starts in it. A row of its own and no column of memberships, for a system
-- admin who visits a portal without a membership comes back in it too.
create table last_roles (
  portal_id bigint not null references portals,
  user_id bigint not null references users,
  role text not null check (role in ('Student', 'Author', 'Manager', 'Admin', 'System')),
  primary key (portal_id, user_id)
);
select protect_portal_table('last_roles', 'select, insert, update');
