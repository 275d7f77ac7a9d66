-- A session in which an admin sees the portal as somebody does who has one role, or a copy of it, and no other (ROLE-5). As with as_user_id, until as_until.
alter table sessions
  add column as_role text check (as_role in ('Author', 'Manager', 'Admin')),
  add column as_copy_id bigint,
  add constraint sessions_as_one check (as_role is null or as_user_id is null);
grant update (as_role, as_copy_id) on sessions to stoa_people;
