-- Done items are items of the pinned version (INV-6): what a foreign key would ask for each row, asked once for all rows of a statement. Moving 10,000 people
-- to a new version writes a hundred thousand. Triggers of attempt_items and course_version_items (decision 036); they check, and change nothing.
create or replace function attempt_items_known() returns trigger language plpgsql as $$
declare
  unknown record;
begin
  -- offset 0: one probe of the key for each row, whatever the plan was made for.
  select n.* into unknown from added n
    left join lateral (
      select true as is_known from course_version_items i
      where i.portal_id = n.portal_id and i.version_id = n.version_id and i.item_key = n.item_key offset 0
    ) k on true
    where k.is_known is null limit 1;
  if found then
    raise foreign_key_violation using constraint = 'attempt_items_known', table = tg_table_name,
      message = format('attempt %s: version %s has no item %s', unknown.attempt_id, unknown.version_id, unknown.item_key);
  end if;
  return null;
end $$;

create or replace function version_items_unused() returns trigger language plpgsql as $$
declare
  used record;
begin
  select g.* into used from gone g
    where exists (select from attempt_items a where a.portal_id = g.portal_id and a.version_id = g.version_id and a.item_key = g.item_key)
      and not exists (select from course_version_items i where i.portal_id = g.portal_id and i.version_id = g.version_id and i.item_key = g.item_key)
    limit 1;
  if found then
    raise foreign_key_violation using constraint = 'attempt_items_known', table = tg_table_name,
      message = format('item %s of version %s is done in an attempt', used.item_key, used.version_id);
  end if;
  return null;
end $$;
