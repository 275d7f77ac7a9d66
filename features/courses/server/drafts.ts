import { sql } from "kysely";
import * as z from "zod/mini";
import { isKnownBlock } from "#features/blocks/block.ts";
import type { Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { conflict } from "#platform/errors.ts";
import type { Page } from "../content.ts";
import type { CourseType } from "../course-type.ts";
import { type Draft, type DraftPage, firstCompletion } from "../draft.ts";

interface Key {
  readonly portalId: number;
  readonly courseId: number;
}
type Author = Key & { readonly userId: number };

const DraftRow = z.object({
  outline: jsonOf<Draft["outline"]>(),
  completion: jsonOf<Draft["completion"]>(),
  presentation: jsonOf<Draft["presentation"]>(),
  revision: z.int(),
  pages: jsonOf<DraftPage[]>(),
});
const Saved = z.object({ revision: z.int() });

/** Throws 409 for pages that a newer release has stored, with kinds of blocks or questions that this one does not have. */
export function requireKnown(pages: readonly Page[]): void {
  if (!pages.every(({ blocks }) => blocks.every(isKnownBlock)))
    throw conflict(
      "newer_release",
      "Somebody worked on this course with a newer release of Stoa, which this one cannot read. Nothing was changed; open it again once the newer release is back.",
    );
}

/** A course's draft with its pages; null when the portal has no such course. Throws 409 as requireKnown does. */
export async function findDraft(db: Db, { portalId, courseId }: Key): Promise<{ draft: Draft; pages: DraftPage[] } | null> {
  const { rows } = await typed(DraftRow)`
    select d.outline, d.completion, d.presentation, d.revision,
      (select coalesce(jsonb_agg(jsonb_build_object('page', p.page, 'revision', p.revision)), '[]')
        from course_draft_pages p where p.portal_id = d.portal_id and p.course_id = d.course_id) as pages
    from course_drafts d where d.portal_id = ${portalId} and d.course_id = ${courseId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { pages, ...draft } = row;
  requireKnown(pages.map(({ page }) => page));
  return { draft, pages };
}

/** Updates the draft except its pages; fields left out stay. The caller has checked that nobody changed it meanwhile (courses.revision). */
export async function updateDraft(
  db: Db,
  { portalId, courseId, userId }: Author,
  type: CourseType,
  change: Partial<Omit<Draft, "revision">>,
) {
  const columns = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, JSON.stringify(value)]));
  await db
    .insertInto("course_drafts")
    .values({ portal_id: portalId, course_id: courseId, completion: JSON.stringify(firstCompletion(type)), updated_by: userId, ...columns })
    .onConflict((on) =>
      on
        .columns(["portal_id", "course_id"])
        .doUpdateSet({ ...columns, revision: sql`course_drafts.revision + 1`, updated_at: sql`now()`, updated_by: userId }),
    )
    .execute();
}

/**
 * Saves a page of a draft. revision: the one it is based on, 0 for a new page. Returns its new revision; null when this page was saved by somebody else
 * since. Other pages and the outline are not affected.
 */
export async function saveDraftPage(db: Db, { portalId, courseId, userId }: Author, page: Page, revision: number): Promise<number | null> {
  const { rows } = await typed(Saved)`
    insert into course_draft_pages as p (portal_id, course_id, page_id, page, updated_by)
    select ${portalId}::bigint, ${courseId}::bigint, ${page.id}, ${JSON.stringify(page)}::jsonb, ${userId}::bigint
    where ${revision}::int = 0 or exists (
      select from course_draft_pages o where o.portal_id = ${portalId} and o.course_id = ${courseId} and o.page_id = ${page.id})
    on conflict (portal_id, course_id, page_id)
    do update set page = excluded.page, revision = p.revision + 1, updated_at = now(), updated_by = excluded.updated_by
      where p.revision = ${revision}::int
    returning revision`.execute(db);
  return rows[0]?.revision ?? null;
}

/**
 * Saves the outline and the completion rule of a draft. revision: the one that they are based on. Returns the new revision; null when somebody else saved
 * them since.
 */
export async function saveDraftOutline(
  db: Db,
  { portalId, courseId, userId }: Author,
  { outline, completion }: Pick<Draft, "outline" | "completion">,
  revision: number,
): Promise<number | null> {
  const { rows } = await typed(Saved)`
    update course_drafts set outline = ${JSON.stringify(outline)}::jsonb, completion = ${JSON.stringify(completion)}::jsonb,
      revision = revision + 1, updated_at = now(), updated_by = ${userId}
    where portal_id = ${portalId} and course_id = ${courseId} and revision = ${revision}
    returning revision`.execute(db);
  return rows[0]?.revision ?? null;
}

const FileId = z.object({ id: z.int() });

/** Which of these files are not of this course: an author shows no file of another one by its number (security.md #26). */
export async function filesOfOthers(db: Db, { portalId, courseId }: Key, fileIds: readonly number[]): Promise<number[]> {
  if (fileIds.length === 0) return [];
  const { rows } = await typed(FileId)`
    select id from unnest(${[...fileIds]}::bigint[]) as n (id) where not exists (
      select from course_files f where f.portal_id = ${portalId} and f.course_id = ${courseId} and f.file_id = n.id
      union all select from course_media m where m.portal_id = ${portalId} and m.course_id = ${courseId} and m.file_id = n.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Removes a course with its categories, its draft, its versions and its packages; files go later, when nothing else names them. The caller has locked it and checked
 * that nothing else depends on it; the database keeps what belongs to a course that anybody was ever enrolled in.
 */
export async function deleteCourse(db: Db, { portalId, courseId }: Key): Promise<void> {
  const key = sql`portal_id = ${portalId} and course_id = ${courseId}`;
  await sql`update courses set current_version_id = null, status = 'draft' where portal_id = ${portalId} and id = ${courseId}`.execute(db);
  await sql`delete from course_version_items i using course_versions v
    where v.portal_id = ${portalId} and v.course_id = ${courseId} and i.portal_id = v.portal_id and i.version_id = v.id`.execute(db);
  // A folder that no other course plays is removed with the next sweep.
  await sql`with gone as (delete from scorm_packages where ${key} returning id, storage_key)
    insert into loose_files (portal_id, storage_key) select distinct ${portalId}::bigint, storage_key from gone
    where not exists (select from scorm_packages p where p.portal_id = ${portalId} and p.storage_key = gone.storage_key and p.course_id <> ${courseId})`.execute(
    db,
  );
  for (const table of [
    "version_moves",
    "course_versions",
    "course_files",
    "course_categories",
    "course_reviewers",
    "review_comments",
    "preview_links",
    "course_prerequisites",
    "course_fitting",
    "course_authors",
    "course_reviews",
    "course_texts",
    "course_languages",
    "course_draft_pages",
    "course_drafts",
    "course_media",
  ] as const)
    await db.deleteFrom(table).where("portal_id", "=", portalId).where("course_id", "=", courseId).execute();
  await db.deleteFrom("courses").where("portal_id", "=", portalId).where("id", "=", courseId).execute();
}
