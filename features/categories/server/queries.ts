import { sql } from "kysely";
import * as z from "zod/mini";
import { categoryTree } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { CategoryRow, Removal, RemovedCategory, restoreDays } from "../contract.ts";
import { OfferedCategory } from "../shared-contract.ts";
import { offeredTo } from "./shared-queries.ts";

/** Makes others wait who change the categories of the portal, until the transaction ends. */
export const lockCategories = (db: Db, portalId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('categories of a portal', ${portalId}))`.execute(db);

const View = z.object({ rows: z.array(CategoryRow), removed: z.array(RemovedCategory), offered: z.array(OfferedCategory) });
/** The tree with its counts, what was removed lately and what is offered, in one statement. A course counts once for each category that it is in or below. */
export const readView = async (db: Db, portalId: number) =>
  oneRow(
    await typed(View)`
    with recursive ${categoryTree(portalId)},
    counted as (
      select up.id, count(distinct k.course_id) as courses
      from course_categories k join tree t on t.id = k.category_id cross join lateral unnest(t.chain) as up (id)
      where k.portal_id = ${portalId} group by up.id
    ),
    named as (select distinct on (category_id) category_id, slug from category_slugs where portal_id = ${portalId} order by category_id, nth desc)
    select (select coalesce(json_agg(json_build_object('id', t.id, 'parentId', t.parent_id, 'depth', t.depth, 'name', c.name,
          'description', c.description, 'isHidden', c.is_hidden, 'isShown', c.is_shown, 'slug', n.slug, 'pictureFileId', c.picture_file_id, 'courses', coalesce(k.courses, 0),
          'revision', c.revision, 'sharing', case when s.id is not null then json_build_object('sharedId', s.id, 'isTop', s.parent_id is null, 'portals', null, 'isOffered', s.is_offered) end)
          order by t.path), '[]')
        from tree t join categories c on c.portal_id = ${portalId} and c.id = t.id left join shared_categories s on s.id = c.shared_id left join counted k on k.id = t.id
        left join named n on n.category_id = t.id) as rows,
      (select coalesce(json_agg(json_build_object('id', r.category_id, 'name', r.name, 'into', c.name,
          'removedAt', to_char(r.removed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by r.removed_at desc), '[]')
        from category_removals r left join categories c on c.portal_id = r.portal_id and c.id = r.into_id
        where r.portal_id = ${portalId} and r.removed_at > now() - make_interval(days => ${restoreDays})) as removed,
      ${offeredTo(portalId)} as offered`.execute(db),
  );

const Node = z.object({
  id: z.int(),
  parentId: z.nullable(z.int()),
  name: z.string(),
  depth: z.int(),
  position: z.int(),
  /** The definition that it follows, and whether that is a topmost one; null for one of the portal's own. */
  sharedId: z.nullable(z.int()),
  isSharedTop: z.boolean(),
});
export type Node = z.infer<typeof Node>;
/** The tree, parents before children, in its order. */
export const listNodes = async (db: Db, portalId: number): Promise<Node[]> =>
  (
    await typed(Node)`with recursive ${categoryTree(portalId)} select t.id, t.parent_id as "parentId", t.name, t.depth, t.position,
        c.shared_id as "sharedId", coalesce(s.id is not null and s.parent_id is null, false) as "isSharedTop"
      from tree t join categories c on c.portal_id = ${portalId} and c.id = t.id left join shared_categories s on s.id = c.shared_id order by t.path`.execute(
      db,
    )
  ).rows;

const Stored = z.object({
  name: z.string(),
  description: z.string(),
  isHidden: z.boolean(),
  revision: z.int(),
  pictureFileId: z.nullable(z.int()),
});
/** One category; undefined where there is none. Nobody puts courses into it until the transaction ends. */
export const findForUpdate = async (db: Db, portalId: number, id: number) =>
  (
    await typed(Stored)`select name, description, is_hidden as "isHidden", revision, picture_file_id as "pictureFileId" from categories
      where portal_id = ${portalId} and id = ${id} for update`.execute(db)
  ).rows[0];

/** Adds a category behind the others of its level. Returns its id. */
export const insertCategory = async (
  db: Db,
  portalId: number,
  { name, description, parentId }: { name: string; description: string; parentId: number | null },
): Promise<number> =>
  (
    await db
      .insertInto("categories")
      .values({
        portal_id: portalId,
        parent_id: parentId,
        name,
        description,
        position: sql`(select coalesce(max(position), 0) + 1 from categories where portal_id = ${portalId} and parent_id is not distinct from ${parentId}::bigint)`,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** Writes name, description and whether it is hidden, and counts the revision on. */
export const updateCategory = (
  db: Db,
  portalId: number,
  id: number,
  { name, description, isHidden }: { name: string; description: string; isHidden: boolean },
) =>
  db
    .updateTable("categories")
    .set({ name, description, is_hidden: isHidden, revision: sql`revision + 1` })
    .where("portal_id", "=", portalId)
    .where("id", "=", id)
    .execute();

interface NewPicture {
  readonly name: string;
  readonly mediaType: string;
  readonly stored: { readonly key: string; readonly bytes: number; readonly sha256: string };
}
/** Keeps a file that was stored. Returns its id. */
export const insertFile = async (
  db: Db,
  portalId: number,
  { name, mediaType, stored: { key, bytes, sha256 } }: NewPicture,
): Promise<number> =>
  (
    await db
      .insertInto("files")
      .values({ portal_id: portalId, storage_key: key, name, media_type: mediaType, bytes, sha256 })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

/** Gives a category its picture; null takes it away. */
export const updatePicture = (db: Db, portalId: number, id: number, fileId: number | null) =>
  db.updateTable("categories").set({ picture_file_id: fileId }).where("portal_id", "=", portalId).where("id", "=", id).execute();

const Slug = z.object({ slug: z.string() });
/** The words of the portal's addresses that begin with this one and are another category's. */
export const listTakenSlugs = async (db: Db, portalId: number, slug: string, id: number) =>
  (
    await typed(Slug)`select slug from category_slugs
      where portal_id = ${portalId} and starts_with(slug, ${slug}) and category_id <> ${id}`.execute(db)
  ).rows.map((row) => row.slug);

/** Makes this the category's word; it may have had it before. */
export const insertSlug = (db: Db, portalId: number, id: number, slug: string) =>
  sql`insert into category_slugs (portal_id, slug, category_id) values (${portalId}, ${slug}, ${id})
    on conflict (portal_id, slug) do update set nth = default`.execute(db);

/** Puts these categories below a parent in this order, numbered from 1. */
export const placeCategories = (db: Db, portalId: number, parentId: number | null, ids: readonly number[]) =>
  sql`update categories c set parent_id = ${parentId}, position = o.nth
    from unnest(${[...ids]}::bigint[]) with ordinality as o (id, nth)
    where c.portal_id = ${portalId} and c.id = o.id and (c.position <> o.nth or c.parent_id is distinct from ${parentId}::bigint)`.execute(
    db,
  );

/** Works out anew which categories the catalog shows. */
export const settleShown = (db: Db, portalId: number) =>
  sql`with recursive seen as (
      select id, not is_hidden as shown from categories where portal_id = ${portalId} and parent_id is null
      union all
      select k.id, seen.shown and not k.is_hidden from categories k join seen on k.portal_id = ${portalId} and k.parent_id = seen.id
    )
    update categories c set is_shown = seen.shown from seen where c.portal_id = ${portalId} and c.id = seen.id and c.is_shown <> seen.shown`.execute(
    db,
  );

/** What removing a category would move. */
export const countRemoval = async (db: Db, portalId: number, id: number, into: number | null): Promise<Removal> =>
  oneRow(
    await typed(Removal)`select count(*)::int as courses,
      (count(*) filter (where ${into}::bigint is not null and not exists (select from course_categories o
        where o.portal_id = k.portal_id and o.course_id = k.course_id and o.category_id = ${into})))::int as added,
      (select count(*)::int from categories c where c.portal_id = ${portalId} and c.parent_id = ${id}) as children
      from course_categories k where k.portal_id = ${portalId} and k.category_id = ${id}`.execute(db),
  );

/** Moves the courses of a category into another one, keeps what brings it back, and deletes it. The categories in it have been placed elsewhere. */
export async function deleteCategory(db: Db, portalId: number, id: number, into: number | null, childIds: readonly number[]) {
  await sql`with added as (
      insert into course_categories (portal_id, course_id, category_id)
      select portal_id, course_id, ${into}::bigint from course_categories where portal_id = ${portalId} and category_id = ${id} and ${into}::bigint is not null
      on conflict do nothing returning course_id
    )
    insert into category_removals (portal_id, category_id, name, description, is_hidden, parent_id, position, picture_file_id, into_id, course_ids, added_ids, child_ids)
    select portal_id, id, name, description, is_hidden, parent_id, position, picture_file_id, ${into}::bigint,
      array(select course_id from course_categories where portal_id = ${portalId} and category_id = ${id} order by course_id),
      array(select course_id from added order by course_id), ${[...childIds]}::bigint[]
    from categories where portal_id = ${portalId} and id = ${id}`.execute(db);
  await sql`delete from course_categories where portal_id = ${portalId} and category_id = ${id}`.execute(db);
  await db.deleteFrom("categories").where("portal_id", "=", portalId).where("id", "=", id).execute();
}

const Removed = z.object({
  name: z.string(),
  parentId: z.nullable(z.int()),
  position: z.int(),
  into: z.nullable(z.int()),
  childIds: z.array(z.int()),
});
/** A removed category as long as it can be brought back. */
export const findRemoved = async (db: Db, portalId: number, id: number) =>
  (
    await typed(
      Removed,
    )`select name, parent_id as "parentId", position, into_id as into, to_json(child_ids) as "childIds" from category_removals
      where portal_id = ${portalId} and category_id = ${id} and removed_at > now() - make_interval(days => ${restoreDays})`.execute(db)
  ).rows[0];

/** Makes a removed category again under its number, with its courses, which leave the other one where they came into it by that. */
export async function insertRemoved(db: Db, portalId: number, id: number, parentId: number | null) {
  await sql`insert into categories (portal_id, id, parent_id, name, description, is_hidden, position, picture_file_id) overriding system value
    select r.portal_id, r.category_id, ${parentId}::bigint, r.name, r.description, r.is_hidden, r.position, f.id
    from category_removals r left join files f on f.portal_id = r.portal_id and f.id = r.picture_file_id where r.portal_id = ${portalId} and r.category_id = ${id}`.execute(
    db,
  );
  // Courses that are gone stay gone, and so do those that somebody has taken out of the other category since.
  await sql`with back as (
      select r.portal_id, x.course_id, r.category_id, r.into_id from category_removals r cross join lateral unnest(r.course_ids) as x (course_id)
      where r.portal_id = ${portalId} and r.category_id = ${id}
        and exists (select from courses c where c.portal_id = r.portal_id and c.id = x.course_id)
        and (not exists (select from categories t where t.portal_id = r.portal_id and t.id = r.into_id)
          or exists (select from course_categories k where k.portal_id = r.portal_id and k.course_id = x.course_id and k.category_id = r.into_id))
    )
    insert into course_categories (portal_id, course_id, category_id) select portal_id, course_id, category_id from back`.execute(db);
  await sql`with gone as (delete from category_removals where portal_id = ${portalId} and category_id = ${id} returning into_id, added_ids)
    delete from course_categories k using gone
    where k.portal_id = ${portalId} and k.category_id = gone.into_id and k.course_id = any (gone.added_ids)`.execute(db);
}

const Ids = z.object({ ids: z.array(z.int()) });
/** Where links lead that name categories by number or word: past those that were removed, and up from hidden ones. Each once. */
export const followNames = async (db: Db, portalId: number, names: readonly string[]) =>
  oneRow(
    await typed(Ids)`with recursive asked as (
      select a.nth, case when a.name ~ '^[1-9][0-9]{0,14}$' then a.name::bigint else s.category_id end as id
      from unnest(${[...names]}::text[]) with ordinality as a (name, nth)
      left join category_slugs s on s.portal_id = ${portalId} and s.slug = a.name
    ),
    way as (
      select nth, id, 0 as steps from asked where id is not null
      union all
      select w.nth, case when c.id is null then coalesce(r.into_id, r.parent_id) else c.parent_id end, w.steps + 1
      from way w
      left join categories c on c.portal_id = ${portalId} and c.id = w.id
      left join category_removals r on r.portal_id = ${portalId} and r.category_id = w.id
      where w.id is not null and w.steps < 100 and c.is_shown is distinct from true
    ),
    ends as (select w.id, min(w.nth) as nth from way w join categories c on c.portal_id = ${portalId} and c.id = w.id and c.is_shown group by w.id)
    select coalesce(json_agg(id order by nth), '[]') as ids from ends`.execute(db),
  );

const InCatalogue = z.object({ name: z.string() });
/** A catalogue that names a category: its courses would be offered to others without it. */
export const findCatalogueWith = async (db: Db, portalId: number, categoryId: number) =>
  (
    await typed(InCatalogue)`
    select l.name from catalogue_categories k join catalogues l on l.portal_id = k.portal_id and l.id = k.catalogue_id
    where k.portal_id = ${portalId} and k.category_id = ${categoryId} order by l.name limit 1`.execute(db)
  ).rows[0];
