import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { copyCourse as duplicate, courseColumns } from "#features/authoring/server/service.ts";
import type { BulkContext } from "#features/bulk/server/service.ts";
import { fieldKinds } from "#features/fields/kinds.ts";
import { optionName } from "#features/fields/option-names.ts";
import { cellsOfCourses, textsOfCourses } from "#features/fields/server/course-texts.ts";
import { readFields, visibleFields } from "#features/fields/server/service.ts";
import { scopeOf, type PeopleScope } from "#features/roles/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { LargeNumbers } from "#platform/list/server/large-numbers.ts";
import { readAllLarge, readLargePage, type Countable } from "#platform/list/server/large-page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { approvesCourses, changesCourses } from "../policy.ts";
import * as queries from "./queries.ts";

type Asking = Pick<Context, "db" | "actor">;
type Query = Parsed<typeof api.listCurriculum>["query"];

/** The custom fields of courses that somebody sees in lists. */
const seenFields = async ({ db, actor }: Asking) => visibleFields(await readFields(db, actor.portalId, { subject: "course" }), actor);

type Numbers = Pick<z.infer<typeof api.CurriculumRow>, "enrolled" | "inProgress" | "completed" | "overdue">;
/** Of courses, as whoever reaches the whole portal counts them. */
const numbers = new LargeNumbers<Numbers>(({ enrolled, completed }) => enrolled + completed >= 200);
const numbersIn = ({ enrolled, inProgress, completed, overdue }: Numbers): Numbers => ({ enrolled, inProgress, completed, overdue });

/** A filter by a field that the one who asks does not see finds nothing, as one that is not there would (security.md 10). known: courses whose people are not counted. */
async function listFor(asking: Asking, query: Query, scope?: PeopleScope, known: readonly number[] = []) {
  const { field } = query;
  const isSeen = field === null || (await seenFields(asking)).some(({ id }) => field.startsWith(`${id}:`));
  const asked = { ...query, ...(!isSeen && { field: "0:0" }), approves: approvesCourses.allows(asking.actor) };
  return queries.curriculumOf(scope ?? (await scopeOf(asking.db, asking.actor)), asked, known);
}

/** The courses of a query of the list's address that wait for an approval, for counting; null for somebody who approves none. */
export const approvalListOf = async (asking: Asking, query: Readonly<Record<string, string>>): Promise<Countable | null> =>
  approvesCourses.allows(asking.actor) ? listFor(asking, readQuery(api.listCurriculum.query, query)) : null;

const withInstant = <Step extends { readonly at: string }>(asked: Step) => ({ ...asked, at: instant(asked.at) });

/** A page of the courses that wait for an approval. */
export async function showWaiting(
  { db, portal }: Context,
  query: Parsed<typeof api.listWaiting>["query"],
): Promise<Result<typeof api.listWaiting>> {
  const sizes = { page: query.page, pageSize: api.waitingList.pageSize };
  const found = await readLargePage(db, api.WaitingCourse, sizes, queries.waitingIn(portal.id, query));
  return { ...found, rows: found.rows.map((row) => ({ ...row, asked: withInstant(row.asked) })) };
}

/** The fields among the columns of a query, in their order, that somebody sees. */
async function fieldsIn(asking: Asking, { columns }: Query) {
  const ids = columns.map(api.fieldOfColumn).filter((id) => id !== null);
  const seen = ids.length > 0 ? await seenFields(asking) : [];
  return ids.flatMap((id) => seen.find((field) => field.id === id) ?? []);
}

/** A page of the portal's courses. */
export async function showCurriculum(asking: Context, query: Query): Promise<Result<typeof api.listCurriculum>> {
  const sizes = { page: query.page, pageSize: api.curriculumList.pageSize };
  const { db, actor, portal, language, say } = asking;
  const scope = await scopeOf(db, actor);
  // A system admin counts others too.
  const reachesAll = scope.parts === null && !actor.isSystemAdmin;
  const known = reachesAll ? numbers.known(actor) : new Map<number, Numbers>();
  const found = await readLargePage(db, api.CurriculumRow, sizes, await listFor(asking, query, scope, [...known.keys()]));
  if (reachesAll) for (const row of found.rows) if (!known.has(row.id)) numbers.keep(portal.id, row.id, numbersIn(row));
  const fields = await fieldsIn(asking, query);
  const reader = { portalId: actor.portalId, language, zone: actor.timeZone ?? portal.timeZone, say };
  const ids = found.rows.map(({ id }) => id);
  const cells = fields.length > 0 ? await textsOfCourses(db, reader, ids, fields) : undefined;
  return {
    ...found,
    mayChange: changesCourses.allows(asking.actor),
    mayApprove: approvesCourses.allows(asking.actor),
    rows: found.rows.map((row) => ({
      ...row,
      ...known.get(row.id),
      asked: row.asked && withInstant(row.asked),
      updatedAt: instant(row.updatedAt),
      cells: cells?.get(row.id) ?? {},
    })),
  };
}

