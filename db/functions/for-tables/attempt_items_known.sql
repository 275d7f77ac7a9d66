-- Done items are items of the pinned version (INV-6): what two foreign keys would ask for each row, asked once for all rows of a statement, and once for what is in
-- many of them. Moving 10,000 people to a new version writes a hundred thousand. Triggers of attempt_items, attempts and course_version_items (decision 036); they
-- check, and change nothing.
create or replace function attempt_items_known() returns trigger language plpgsql as $$
declare
  unknown record;
begin
  -- offset 0: one probe of the key for each, whatever the plan was made for.
  select n.* into unknown from (select distinct portal_id, version_id, item_key from added) n
    left join lateral (
      select true as is_known from course_version_items i
      where i.portal_id = n.portal_id and i.version_id = n.version_id and i.item_key = n.item_key offset 0
    ) k on true
    where k.is_known is null limit 1;
  if found then
    raise foreign_key_violation using constraint = 'attempt_items_known', table = tg_table_name,
      message = format('version %s has no item %s', unknown.version_id, unknown.item_key);
  end if;
  select n.* into unknown from (select distinct portal_id, attempt_id, version_id from added) n
    left join lateral (
      select true as is_known from attempts a where a.portal_id = n.portal_id and a.id = n.attempt_id and a.version_id = n.version_id offset 0
    ) k on true
    where k.is_known is null limit 1;
  if found then
    raise foreign_key_violation using constraint = 'attempt_items_pinned', table = tg_table_name,
      message = format('attempt %s has no version %s', unknown.attempt_id, unknown.version_id);
  end if;
  return null;
end $$;

create or replace function attempts_without_items() returns trigger language plpgsql as $$
declare
  used record;
begin
  select g.* into used from gone g
    where exists (select from attempt_items i where i.portal_id = g.portal_id and i.attempt_id = g.id and i.version_id = g.version_id)
      and not exists (select from attempts a where a.portal_id = g.portal_id and a.id = g.id and a.version_id = g.version_id)
    limit 1;
  if found then
    raise foreign_key_violation using constraint = 'attempt_items_pinned', table = tg_table_name,
      message = format('attempt %s of version %s has items that are done', used.id, used.version_id);
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
