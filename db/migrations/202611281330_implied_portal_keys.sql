-- A table that refers to a row of the portal by a key with portal_id in it refers to the portal, too. Its own key of portals asked the same again for each
-- row written, and each time locked the portal's one row, where all who write in a portal meet. platform/db/schema.test.ts holds that nothing is left without.
do $$
declare
  implied record;
begin
  for implied in
    select k.conrelid::regclass as of_table, k.conname
    from pg_constraint k
    where k.contype = 'f' and k.confrelid = 'portals'::regclass and k.confdeltype = 'a' and k.conparentid = 0 and exists (
      select from pg_constraint o
      where o.conrelid = k.conrelid and o.contype = 'f' and o.confrelid not in (k.confrelid, k.conrelid) and k.conkey <@ o.conkey
        and not exists (select from pg_attribute a where a.attrelid = o.conrelid and a.attnum = any (o.conkey) and not a.attnotnull))
  loop
    execute format('alter table %s drop constraint %I', implied.of_table, implied.conname);
  end loop;
end
$$;
