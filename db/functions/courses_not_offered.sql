-- The courses of a portal that a person is not offered: those in catalogues, and in none whose audience the person is in (capabilities.md CAT-1). Courses in no
-- catalogue are offered to everybody. asked: only this course is looked at; null: all. features/catalog/server/catalog-index.ts has the same rule in memory.
create function courses_not_offered(portal bigint, person bigint, asked bigint default null) returns setof bigint
language plpgsql stable rows 20 as $$
begin
  if not exists (select from catalogues l where l.portal_id = portal) then
    return;
  end if;
  return query
  with recursive below as (
    select k.catalogue_id, k.category_id as id from catalogue_categories k where k.portal_id = portal
    union
    select below.catalogue_id, c.id from categories c join below on c.portal_id = portal and c.parent_id = below.id
  ),
  held as (
    select k.course_id, k.catalogue_id from catalogue_courses k where k.portal_id = portal and (asked is null or k.course_id = asked)
    union
    select cc.course_id, below.catalogue_id from below
    join course_categories cc on cc.portal_id = portal and cc.category_id = below.id
    where asked is null or cc.course_id = asked
  ),
  mine as (
    select l.id from catalogues l where l.portal_id = portal and l.for_everybody
    union
    select g.catalogue_id from catalogue_groups g
    join group_members m on m.portal_id = portal and m.group_id = g.group_id and m.user_id = person
    where g.portal_id = portal
  )
  select held.course_id from held left join mine on mine.id = held.catalogue_id
  group by held.course_id having count(mine.id) = 0;
end $$;
