import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { isPackagePart } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { CompletionRule, pagesOf, type Content, type Page } from "#features/courses/content.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { outlineOf } from "#features/courses/draft.ts";
import { findDraft, saveDraftPage, updateDraft, withFreshIds } from "#features/courses/server/service.ts";
import { draftPackage } from "#features/scorm/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { notFound } from "#platform/errors.ts";
import type { Context } from "#platform/serve.ts";
import { shortened } from "#platform/shortened.ts";

const longestTitle = 200;

/**
 * Copies a course: a draft of the person asking, with what its authors made; pages and blocks have ids of their own, files are shared. Who is enrolled, and its
 * versions, stay with the original. The caller has checked who may. title: of the copy, where it is not one that says what it is a copy of. Throws 404.
 */
export async function copyCourse(context: Context, courseId: number, { title: given }: { readonly title?: string } = {}) {
  const { db, actor, portal, say } = context;
  const original = await findOriginal(db, portal.id, courseId);
  if (!original) throw notFound("course", "This course could not be found.");
  const { type, content, rule } = original;
  const title = given ?? shortened(say("Copy of {title}", { title: original.title }), longestTitle);
  const id = await insertCopy(db, { portalId: portal.id, courseId, userId: actor.userId, title });
  const found = await findDraft(db, { portalId: portal.id, courseId });
  const copy = { portalId: portal.id, courseId: id, userId: actor.userId };
  // A course without a draft is copied from what learners have; the content of a package is made from it at publishing.
  const made = type === "scorm" || !content || !rule ? null : { outline: outlineOf(content), completion: rule };
  const document = found ? found.draft : made;
  const pages = found ? found.pages.map(({ page }) => page) : made && content ? pagesOf(content).map(({ page }) => page) : [];
  const fresh = document && withFreshIds({ outline: document.outline, completion: document.completion, pages });
  await updateDraft(
    db,
    copy,
    type,
    fresh
      ? {
          outline: fresh.outline,
          completion: fresh.completion,
          ...(found && { presentation: { newWindow: found.draft.presentation.newWindow } }),
        }
      : {},
  );
  const packageOf = await copyPackages(db, { ...copy, from: courseId }, fresh?.pages ?? []);
  for (const page of fresh?.pages ?? []) await saveDraftPage(db, copy, { ...page, blocks: page.blocks.map(packageOf) }, 0);
  if (fresh) await copyTranslations(db, { portalId: portal.id, from: courseId, to: id, keyOf: fresh.keyOf });
  await note(context, { action: "course_created", object: { kind: "course", id }, after: { type, copyOf: courseId } });
  return { id, type, title };
}

