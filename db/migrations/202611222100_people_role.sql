-- stoa_people: changes people and their rights, in one portal. Requests work as stoa_app, which can give nobody a right, so one injected statement
-- cannot either; the named work that may (Databases.inPeople) sees no more portals than a request does. On facts it has the rights of stoa_app.
do $$
declare
  one record;
begin
  for one in
    select c.oid::regclass as target, string_agg(g.privilege_type, ', ') as rights
    from pg_policy p
    join pg_class c on c.oid = p.polrelid
    left join information_schema.role_table_grants g on g.table_schema = 'public' and g.table_name = c.relname and g.grantee = 'stoa_app'
    where p.polname = 'portal_scope'
    group by c.oid
  loop
    execute format('create policy people_scope on %s to stoa_people
      using (portal_id = current_setting(''app.portal_id'')::bigint)
      with check (portal_id = current_setting(''app.portal_id'')::bigint)', one.target);
    if one.rights is not null then execute format('grant %s on %s to stoa_people', one.rights, one.target); end if;
  end loop;
end $$;

grant usage on schema public to stoa_people;
grant select on portals, portal_hosts, system_settings to stoa_people;
grant select, insert, update, delete on memberships to stoa_people;
grant select on sessions to stoa_people;
grant select (id, email, kind, given_name, family_name, password_changed_at, must_change_password, is_system_admin, locale, time_zone, theme,
  shortcuts, created_at) on users to stoa_people;
grant insert (email, given_name, family_name, locale, time_zone) on users to stoa_people;
grant update (email, given_name, family_name) on users to stoa_people;

-- A new person has no password and is no system admin: the columns granted hold neither. Only members of the portal are changed, and no system admin.
create policy people_of_the_portal_are_seen on users for select to stoa_people using (true);
create policy people_are_added on users for insert to stoa_people with check (kind = 'person' and not is_system_admin);
create policy members_are_changed on users for update to stoa_people
  using (not is_system_admin and kind = 'person' and exists (select from memberships m where m.user_id = users.id));
