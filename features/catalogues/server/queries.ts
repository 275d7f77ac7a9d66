import { sql } from "kysely";
import * as z from "zod/mini";
import { categoryTree } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { Catalogue, CatalogueRow, Choices, type CatalogueTerms } from "../contract.ts";

/** held: which course is in which catalogue of a portal, by hand or by a category. To be put behind "with recursive". */
const held = (portalId: number) => sql`
  below as (
    select k.catalogue_id, k.category_id as id from catalogue_categories k where k.portal_id = ${portalId}
    union select below.catalogue_id, c.id from categories c join below on c.portal_id = ${portalId} and c.parent_id = below.id
  ),
  held as (
    select k.catalogue_id, k.course_id from catalogue_courses k where k.portal_id = ${portalId}
    union select below.catalogue_id, cc.course_id from below join course_categories cc on cc.portal_id = ${portalId} and cc.category_id = below.id
  )`;

const View = z.object({ rows: z.array(CatalogueRow), inNone: z.int() });

/** The catalogues of a portal by name, with what is in them. */
export const readView = async (db: Db, portalId: number) =>
  oneRow(
    await typed(View)`
    with recursive ${held(portalId)},
    published as (select h.* from held h join courses c on c.portal_id = ${portalId} and c.id = h.course_id and c.status = 'published'),
    listed as (
      select l.id, l.name, l.description, l.for_everybody as "forEverybody", l.is_public as "isPublic",
        (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name), g.id), '[]') from catalogue_groups k
          join groups g on g.portal_id = k.portal_id and g.id = k.group_id where k.portal_id = l.portal_id and k.catalogue_id = l.id) as groups,
        (select count(*) from published p where p.catalogue_id = l.id)::int as courses,
        case when l.for_everybody then null else (select count(distinct m.user_id) from catalogue_groups k
          join group_members m on m.portal_id = k.portal_id and m.group_id = k.group_id
          where k.portal_id = l.portal_id and k.catalogue_id = l.id)::int end as people
      from catalogues l where l.portal_id = ${portalId}
    )
    select (select coalesce(json_agg(listed order by lower(name), id), '[]') from listed) as rows,
      (select count(*) from courses c where c.portal_id = ${portalId} and c.status = 'published'
        and not exists (select from held h where h.course_id = c.id))::int as "inNone"`.execute(db),
  );

/** One catalogue; undefined where the portal has no such. */
export const findCatalogue = async (db: Db, portalId: number, id: number): Promise<Catalogue | undefined> =>
  (
    await typed(Catalogue)`
    select l.id, l.name, l.description, l.for_everybody as "forEverybody", l.is_public as "isPublic", l.revision,
      (select coalesce(json_agg(group_id order by group_id), '[]') from catalogue_groups k where k.portal_id = l.portal_id and k.catalogue_id = l.id) as "groupIds",
      (select coalesce(json_agg(category_id order by category_id), '[]') from catalogue_categories k where k.portal_id = l.portal_id and k.catalogue_id = l.id) as "categoryIds",
      (select coalesce(json_agg(course_id order by course_id), '[]') from catalogue_courses k where k.portal_id = l.portal_id and k.catalogue_id = l.id) as "courseIds",
      (select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title) order by lower(c.title), c.id), '[]') from catalogue_courses k
        join courses c on c.portal_id = k.portal_id and c.id = k.course_id where k.portal_id = l.portal_id and k.catalogue_id = l.id) as courses
    from catalogues l where l.portal_id = ${portalId} and l.id = ${id}`.execute(db)
  ).rows[0];

/** What a catalogue can name. */
export const readChoices = async (db: Db, portalId: number) =>
  oneRow(
    await typed(Choices)`
    with recursive ${categoryTree(portalId)}
    select (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by lower(name), id), '[]')
        from groups where portal_id = ${portalId} and status = 'active') as groups,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'depth', depth) order by path), '[]') from tree) as categories`.execute(
      db,
    ),
  );

const Known = z.object({ groups: z.int(), categories: z.int(), courses: z.int() });
/** How many of these the portal has. */
export const countKnown = async (db: Db, portalId: number, { groupIds, categoryIds, courseIds }: CatalogueTerms) =>
  oneRow(
    await typed(Known)`
    select (select count(*) from groups where portal_id = ${portalId} and id = any (${[...groupIds]}::bigint[]) and status <> 'deleted')::int as groups,
      (select count(*) from categories where portal_id = ${portalId} and id = any (${[...categoryIds]}::bigint[]))::int as categories,
      (select count(*) from courses where portal_id = ${portalId} and id = any (${[...courseIds]}::bigint[]))::int as courses`.execute(db),
  );

const Named = z.object({ count: z.int(), isTaken: z.boolean() });
/** How many catalogues there are, and whether another one has this name. */
export const findName = async (db: Db, portalId: number, name: string, own: number | null) =>
  oneRow(
    await typed(Named)`
    select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${name}) and id is distinct from ${own}::bigint), false) as "isTaken"
    from catalogues where portal_id = ${portalId}`.execute(db),
  );

/** Makes others wait who change catalogues of the portal, or remove its categories. */
export const lockCatalogues = (db: Db, portalId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('catalogues', ${portalId}))`.execute(db);

const columnsOf = ({ name, description, forEverybody, isPublic }: CatalogueTerms) => ({
  name,
  description,
  for_everybody: forEverybody,
  is_public: isPublic,
});

/** Adds a catalogue; gives its number. */
export const insertCatalogue = async (db: Db, portalId: number, terms: CatalogueTerms): Promise<number> =>
  (
    await db
      .insertInto("catalogues")
      .values({ portal_id: portalId, ...columnsOf(terms) })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** Writes a catalogue over the one of a revision; false when somebody else did meanwhile. */
export const updateCatalogue = async (db: Db, portalId: number, id: number, terms: CatalogueTerms, revision: number) =>
  (
    await db
      .updateTable("catalogues")
      .set({ ...columnsOf(terms), revision: revision + 1, changed_at: sql`now()` })
      .where("portal_id", "=", portalId)
      .where("id", "=", id)
      .where("revision", "=", revision)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

/** Sets what a catalogue names. */
export async function setContents(db: Db, portalId: number, id: number, { groupIds, categoryIds, courseIds }: CatalogueTerms) {
  for (const [table, column, ids] of [
    ["catalogue_groups", "group_id", groupIds],
    ["catalogue_categories", "category_id", categoryIds],
    ["catalogue_courses", "course_id", courseIds],
  ] as const)
    await sql`
      with gone as (
        delete from ${sql.table(table)} where portal_id = ${portalId} and catalogue_id = ${id} and not ${sql.ref(column)} = any (${[...ids]}::bigint[]))
      insert into ${sql.table(table)} (portal_id, catalogue_id, ${sql.ref(column)})
      select distinct ${portalId}::bigint, ${id}::bigint, named from unnest(${[...ids]}::bigint[]) n (named) on conflict do nothing`.execute(
      db,
    );
}

/** Deletes a catalogue with what it names. */
export const deleteCatalogue = (db: Db, portalId: number, id: number) =>
  db.deleteFrom("catalogues").where("portal_id", "=", portalId).where("id", "=", id).execute();
