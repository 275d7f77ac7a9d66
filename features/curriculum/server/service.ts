import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { copyCourse as duplicate, courseColumns } from "#features/authoring/server/service.ts";
import type { BulkContext } from "#features/bulk/server/service.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { instant } from "#platform/instant.ts";
import { readAllLarge, readLargePage } from "#platform/list/server/large-page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
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

/** Copies a course: a draft of the person asking. Throws 404. */
export const copyCourse = (context: Context, courseId: number): Promise<Result<typeof api.copyCourse>> => duplicate(context, courseId);
