import { sql } from "kysely";
import * as z from "zod/mini";
import { fullName } from "#features/authoring/server/service.ts";
import type { CompletionRule, Content } from "#features/courses/content.ts";
import type { Translations } from "#features/courses/server/service.ts";
import { causeHolds } from "#features/enrolment/server/service.ts";
import { isSetAside } from "#features/progress/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import type { Carries } from "../changes.ts";
import { Groups, Move, type MoveReport } from "../publish-contract.ts";
import type { InStep, Key } from "./queries.ts";

const Current = z.object({
  id: z.int(),
  number: z.int(),
  content: jsonOf<Content>(),
  rule: jsonOf<CompletionRule>(),
  translations: jsonOf<Translations>(),
});

/** The version that learners start with; undefined for a course that was never published. */
export async function findCurrent(db: Db, { portalId, courseId }: Key) {
  const { rows } = await typed(Current)`
    select v.id, v.number, v.content, v.completion_rule as rule, v.translations from courses c
    join course_versions v on v.portal_id = c.portal_id and v.id = c.current_version_id
    where c.portal_id = ${portalId} and c.id = ${courseId}`.execute(db);
  return rows[0];
}

const NumberRow = z.object({ number: z.int() });
/** The number of a version. */
export async function numberOf(db: Db, portalId: number, versionId: number): Promise<number> {
  return oneRow(await typed(NumberRow)`select number from course_versions where portal_id = ${portalId} and id = ${versionId}`.execute(db))
    .number;
}

/** The newest attempt of the enrolment e that counts, as n: its version, and whether it is complete. */
const newest = sql`lateral (
  select a.id as attempt_id, a.version_id, a.started_at, exists (
      select from completions d where d.portal_id = a.portal_id and d.attempt_id = a.id
        and not exists (select from completion_reversals x where x.portal_id = d.portal_id and x.completion_id = d.id)) as is_done
  from attempts a where a.portal_id = e.portal_id and a.enrolment_id = e.id
    and not ${isSetAside}
  order by a.number desc limit 1
) n on true`;
const isInForce = sql`exists (select from enrolment_causes k where k.portal_id = e.portal_id and k.enrolment_id = e.id and ${causeHolds})`;

/** How many people a new version is about, by how far they are. */
export async function countGroups(db: Db, { portalId, courseId }: Key): Promise<Groups> {
  return oneRow(
    await typed(Groups)`
      select count(*) filter (where n.attempt_id is null)::int as "notStarted", count(*) filter (where not n.is_done)::int as "inProgress",
        count(*) filter (where n.is_done)::int as completed
      from enrolments e left join ${newest}
      where e.portal_id = ${portalId} and e.course_id = ${courseId} and ${isInForce}`.execute(db),
  );
}

const Earlier = z.object({ id: z.int(), content: jsonOf<Content>() });
/** The versions on which attempts are in progress. */
export async function listVersionsInUse(db: Db, { portalId, courseId }: Key) {
  const { rows } = await typed(Earlier)`
    select v.id, v.content from course_versions v where v.portal_id = ${portalId} and v.course_id = ${courseId} and exists (
      select from attempts a where a.portal_id = v.portal_id and a.course_id = v.course_id and a.version_id = v.id)`.execute(db);
  return rows;
}

/** After a version was made of the draft: its files, which revisions it was made from, and away with the pages that the outline does not name. */
export async function settleDraft(db: Db, { portalId, courseId }: Key, inStep: InStep, fileIds: readonly number[]): Promise<void> {
  await sql`insert into course_files (portal_id, course_id, file_id)
    select ${portalId}::bigint, ${courseId}::bigint, id from unnest(${[...fileIds]}::bigint[]) as f (id) on conflict do nothing`.execute(
    db,
  );
  await sql`update course_drafts set in_step = ${JSON.stringify(inStep)}::jsonb where portal_id = ${portalId} and course_id = ${courseId}`.execute(
    db,
  );
  await sql`delete from course_draft_pages where portal_id = ${portalId} and course_id = ${courseId}
    and page_id <> all(${Object.keys(inStep.pages)}::text[])`.execute(db);
}

/** The decision about the people, with what is carried from each earlier version. */
export const insertMove = (
  db: Db,
  { portalId, courseId }: Key,
  of: { versionId: number; move: Move; counts: Groups; carries: readonly (Carries & { version: number })[]; isDone: boolean },
) =>
  db
    .insertInto("version_moves")
    .values({
      portal_id: portalId,
      course_id: courseId,
      version_id: of.versionId,
      in_progress: of.move.inProgress,
      completed: of.move.completed,
      retake_by: of.move.retakeBy ?? null,
      carries: JSON.stringify(of.carries),
      counts: JSON.stringify(of.counts),
      done_at: of.isDone ? sql<Date>`now()` : null,
    })
    .execute();

const VersionRow = z.object({
  number: z.int(),
  note: z.string(),
  publishedAt: z.date(),
  publishedBy: z.nullable(z.string()),
  content: jsonOf<Content>(),
  completion: jsonOf<CompletionRule>(),
  report: z.nullable(jsonOf<Partial<MoveReport> & Pick<MoveReport, "doneAt" | "counts" | "inProgress" | "completed">>()),
});

/** A version by its number; undefined when the course has none with it. */
export async function findVersion(db: Db, { portalId, courseId }: Key, number: number) {
  const { rows } = await typed(VersionRow)`
    select v.number, v.note, v.published_at as "publishedAt", ${fullName("u")} as "publishedBy", v.content, v.completion_rule as completion,
      (select json_build_object('inProgress', m.in_progress, 'completed', m.completed, 'retakeBy', m.retake_by, 'counts', m.counts, 'done', m.done, 'doneAt', m.done_at)
        from version_moves m where m.portal_id = v.portal_id and m.version_id = v.id) as report
    from course_versions v left join users u on u.id = v.published_by
    where v.portal_id = ${portalId} and v.course_id = ${courseId} and v.number = ${number}`.execute(db);
  return rows[0];
}

const VersionTexts = z.object({ content: jsonOf<Content>(), translations: jsonOf<Translations>() });

/** The document of a version with its texts in other languages; undefined when the course has none with this number. */
export async function findVersionTexts(db: Db, { portalId, courseId }: Key, number: number) {
  const { rows } = await typed(VersionTexts)`
    select content, translations from course_versions
    where portal_id = ${portalId} and course_id = ${courseId} and number = ${number}`.execute(db);
  return rows[0];
}

/** Stores the pages of a version as the draft's, each as a new revision where it differs. */
export const restorePages = (db: Db, { portalId, courseId, userId }: Key & { userId: number }, content: Content) =>
  sql`
    insert into course_draft_pages as p (portal_id, course_id, page_id, page, updated_by)
    select ${portalId}::bigint, ${courseId}::bigint, page->>'id', page, ${userId}::bigint
    from jsonb_path_query(${JSON.stringify(content)}::jsonb, '$.chapters[*].pages[*]') as page
    on conflict (portal_id, course_id, page_id) do update set page = excluded.page, revision = p.revision + 1, updated_at = now(), updated_by = excluded.updated_by
      where p.page <> excluded.page`.execute(db);

export { isInForce, newest };
