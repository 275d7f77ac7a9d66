-- The courses of a portal that visitors see who have not signed in: published and listed ones in a public catalogue (capabilities.md CAT-1). asked: only this course
-- is looked at; null: all.
create function courses_for_visitors(portal bigint, asked bigint default null) returns setof bigint
language plpgsql stable rows 50 as $$
begin
  if not exists (select from catalogues l where l.portal_id = portal and l.is_public) then
    return;
  end if;
  return query
  with recursive below as (
    select k.category_id as id from catalogue_categories k
    join catalogues l on l.portal_id = portal and l.id = k.catalogue_id and l.is_public
    where k.portal_id = portal
    union
    select c.id from categories c join below on c.portal_id = portal and c.parent_id = below.id
  ),
  held as (
    select k.course_id from catalogue_courses k
    join catalogues l on l.portal_id = portal and l.id = k.catalogue_id and l.is_public
    where k.portal_id = portal and (asked is null or k.course_id = asked)
    union
    select cc.course_id from below
    join course_categories cc on cc.portal_id = portal and cc.category_id = below.id
    where asked is null or cc.course_id = asked
  )
  select held.course_id from held
  join courses c on c.portal_id = portal and c.id = held.course_id and c.status = 'published' and c.listed;
end $$;
