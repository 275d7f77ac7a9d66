import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { fullName, peopleCounts, SettingRow, settingColumns } from "#features/authoring/server/service.ts";
import type { Page, PageRule } from "#features/courses/content.ts";
import { CourseType } from "#features/courses/course-type.ts";
import type { Draft } from "#features/courses/draft.ts";
import { categoryTree, coAuthors, requireKnown } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { EditorDraft } from "../contract.ts";
import type { Move, Scheduled } from "../scheduled.ts";

export interface Key {
  readonly portalId: number;
  readonly courseId: number;
}

const Owned = z.object({
  type: CourseType,
  status: EditorDraft.shape.status,
  title: z.string(),
  createdBy: z.nullable(z.int()),
  coAuthors: z.array(z.int()),
  revision: z.int(),
  hasDraft: z.boolean(),
});

/** The facts by which it is decided who may edit a course; null when the portal has none with this id. lock: waits for others who change the course. */
export async function findOwned(db: Db, { portalId, courseId }: Key, { lock = false } = {}) {
  // By a statement of its own: one that waits for the lock itself sees the new owner beside the co-authors of before.
  if (lock) await sql`select from courses where portal_id = ${portalId} and id = ${courseId} for update`.execute(db);
  const { rows } = await typed(Owned)`
    select c.type, c.status, c.title, c.created_by as "createdBy", ${coAuthors} as "coAuthors", c.revision,
      exists (select from course_drafts d where d.portal_id = c.portal_id and d.course_id = c.id) as "hasDraft"
    from courses c where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db);
  return rows[0] ?? null;
}

/** Makes the draft of a course from its current version; without a version an empty one. Of two at once, one makes it and the other waits for it. */
export async function makeDraft(db: Db, { portalId, courseId, userId }: Key & { userId: number }): Promise<void> {
  await sql`
    with course as (
      select coalesce(v.content, '{"chapters": []}') as content, v.completion_rule as rule
      from courses c left join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id
      where c.portal_id = ${portalId} and c.id = ${courseId}
    ),
    pages as (select page from course, jsonb_path_query(content, '$.chapters[*].pages[*]') as page),
    made as (
      insert into course_drafts (portal_id, course_id, outline, completion, updated_by, in_step)
      select ${portalId}::bigint, ${courseId}::bigint,
        jsonb_build_object('chapters', coalesce((
          select jsonb_agg(jsonb_build_object('id', c.chapter->'id', 'title', c.chapter->'title',
            'pageIds', jsonb_path_query_array(c.chapter, '$.pages[*].id')) order by c.nth)
          from jsonb_array_elements(content->'chapters') with ordinality as c (chapter, nth)), '[]')),
        coalesce(rule, '{"kind": "pages", "percent": 100}'), ${userId}::bigint,
        case when rule is not null then jsonb_build_object('outline', 1,
          'pages', (select coalesce(jsonb_object_agg(page->>'id', 1), '{}') from pages)) end
      from course on conflict do nothing returning course_id
    )
    insert into course_draft_pages (portal_id, course_id, page_id, page, updated_by)
    select ${portalId}::bigint, course_id, page->>'id', page, ${userId}::bigint from made, pages`.execute(db);
}

/** What is scheduled for a course, as one value of JSON; null when nothing is. */
export const scheduledOf = (portalId: RawBuilder<unknown>, courseId: RawBuilder<unknown>) => sql`
  (select json_build_object('publishAt', s.publish_at, 'timeZone', s.time_zone, 'note', s.note, 'inProgress', s.in_progress, 'completed', s.completed,
    'retakeBy', s.retake_by, 'by', ${fullName("by")})
    from scheduled_publications s join users by on by.id = s.asked_by where s.portal_id = ${portalId} and s.course_id = ${courseId})`;

const Head = z.object({
  head: jsonOf<{ id: string; title: string; minutes: number; rule: PageRule }>(),
  kinds: z.array(z.string()),
  revision: z.int(),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
});
const DraftRow = z.extend(
  z.omit(EditorDraft, { type: true, pages: true, checks: true, hasChanges: true, scheduled: true, startCondition: true }),
  {
    savedAt: z.date(),
    outline: jsonOf<Draft["outline"]>(),
    completion: jsonOf<Draft["completion"]>(),
    pages: z.array(Head),
    inStep: z.nullable(jsonOf<InStep>()),
    /** Of each language that learners get with the next version, its revision. */
    offered: z.record(z.string(), z.int()),
    scheduled: z.nullable(jsonOf<StoredSchedule>()),
    ...SettingRow.shape,
  },
);
/** A publication that waits for its time, as it is stored. */
export interface StoredSchedule extends Pick<Scheduled, "timeZone" | "note" | "by"> {
  readonly publishAt: string;
  readonly inProgress: Move["inProgress"] | null;
  readonly completed: Move["completed"] | null;
  readonly retakeBy: string | null;
}
/** The revisions that the current version was made from. */
export interface InStep {
  readonly outline: number;
  readonly pages: Readonly<Record<string, number>>;
  /** Of its other languages. */
  readonly languages?: Readonly<Record<string, number>>;
}

/** Everything the editor opens with, in one statement that reads no block. Pages come in the order of the outline. */
export async function findEditorDraft(db: Db, { portalId, courseId }: Key) {
  return oneRow(
    await typed(DraftRow)`
    with recursive ${categoryTree(portalId)},
    newest as (
      select distinct on (a.enrolment_id) a.version_id, a.completion_id from attempt_progress a
      where a.portal_id = ${portalId} and a.course_id = ${courseId} order by a.enrolment_id, a.number desc
    ),
    named as (
      select n.id #>> '{}' as page_id, n.nth
      from course_drafts d, jsonb_path_query(d.outline, '$.chapters[*].pageIds[*]') with ordinality as n (id, nth)
      where d.portal_id = ${portalId} and d.course_id = ${courseId}
    )
    select c.id, c.status, c.revision, c.title, c.summary, c.outcomes, c.minutes, c.language, c.self_enrol as "selfEnrol",
      ${settingColumns},
      d.outline, d.completion, d.revision as "outlineRevision", d.in_step as "inStep", d.updated_at as "savedAt",
      (select coalesce(json_agg(cc.category_id order by cc.category_id), '[]') from course_categories cc
        where cc.portal_id = c.portal_id and cc.course_id = c.id) as "categoryIds",
      (select coalesce(json_agg(json_build_object('id', id, 'parentId', parent_id, 'name', name, 'depth', depth) order by path), '[]') from tree) as categories,
      (select coalesce(json_agg(json_build_object('head', p.head, 'kinds', p.kinds, 'revision', p.revision, 'updatedAt', p.updated_at, 'updatedBy', ${fullName("u")}) order by n.nth), '[]')
        from named n join course_draft_pages p using (page_id) left join users u on u.id = p.updated_by
        where p.portal_id = c.portal_id and p.course_id = c.id) as pages,
      (select coalesce(json_agg(json_build_object('number', v.number, 'note', v.note, 'publishedAt', v.published_at, 'publishedBy', ${fullName("u")},
          'inProgress', (select count(*) from newest where newest.version_id = v.id and newest.completion_id is null),
          'isCurrent', v.id = c.current_version_id) order by v.number desc), '[]')
        from course_versions v left join users u on u.id = v.published_by
        where v.portal_id = c.portal_id and v.course_id = c.id) as versions,
      (select to_json(n) from (${peopleCounts(sql`c.portal_id`, sql`c.id`)}) n) as learners,
      (select coalesce(json_object_agg(l.language, l.revision), '{}') from course_languages l
        where l.portal_id = c.portal_id and l.course_id = c.id and l.is_offered) as offered,
      ${scheduledOf(sql`c.portal_id`, sql`c.id`)} as scheduled
    from courses c join course_drafts d on d.portal_id = c.portal_id and d.course_id = c.id
    where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db),
  );
}