const Original = z.object({
  title: z.string(),
  type: CourseType,
  content: z.nullable(jsonOf<Content>()),
  rule: z.nullable(CompletionRule),
});
/** A course to copy, with its current version where it has one; undefined where the portal has no such course. */
const findOriginal = async (db: Db, portalId: number, courseId: number) =>
  (
    await typed(Original)`
      select c.title, c.type, v.content, v.completion_rule as rule from courses c
      left join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id
      where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db)
  ).rows[0];

const TextKey = z.object({ key: z.string() });
/** Copies the languages of a course with their texts, under the keys that these have in the copy. */
async function copyTranslations(
  db: Db,
  { portalId, from, to, keyOf }: { portalId: number; from: number; to: number; keyOf: (key: string) => string },
): Promise<void> {
  await sql`insert into course_languages (portal_id, course_id, language, is_offered)
    select portal_id, ${to}, language, is_offered from course_languages where portal_id = ${portalId} and course_id = ${from}`.execute(db);
  const { rows } = await typed(
    TextKey,
  )`select distinct key from course_texts where portal_id = ${portalId} and course_id = ${from}`.execute(db);
  const keys = rows.map(({ key }) => key);
  await sql`insert into course_texts (portal_id, course_id, language, key, value, source, updated_by, updated_at)
    select t.portal_id, ${to}, t.language, k.fresh, t.value, t.source, t.updated_by, t.updated_at
    from course_texts t join unnest(${keys}::text[], ${keys.map(keyOf)}::text[]) as k (key, fresh) using (key)
    where t.portal_id = ${portalId} and t.course_id = ${from}`.execute(db);
}

/** Copies the packages that pages of an online course play. Returns a function that gives a block the copy of its package. */
async function copyPackages(
  db: Db,
  { portalId, courseId, from }: { portalId: number; courseId: number; from: number },
  pages: readonly Page[],
): Promise<(block: Block) => Block> {
  const copies = new Map<number, number>();
  const used = pages.flatMap(({ blocks }) => blocks.filter(isPackagePart).flatMap(({ packageId }) => packageId ?? []));
  for (const packageId of new Set(used)) {
    const made = await copyPackage(db, { portalId, courseId }, sql`course_id = ${from} and id = ${packageId}`);
    if (made !== undefined) copies.set(packageId, made);
  }
  return (block) =>
    isPackagePart(block) && block.packageId !== null ? { ...block, packageId: copies.get(block.packageId) ?? null } : block;
}

/** Gives a course one of another course's packages, whose folder is never changed, so that both play the same files. Returns its id; undefined without one. */
async function copyPackage(db: Db, { portalId, courseId }: { portalId: number; courseId: number }, which: RawBuilder<unknown>) {
  const { rows } = await typed(Id)`
    insert into scorm_packages (portal_id, course_id, standard, edition, title, storage_key, entry_count, bytes, source_file_id, manifest, report, needs, uploaded_by)
    select portal_id, ${courseId}, standard, edition, title, storage_key, entry_count, bytes, source_file_id, manifest, report, needs, uploaded_by
    from scorm_packages where portal_id = ${portalId} and ${which} order by id desc limit 1 returning id`.execute(db);
  return rows[0]?.id;
}

const Id = z.object({ id: z.int() });
/** Copies a course as a draft of somebody, without its pages, versions and people: details, categories, and the package of a SCORM course's draft. Returns the copy's id. */
async function insertCopy(db: Db, copy: { portalId: number; courseId: number; userId: number; title: string }): Promise<number> {
  const { portalId, courseId, userId, title } = copy;
  const { id } = oneRow(
    await typed(Id)`
      insert into courses (portal_id, type, title, summary, outcomes, tags, language, minutes, cover_file_id, self_enrol, listed, credits,
        prerequisites_asked, prerequisite_condition, enrol_from, enrol_until, enrol_zone, price_cents, price_currency, created_by)
      select portal_id, type, ${title}, summary, outcomes, tags, language, minutes, cover_file_id, self_enrol, listed, credits,
        prerequisites_asked, prerequisite_condition, enrol_from, enrol_until, enrol_zone, price_cents, price_currency, ${userId}
      from courses where portal_id = ${portalId} and id = ${courseId} returning id`.execute(db),
  );
  await sql`insert into course_categories (portal_id, course_id, category_id)
    select portal_id, ${id}, category_id from course_categories where portal_id = ${portalId} and course_id = ${courseId}`.execute(db);
  await sql`insert into course_fitting (portal_id, course_id, user_id)
    select portal_id, ${id}, user_id from course_fitting where portal_id = ${portalId} and course_id = ${courseId}`.execute(db);
  await sql`insert into course_prerequisites (portal_id, course_id, required_id, nth)
    select portal_id, ${id}, required_id, nth from course_prerequisites where portal_id = ${portalId} and course_id = ${courseId}`.execute(
    db,
  );
  // What has to be there once only stays with the original.
  await sql`insert into course_field_values (portal_id, field_id, course_id, nth, words, folded, number, day, moment, option_id, person_id, file_id)
    select v.portal_id, v.field_id, ${id}, v.nth, v.words, v.folded, v.number, v.day, v.moment, v.option_id, v.person_id, v.file_id
    from course_field_values v join fields f on f.portal_id = v.portal_id and f.id = v.field_id and not f.is_unique
    where v.portal_id = ${portalId} and v.course_id = ${courseId}`.execute(db);
  // Files belong to a portal, so both courses show the same ones.
  await sql`insert into course_files (portal_id, course_id, file_id)
    select portal_id, ${id}::bigint, file_id from course_files where portal_id = ${portalId} and course_id = ${courseId}
    union select portal_id, ${id}::bigint, file_id from course_media where portal_id = ${portalId} and course_id = ${courseId}`.execute(db);
  // The folder of a package is never changed, so both courses play the same files.
  await sql`insert into scorm_packages (portal_id, course_id, standard, edition, title, storage_key, entry_count, bytes, source_file_id, manifest, report, needs, uploaded_by)
    select p.portal_id, ${id}, p.standard, p.edition, p.title, p.storage_key, p.entry_count, p.bytes, p.source_file_id, p.manifest, p.report, p.needs, p.uploaded_by
    from courses c cross join lateral ${draftPackage} p where c.portal_id = ${portalId} and c.id = ${courseId} and c.type = 'scorm'`.execute(
    db,
  );
  return id;
}
