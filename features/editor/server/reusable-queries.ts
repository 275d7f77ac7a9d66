import { sql } from "kysely";
import * as z from "zod/mini";
import { fullName } from "#features/authoring/server/service.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { isOwnOf } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { orderBy, type ListSql } from "#platform/list/server/page.ts";
import type { reusableList } from "../reusable-contract.ts";

export interface ReusableKey {
  readonly portalId: number;
  readonly reusableId: number;
}

const people = sql`(select ${fullName("u")} from users u where u.id = r.created_by) as "createdBy",
  (select ${fullName("u")} from users u where u.id = r.updated_by) as "updatedBy"`;

/** The reusable blocks of a portal (ReusableRow). asker: whose own may be changed, or everybody's. */
export const reusableOf = (
  portalId: number,
  asker: { readonly userId: number; readonly isAdmin: boolean },
  { q, archived, sort }: Pick<ListRequest<typeof reusableList>, "q" | "archived" | "sort">,
): ListSql => ({
  with: sql`every as (
      select r.portal_id, r.id, r.title, r.words, r.updated_at from reusable_blocks r
      where r.portal_id = ${portalId} and (r.archived_at is not null) = ${archived !== null}
    ),
    hits as (select * from every r where ${q} = '' or position(lower(${q}) in lower(r.title || ' ' || r.words)) > 0)`,
  order: orderBy(sort, { updated: sql`updated_at`, title: sql`lower(title)` }, sql`id desc`),
  items: sql`select shown.nth, r.id, r.title, r.block->>'kind' as kind, left(r.words, 160) as words, r.revision, ${people},
      r.updated_at as "updatedAt", r.archived_at is not null as "isArchived",
      (${asker.isAdmin} or r.created_by is not distinct from ${asker.userId}) as "mayChange"
    from shown join reusable_blocks r on r.portal_id = shown.portal_id and r.id = shown.id`,
  all: sql`(select count(*) from every)`,
});

const Found = z.object({
  id: z.int(),
  title: z.string(),
  block: jsonOf<Block>(),
  fileIds: z.array(z.int()),
  revision: z.int(),
  creatorId: z.nullable(z.int()),
  createdBy: z.nullable(z.string()),
  updatedBy: z.nullable(z.string()),
  updatedAt: z.date(),
  isArchived: z.boolean(),
});

/** A reusable block; undefined where the portal has none with this id. lock: waits for others who change it. */
export async function findReusable(db: Db, { portalId, reusableId }: ReusableKey, { lock = false } = {}) {
  const { rows } = await typed(Found)`
    select r.id, r.title, r.block, to_json(r.file_ids) as "fileIds", r.revision, r.created_by as "creatorId", ${people},
      r.updated_at as "updatedAt", r.archived_at is not null as "isArchived"
    from reusable_blocks r where r.portal_id = ${portalId} and r.id = ${reusableId} ${lock ? sql`for update of r` : sql``}`.execute(db);
  return rows[0];
}

const Newest = z.object({ id: z.int(), revision: z.int(), isArchived: z.boolean() });

/** The newest revisions of those of these reusable blocks that the portal has. */
export async function listRevisions(db: Db, portalId: number, ids: readonly number[]) {
  const { rows } = await typed(Newest)`
    select id, revision, archived_at is not null as "isArchived" from reusable_blocks
    where portal_id = ${portalId} and id = any(${[...ids]}::bigint[]) order by id`.execute(db);
  return rows;
}

/** A content as it is stored: with its words for the search, and the files that it shows. */
export interface StoredContent {
  readonly block: Block;
  readonly words: string;
  readonly fileIds: readonly number[];
}
const Made = z.object({ id: z.int(), revision: z.int() });

/** Stores a new reusable block. */
export async function insertReusable(
  db: Db,
  { portalId, userId, title, block, words, fileIds }: StoredContent & { portalId: number; userId: number; title: string },
) {
  return oneRow(
    await typed(Made)`
      insert into reusable_blocks (portal_id, title, block, words, file_ids, created_by, updated_by)
      values (${portalId}, ${title}, ${JSON.stringify(block)}::jsonb, ${words}, ${[...fileIds]}::bigint[], ${userId}, ${userId})
      returning id, revision`.execute(db),
  );
}