const PageRow = z.object({ page: jsonOf<Page>(), revision: z.int() });

/** A page of the draft; undefined when there is none with this id. Throws 409 for one of a newer release. */
export async function findPage(db: Db, { portalId, courseId }: Key, pageId: string) {
  const { rows } = await typed(PageRow)`
    select page, revision from course_draft_pages where portal_id = ${portalId} and course_id = ${courseId} and page_id = ${pageId}`.execute(
    db,
  );
  if (rows[0]) requireKnown([rows[0].page]);
  return rows[0];
}

const OutlineRow = z.object({ outline: jsonOf<Draft["outline"]>(), completion: jsonOf<Draft["completion"]>(), revision: z.int() });

/** The outline and completion rule of the draft. */
export async function findOutline(db: Db, { portalId, courseId }: Key) {
  return oneRow(
    await typed(OutlineRow)`
      select outline, completion, revision from course_drafts where portal_id = ${portalId} and course_id = ${courseId}`.execute(db),
  );
}

const Name = z.object({ id: z.string() });

/** Which of these pages the draft does not have. */
export async function missingPages(db: Db, { portalId, courseId }: Key, pageIds: readonly string[]): Promise<string[]> {
  const { rows } = await typed(Name)`
    select id from unnest(${[...pageIds]}::text[]) as n (id)
    where not exists (select from course_draft_pages p where p.portal_id = ${portalId} and p.course_id = ${courseId} and p.page_id = n.id)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Whether the audit log is to say that this person works on the draft: at their first save, and again after half an hour. Then the course also counts
 * as changed now.
 */
export async function beginsWork(db: Db, { portalId, courseId, userId }: Key & { userId: number }): Promise<boolean> {
  const who = String(userId);
  const { rows } = await sql`
    with begun as (
      update course_drafts set noted = noted || jsonb_build_object(${who}::text, now())
      where portal_id = ${portalId} and course_id = ${courseId}
        and coalesce((noted->>${who}::text)::timestamptz, '-infinity') < now() - interval '30 minutes'
      returning portal_id, course_id
    )
    update courses c set updated_at = now() from begun b where c.portal_id = b.portal_id and c.id = b.course_id returning c.id`.execute(db);
  return rows.length > 0;
}
