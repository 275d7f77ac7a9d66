import { sql } from "kysely";
import * as z from "zod/mini";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { CompletionRule, type Content } from "#features/courses/content.ts";
import { CourseType } from "#features/courses/course-type.ts";
import { becomesCurrent, coAuthors, noteCatalogChange, updateDraft, type Translations } from "#features/courses/server/service.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { readsOf } from "#features/courses/completion-policy.ts";
import type { ImportReport, Manifest } from "#features/scorm/contract.ts";
import { draftPackage } from "#features/scorm/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { PackageFacts } from "../contract.ts";
import type { CourseFields } from "../fields-contract.ts";
import { CourseStatus } from "../listing-contract.ts";
import type { settingsToSave } from "./settings.ts";
import { fullName } from "./people-sql.ts";

const Owner = z.object({
  type: CourseType,
  status: CourseStatus,
  createdBy: z.nullable(z.int()),
  coAuthors: z.array(z.int()),
  revision: z.int(),
});

/** A course's owner, type and state, for the second ring of permission. Null when the portal has none with this id. */
export async function findOwner(db: Db, portalId: number, courseId: number, { lock = false } = {}) {
  // By a statement of its own: one that waits for the lock itself sees the new owner beside the co-authors of before.
  if (lock) await sql`select from courses where portal_id = ${portalId} and id = ${courseId} for update`.execute(db);
  const { rows } = await typed(Owner)`
    select c.type, c.status, c.created_by as "createdBy", ${coAuthors} as "coAuthors", c.revision from courses c
    where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db);
  return rows[0] ?? null;
}

const PackageRow = z.extend(z.omit(PackageFacts, { items: true, findings: true, isPublished: true }), {
  manifest: jsonOf<Manifest>(),
  report: jsonOf<ImportReport>(),
});
export type PackageRow = z.infer<typeof PackageRow>;

const PackageDraftRow = z.object({
  id: z.int(),
  title: z.string(),
  minutes: z.int(),
  revision: z.int(),
  /** The draft's completion rule; null for a course without a draft. */
  completion: z.nullable(CompletionRule),
  newWindow: z.boolean(),
  package: z.nullable(PackageRow),
  hasVersions: z.boolean(),
  /** The package that the draft got back with a version; null where it is the newest. */
  chosenId: z.nullable(z.int()),
  /** The package of the current version. */
  publishedId: z.nullable(z.int()),
});
export type PackageDraftRow = z.infer<typeof PackageDraftRow>;

/** The package of a SCORM course's draft, and what the next version does with it, in one statement. */
export async function findPackageDraft(db: Db, portalId: number, courseId: number): Promise<PackageDraftRow> {
  return oneRow(
    await typed(PackageDraftRow)`
    select c.id, c.title, c.minutes, c.revision, d.completion, coalesce(d.presentation->'newWindow' = 'true', false) as "newWindow",
      (select json_build_object('id', g.id, 'standard', g.standard, 'edition', g.edition, 'title', g.title, 'fileName', f.name,
          'entryCount', g.entry_count, 'bytes', g.bytes, 'uploadedAt', g.created_at, 'uploadedBy', ${fullName("u")},
          'manifest', g.manifest, 'report', g.report, 'needs', g.needs)
        from ${draftPackage} g
        join files f on f.portal_id = g.portal_id and f.id = g.source_file_id
        left join users u on u.id = g.uploaded_by) as package,
      (d.presentation->>'packageId')::bigint as "chosenId", v.id is not null as "hasVersions",
      jsonb_path_query_first(v.content, '$.chapters[*].pages[*].blocks[*].packageId') as "publishedId"
    from courses c left join course_drafts d on d.portal_id = c.portal_id and d.course_id = c.id
    left join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id
    where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db),
  );
}

