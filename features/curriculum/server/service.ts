import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { courseColumns } from "#features/authoring/server/service.ts";
import type { BulkContext } from "#features/bulk/server/service.ts";
import { outlineOf } from "#features/courses/draft.ts";
import { pagesOf } from "#features/courses/content.ts";
import { findDraft, saveDraftPage, updateDraft } from "#features/courses/server/service.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import { readAllLarge, readLargePage } from "#platform/list/server/large-page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import { shortened } from "#platform/shortened.ts";
import * as api from "../contract.ts";
import { changesCourses } from "../policy.ts";
import * as queries from "./queries.ts";

type Asking = Pick<Context, "db" | "actor">;
type Query = Parsed<typeof api.listCurriculum>["query"];

const listFor = async ({ db, actor }: Asking, query: Query) => queries.curriculumOf(await scopeOf(db, actor), query);

/** A page of the portal's courses. */
export async function showCurriculum(asking: Asking, query: Query): Promise<Result<typeof api.listCurriculum>> {
  const sizes = { page: query.page, pageSize: api.curriculumList.pageSize };
  const found = await readLargePage(asking.db, api.CurriculumRow, sizes, await listFor(asking, query));
  return {
    ...found,
    mayChange: changesCourses.allows(asking.actor),
    rows: found.rows.map((row) => ({ ...row, updatedAt: instant(row.updatedAt) })),
  };
}

/** All of them for the export, in batches. */
export async function* allCurriculum(asking: Asking, query: Query) {
  yield* readAllLarge(asking.db, api.CurriculumRow, await listFor(asking, query));
}

/** The columns of the export: those of the author's courses, and what the portal's list has besides. */
export const curriculumCsv = (say: Say): readonly CsvColumn<api.CurriculumRow>[] => [
  ...courseColumns(say, say("Owner")),
  [say("Overdue"), (row) => row.overdue],
  [say("Categories"), (row) => row.categories.join("; ")],
  [say("Language"), (row) => row.language],
  [say("Who can enrol"), (row) => (row.isOpen ? say("Everyone in this portal") : say("Only people it is assigned to"))],
];

/** All courses that match a query of the list, for a bulk action. */
export async function curriculumSelection(
  { scope }: Pick<BulkContext, "scope">,
  query: Readonly<Record<string, string>>,
): Promise<RawBuilder<unknown>> {
  return sql`select c.id as course_id from ${queries.curriculumOf(scope, readQuery(api.listCurriculum.query, query)).from}`;
}

/** What the list can be filtered by. */
export const showChoices = ({ db, actor }: Asking): Promise<Result<typeof api.listChoices>> => queries.findChoices(db, actor.portalId);

/** People who could own a course. */
export const showOwners = async ({ db, actor }: Asking, q: string): Promise<Result<typeof api.findOwners>> => ({
  rows: await queries.listOwners(db, actor.portalId, q),
});

const longestTitle = 200;

/** Copies a course: a draft of the person asking, with what its authors made. Who is enrolled, and its versions, stay with the original. Throws 404. */
export async function copyCourse(context: Context, courseId: number): Promise<Result<typeof api.copyCourse>> {
  const { db, actor, portal, say } = context;
  const original = await queries.findOriginal(db, portal.id, courseId);
  if (!original) throw notFound("course", "This course could not be found.");
  const { type, content, rule } = original;
  const title = shortened(say("Copy of {title}", { title: original.title }), longestTitle);
  const id = await queries.insertCopy(db, { portalId: portal.id, courseId, userId: actor.userId, title });
  const draft = await findDraft(db, { portalId: portal.id, courseId });
  const copy = { portalId: portal.id, courseId: id, userId: actor.userId };
  // A course without a draft is copied from what learners have; the content of a package is made from it at publishing.
  const made = type === "scorm" ? null : content;
  const pages = draft ? draft.pages.map(({ page }) => page) : made ? pagesOf(made).map(({ page }) => page) : [];
  await updateDraft(
    db,
    copy,
    type,
    draft
      ? { outline: draft.draft.outline, completion: draft.draft.completion, presentation: draft.draft.presentation }
      : { ...(made && { outline: outlineOf(made) }), ...(rule && { completion: rule }) },
  );
  for (const page of pages) await saveDraftPage(db, copy, page, 0);
  await note(context, { action: "course_created", object: { kind: "course", id }, after: { type, copyOf: courseId } });
  return { id, type, title };
}
