import { instant, instantOrNull } from "#platform/instant.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import { attemptsList, AttemptRow, AuthorCourse, coursesList } from "../contract.ts";
import type * as api from "../contract.ts";
import { attemptsIn, coursesOf } from "./list-queries.ts";
import { requireCourse } from "./service.ts";

type Scope = Pick<Context, "db" | "actor" | "portal">;
type CoursesQuery = Parsed<typeof api.listCourses>["query"];
type AttemptsQuery = Parsed<typeof api.listAttempts>["query"];

/** Everyone's for an admin who asks for them. */
const selection = ({ actor, portal }: Scope, query: CoursesQuery) =>
  coursesOf(portal.id, query.owner === "everyone" && actor.isAdmin ? null : actor.userId, query);

/** The author's courses; everyone's for an admin who asks. */
export async function showCourses(scope: Scope, query: CoursesQuery): Promise<Result<typeof api.listCourses>> {
  const found = await readPage(scope.db, AuthorCourse, { page: query.page, pageSize: coursesList.pageSize }, selection(scope, query));
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, updatedAt: instant(row.updatedAt) })),
    canSeeEveryone: scope.actor.isAdmin,
  };
}

/** The same as a spreadsheet, in batches. */
export const allCourses = (scope: Scope, query: CoursesQuery) => readAll(scope.db, AuthorCourse, selection(scope, query));
export const courseColumns: readonly CsvColumn<AuthorCourse>[] = [
  ["Course", (row) => row.title],
  ["Type", (row) => row.type],
  ["Status", (row) => row.status],
  ["Author", (row) => row.author],
  ["Enrolled", (row) => row.enrolled],
  ["In progress", (row) => row.inProgress],
  ["Completed", (row) => row.completed],
  ["Changed (UTC)", (row) => instant(row.updatedAt)],
];

/** The attempts in a course, for its author. 404 and 409 as requireCourse has them. */
export async function showAttempts(context: Context, courseId: number, query: AttemptsQuery): Promise<Result<typeof api.listAttempts>> {
  await requireCourse(context, courseId);
  const place = { page: query.page, pageSize: attemptsList.pageSize };
  const found = await readPage(context.db, AttemptRow, place, attemptsIn(context.portal.id, courseId, query.q));
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, startedAt: instant(row.startedAt), lastActivityAt: instantOrNull(row.lastActivityAt) })),
  };
}

/** The same as a spreadsheet, in batches. */
export async function* allAttempts(scope: Scope, courseId: number, query: AttemptsQuery) {
  await requireCourse(scope, courseId);
  yield* readAll(scope.db, AttemptRow, attemptsIn(scope.portal.id, courseId, query.q));
}
export const attemptColumns: readonly CsvColumn<AttemptRow>[] = [
  ["Learner", (row) => row.learner],
  ["Email", (row) => row.email],
  ["Attempt", (row) => row.number],
  ["Version", (row) => row.version],
  ["Started (UTC)", (row) => instant(row.startedAt)],
  ["Last active (UTC)", (row) => instantOrNull(row.lastActivityAt)],
  ["Time (minutes)", (row) => Math.round(row.seconds / 6) / 10],
  ["Progress (%)", (row) => row.percent],
  ["Score (%)", (row) => row.scorePercent],
  ["Result", (row) => row.outcome],
];
