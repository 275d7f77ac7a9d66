import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/** Gives a portal fields of courses, and every course values in most of them. */
export async function insertCourseFields(db: Db, portalId: number): Promise<void> {
  await sql`with f as (
      insert into fields (portal_id, subject, kind, name, position, own_access, author_access, manager_access)
      values (${portalId}, 'course', 'single', 'Meant for', 101, 'read', 'edit', 'read'), (${portalId}, 'course', 'date', 'Checked on', 102, 'read', 'edit', 'read'),
        (${portalId}, 'course', 'text', 'Cost centre', 103, 'hidden', 'edit', 'read')
      returning id, kind)
    insert into field_options (portal_id, field_id, name, position)
    select ${portalId}, f.id, o.name, o.place from f, (values ('Everybody', 1), ('New people', 2), ('Team leads', 3)) o (name, place) where f.kind = 'single'`.execute(
    db,
  );
  await sql`insert into course_field_values (portal_id, field_id, course_id, option_id, day, words, folded)
    select c.portal_id, f.id, c.id, case f.kind when 'single' then (select o.id from field_options o where o.portal_id = f.portal_id and o.field_id = f.id order by (o.position + c.id) % 3 limit 1) end,
      case f.kind when 'date' then date '2026-03-09' + (c.id % 90)::int end, case f.kind when 'text' then 'CC-' || (100 + c.id) end, case f.kind when 'text' then 'cc-' || (100 + c.id) end
    from courses c join fields f on f.portal_id = c.portal_id and f.subject = 'course' where c.portal_id = ${portalId}`.execute(db);
}