/** Creates a draft that belongs to the person. Returns its id. */
export async function insertCourse(
  db: Db,
  course: { portalId: number; userId: number; type: CourseType; title: string; language: string },
): Promise<number> {
  const { id } = await db
    .insertInto("courses")
    .values({
      portal_id: course.portalId,
      type: course.type,
      title: course.title,
      language: course.language,
      created_by: course.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await updateDraft(db, { ...course, courseId: id }, course.type, {});
  return id;
}

/** The portal's language, which a new course has until its author changes it. */
export async function findPortalLanguage(db: Db, portalId: number): Promise<string> {
  const row = await db.selectFrom("portals").select("locale").where("id", "=", portalId).executeTakeFirst();
  return row?.locale ?? "en";
}

/** Updates a course; its revision grows by one. fields: what the editor saves, except the categories and the draft's fields. */
export async function updateCourse(
  db: Db,
  portalId: number,
  courseId: number,
  change: {
    fields?: Partial<Pick<CourseFields, "title" | "summary" | "outcomes" | "minutes" | "language" | "selfEnrol">> & {
      readonly settings?: Awaited<ReturnType<typeof settingsToSave>>["columns"];
    };
    status?: CourseStatus;
    current?: { versionId: number; content: Content; translations?: Translations };
  },
) {
  const { fields, status, current } = change;
  await db
    .updateTable("courses")
    .set({
      ...(fields && {
        title: fields.title,
        summary: fields.summary,
        outcomes: fields.outcomes,
        minutes: fields.minutes,
        language: fields.language,
        self_enrol: fields.selfEnrol,
        ...fields.settings,
      }),
      ...(status && { status }),
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
      // A new version ends the review that it came from.
      ...(current && { ...becomesCurrent(current.versionId, current.content, current.translations), review: null }),
      ...(status === "published" && { published_at: sql<Date>`coalesce(published_at, now())` }),
    })
    .where("portal_id", "=", portalId)
    .where("id", "=", courseId)
    .execute();
  await noteCatalogChange(db, portalId, courseId);
}

const Id = z.object({ id: z.int() });

/** Sets a course's categories to the given ones that exist in the portal; updateCourse follows. Returns how many of them exist. */
export async function updateCategories(db: Db, portalId: number, courseId: number, categoryIds: readonly number[]): Promise<number> {
  const { rows } = await typed(Id)`
    -- For key share: a category that somebody is removing meanwhile is waited for, and then not there.
    with asked as (select id from categories where portal_id = ${portalId} and id = any(${[...categoryIds]}::bigint[]) order by id for key share),
    gone as (
      delete from course_categories where portal_id = ${portalId} and course_id = ${courseId} and category_id not in (select id from asked)
    ),
    made as (
      insert into course_categories (portal_id, course_id, category_id) select ${portalId}::bigint, ${courseId}::bigint, id from asked on conflict do nothing
    )
    select id from asked`.execute(db);
  return rows.length;
}

/** Creates the next version of a course with its items. Returns its id (INV-5). */
export async function insertVersion(
  db: Db,
  version: {
    portalId: number;
    courseId: number;
    userId: number;
    content: Content;
    rule: CompletionRule;
    translations?: Translations;
    itemKeys: readonly string[];
    note: string;
  },
): Promise<number> {
  const { portalId, courseId, userId, content, rule, translations = {}, itemKeys, note } = version;
  const { decidesOn, resultsOn } = readsOf(rule);
  const { id } = oneRow(
    await typed(Id)`
      with made as (
        insert into course_versions (portal_id, course_id, number, content, completion_rule, translations, decides_on, results_on, item_count, note, published_by)
        select ${portalId}::bigint, ${courseId}::bigint, coalesce(max(number), 0) + 1, ${JSON.stringify(content)}::jsonb, ${JSON.stringify(rule)}::jsonb,
          ${JSON.stringify(translations)}::jsonb, ${decidesOn}::text[], ${resultsOn}::text[],
          ${itemKeys.length}::int, ${note}, ${userId}::bigint
        from course_versions where portal_id = ${portalId} and course_id = ${courseId}
        returning id
      )
      select id from made`.execute(db),
  );
  await sql`
    insert into course_version_items (portal_id, version_id, item_key, position)
    select ${portalId}::bigint, ${id}::bigint, key, nth - 1 from unnest(${[...itemKeys]}::text[]) with ordinality as k (key, nth)`.execute(
    db,
  );
  return id;
}

/** Whether anybody was ever enrolled in a course. */
export async function hasPeople(db: Db, portalId: number, courseId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from enrolments where portal_id = ${portalId} and course_id = ${courseId} limit 1`.execute(db);
  return rows.length > 0;
}

const Title = z.object({ title: z.string() });
/** The titles of courses that ask for this one to be completed first, or whose condition does. */
export async function titlesAskingFor(db: Db, portalId: number, courseId: number): Promise<string[]> {
  const { rows } = await typed(Title)`
    select c.title from courses c where c.portal_id = ${portalId} and c.id <> ${courseId} and (
      exists (select from course_prerequisites q where q.portal_id = c.portal_id and q.course_id = c.id and q.required_id = ${courseId})
      or c.prerequisite_condition is not null and jsonb_path_exists(c.prerequisite_condition,
        '$.** ? (@.kind == "completion").courseIds[*] ? (@ == $id)', jsonb_build_object('id', ${courseId}::bigint)))
    order by c.title`.execute(db);
  return rows.map(({ title }) => title);
}

/** The title of a course. */
export async function titleOf(db: Db, portalId: number, courseId: number): Promise<string> {
  const row = await db
    .selectFrom("courses")
    .select("title")
    .where("portal_id", "=", portalId)
    .where("id", "=", courseId)
    .executeTakeFirstOrThrow();
  return row.title;
}

const Told = z.object({
  title: z.string(),
  selfEnrol: z.boolean(),
  enrolFrom: z.nullable(z.string()),
  enrolUntil: z.nullable(z.string()),
  isListed: z.boolean(),
  priceCents: z.nullable(z.int()),
  requiredIds: z.array(z.int()),
  requiredCount: z.nullable(z.int()),
  startCondition: z.unknown(),
});
/** What the audit log tells of a course's settings: its title, and who gets in. */
export const findTold = async (db: Db, portalId: number, courseId: number) =>
  oneRow(
    await typed(Told)`select c.title, c.self_enrol as "selfEnrol", to_json(c.enrol_from) #>> '{}' as "enrolFrom",
        to_json(c.enrol_until) #>> '{}' as "enrolUntil", c.listed as "isListed", c.price_cents as "priceCents",
        (select coalesce(json_agg(q.required_id order by q.nth), '[]') from course_prerequisites q
    where q.portal_id = c.portal_id and q.course_id = c.id) as "requiredIds",
        c.prerequisites_asked as "requiredCount", c.prerequisite_condition as "startCondition"
      from courses c where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db),
  );