/** Gives a reusable block another content, which is its next revision. The caller has locked it. */
export const updateContent = (
  db: Db,
  { portalId, reusableId }: ReusableKey,
  { userId, block, words, fileIds }: StoredContent & { readonly userId: number },
) =>
  sql`update reusable_blocks set block = ${JSON.stringify(block)}::jsonb, words = ${words}, file_ids = ${[...fileIds]}::bigint[],
      revision = revision + 1, updated_by = ${userId}, updated_at = now()
    where portal_id = ${portalId} and id = ${reusableId}`.execute(db);

/** Renames a reusable block, archives it or offers it again. */
export const updateOffer = (
  db: Db,
  { portalId, reusableId }: ReusableKey,
  { title, isArchived }: { readonly title: string; readonly isArchived: boolean },
) =>
  sql`update reusable_blocks set title = ${title}, archived_at = case when ${isArchived} then coalesce(archived_at, now()) end
    where portal_id = ${portalId} and id = ${reusableId}`.execute(db);

/** The courses whose draft or current version uses a reusable block (ReusableUse), of those that somebody may edit. `elsewhere` are all of them. */
export const usesOf = (
  { portalId, reusableId }: ReusableKey,
  asker: { readonly userId: number; readonly isAdmin: boolean },
  { q }: { readonly q: string },
): ListSql => ({
  with: sql`drafted as (
      select p.course_id, p.page_id, p.page->>'title' as title, true as in_draft, false as is_published from course_draft_pages p
      join course_drafts d on d.portal_id = p.portal_id and d.course_id = p.course_id
      where p.portal_id = ${portalId} and p.reusable_ids <> '[]' and p.reusable_ids @> jsonb_build_array(${reusableId}::bigint)
        and jsonb_path_exists(d.outline, '$.chapters[*].pageIds[*] ? (@ == $id)', jsonb_build_object('id', p.page_id))
    ),
    learnt as (
      select c.id as course_id, n.page->>'id' as page_id, n.page->>'title' as title, false as in_draft, true as is_published from courses c
      join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id
      cross join lateral jsonb_path_query(v.content, '$.chapters[*].pages[*]') as n (page)
      where c.portal_id = ${portalId} and c.status = 'published'
        and v.reusable_ids <> '[]' and v.reusable_ids @> jsonb_build_array(${reusableId}::bigint)
        and jsonb_path_exists(n.page, '$.blocks[*].from.reusableId ? (@ == $id)', jsonb_build_object('id', ${reusableId}::bigint))
    ),
    places as (
      select course_id, page_id, max(title) filter (where in_draft) as drafted, max(title) as title,
        bool_or(in_draft) as in_draft, bool_or(is_published) as is_published
      from (select * from drafted union all select * from learnt) one group by course_id, page_id
    ),
    used as (
      select c.portal_id, c.id, c.title, (${asker.isAdmin} or ${isOwnOf(portalId, asker.userId)}) as is_own from courses c
      where c.portal_id = ${portalId} and c.id in (select course_id from places)
    ),
    hits as (select * from used where is_own and (${q} = '' or position(lower(${q}) in lower(title)) > 0))`,
  order: orderBy("title", { title: sql`lower(title)` }, sql`id desc`),
  items: sql`select shown.nth, shown.id as "courseId", shown.title,
      (select json_agg(json_build_object('id', p.page_id, 'title', coalesce(p.drafted, p.title), 'inDraft', p.in_draft, 'isPublished', p.is_published)
        order by coalesce(p.drafted, p.title), p.page_id) from places p where p.course_id = shown.id) as pages
    from shown`,
});
/** How many courses use it that the person asking may not edit; beside `usesOf`. */
export const othersUsing = { shape: { others: z.int() }, sql: { others: sql`(select count(*) from used where not is_own)::int` } };