/** All of them for the export, in batches. */
export async function* allCurriculum(asking: Asking, query: Query) {
  const fields = await fieldsIn(asking, query);
  for await (const rows of readAllLarge(asking.db, api.CurriculumRow, await listFor(asking, query))) {
    const ids = rows.map(({ id }) => id);
    const cells = fields.length > 0 ? await cellsOfCourses(asking.db, asking.actor.portalId, ids, fields) : undefined;
    yield rows.map((row) => ({ ...row, cells: cells?.get(row.id) ?? {} }));
  }
}

/** The columns of the export: those that the list shows; while none are chosen, those of the author's courses and what the portal's list has besides. */
export async function curriculumCsv(say: Say, query: Query, asking: Asking): Promise<readonly CsvColumn<api.CurriculumRow>[]> {
  const { title, ...ofCourse } = courseColumns(say, say("Owner"));
  const own: Readonly<Record<"overdue" | "categories" | "language" | "open", CsvColumn<api.CurriculumRow>>> = {
    overdue: [say("Overdue"), (row) => row.overdue],
    categories: [say("Categories"), (row) => row.categories.join("; ")],
    language: [say("Language"), (row) => row.language],
    open: [say("Who can enrol"), (row) => (row.isOpen ? say("Everyone in this portal") : say("Only people it is assigned to"))],
  };
  const asked: readonly CsvColumn<api.CurriculumRow>[] = approvesCourses.allows(asking.actor)
    ? [
        [say("Approval asked for by"), (row) => row.asked?.by ?? null],
        [say("Approval asked for (UTC)"), (row) => instantOrNull(row.asked?.at ?? null)],
      ]
    : [];
  if (query.columns.length === 0) return [title, ...Object.values(ofCourse), ...Object.values(own), ...asked];
  const fields = (await fieldsIn(asking, query)).map(({ id, name }) => [
    `field:${id}`,
    [name, (row: api.CurriculumRow) => row.cells[id] ?? null] as const,
  ]);
  const byId: Readonly<Record<string, CsvColumn<api.CurriculumRow>>> = { ...ofCourse, ...own, ...Object.fromEntries(fields) };
  // What the screen shows of an approval in one column is two here.
  return [title, ...query.columns.flatMap((id) => (id === "asked" ? asked : byId[id] ? [byId[id]] : []))];
}

/** All courses that match a query of the list, for a bulk action. */
export async function curriculumSelection(
  { scope, actor }: Pick<BulkContext, "scope" | "actor">,
  query: Readonly<Record<string, string>>,
): Promise<RawBuilder<unknown>> {
  const asked = { ...readQuery(api.listCurriculum.query, query), approves: approvesCourses.allows(actor) };
  return sql`select c.id as course_id from ${queries.curriculumOf(scope, asked).from}`;
}

/** What the list can be filtered by. */
export async function showChoices(asking: Context): Promise<Result<typeof api.listChoices>> {
  const { db, actor, say } = asking;
  const yesNo = [
    { id: "yes", name: say("Yes") },
    { id: "no", name: say("No") },
  ];
  return {
    ...(await queries.findChoices(db, actor.portalId)),
    fields: (await seenFields(asking)).map(({ id, name, kind, options, isSensitive }) => ({
      id,
      name,
      options: isSensitive
        ? []
        : fieldKinds[kind].comparedAs === "yes_no"
          ? yesNo
          : options
              .filter(({ isRetired }) => !isRetired)
              .map((option) => ({ id: String(option.id), name: optionName(option.id, options) })),
    })),
  };
}

/** People who could own a course. */
export const showOwners = async ({ db, actor }: Asking, q: string): Promise<Result<typeof api.findOwners>> => ({
  rows: await queries.listOwners(db, actor.portalId, q),
});

/** Copies a course: a draft of the person asking. Throws 404. */
export const copyCourse = (context: Context, courseId: number): Promise<Result<typeof api.copyCourse>> => duplicate(context, courseId);
