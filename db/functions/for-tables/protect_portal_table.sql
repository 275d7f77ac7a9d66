-- Row-level security of a portal-owned table: on, forced, bound to the portal of the transaction, with the rights named for stoa_app and stoa_people.
-- Called by migrations. From the migration that makes stoa_people on; those before it ran when that role did not exist, and it caught them up.
create or replace function protect_portal_table(target regclass, app_rights text) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  -- No coalesce: outside a portal the setting is missing or empty and the cast raises, so a forgotten portal fails closed.
  execute format('create policy portal_scope on %s to stoa_app
    using (portal_id = current_setting(''app.portal_id'')::bigint)
    with check (portal_id = current_setting(''app.portal_id'')::bigint)', target);
  if exists (select from pg_policy where polname = 'people_are_added') then
    execute format('create policy people_scope on %s to stoa_people
      using (portal_id = current_setting(''app.portal_id'')::bigint)
      with check (portal_id = current_setting(''app.portal_id'')::bigint)', target);
    execute format('grant %s on %s to stoa_people', app_rights, target);
  end if;
  execute format('create policy system_scope on %s to stoa_system using (true) with check (true)', target);
  execute format('grant %s on %s to stoa_app', app_rights, target);
  execute format('grant select, insert, update, delete on %s to stoa_system', target);
end $$;
