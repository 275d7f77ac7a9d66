-- Admins set what their portal does (features/settings): as stoa_people, in the portal that they are in and in no other column. The owner of the table,
-- whose migrations and foreign keys read it, is not held by the policies.
alter table portals enable row level security;
create policy portals_are_known on portals for select to stoa_app, stoa_people, stoa_system using (true);
create policy portals_by_system on portals to stoa_system using (true) with check (true);
create policy settings_of_the_portal on portals for update to stoa_people
  using (id = current_setting('app.portal_id')::bigint)
  with check (id = current_setting('app.portal_id')::bigint);
grant update (settings, revision) on portals to stoa_people;
