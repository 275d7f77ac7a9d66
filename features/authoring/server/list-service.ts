import type * as z from "zod/mini";
import { outcomeWords } from "#features/history/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { LargeNumbers } from "#platform/list/server/large-numbers.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import { attemptsList, AttemptRow, coursesList } from "../contract.ts";
import { AuthorCourse } from "../listing-contract.ts";
import type * as api from "../contract.ts";
import { attemptsIn, coursesOf } from "./list-queries.ts";
import { requireAnyCourse } from "./service.ts";

type Scope = Pick<Context, "db" | "actor" | "portal">;
type CoursesQuery = Parsed<typeof api.listCourses>["query"];
type AttemptsQuery = Parsed<typeof api.listAttempts>["query"];

type Numbers = Pick<z.infer<typeof AuthorCourse>, "enrolled" | "inProgress" | "completed">;
const numbers = new LargeNumbers<Numbers>(({ enrolled, completed }) => enrolled + completed >= 200);

/** All authors' courses for an admin who asks for them, else the author's own. */
const selection = ({ actor, portal }: Scope, query: CoursesQuery, known: readonly number[] = []) =>
  coursesOf(portal.id, query.owner === "everyone" && actor.isAdmin ? null : actor.userId, query, known);

/** A page of the author's courses; of everyone's for an admin who asks. */
export async function showCourses(scope: Scope, query: CoursesQuery): Promise<Result<typeof api.listCourses>> {
  const known = numbers.known(scope.actor);
  const sizes = { page: query.page, pageSize: coursesList.pageSize };
  const found = await readPage(scope.db, AuthorCourse, sizes, selection(scope, query, [...known.keys()]));
  for (const row of found.rows) if (!known.has(row.id)) numbers.keep(scope.portal.id, row.id, numbersIn(row));
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, ...known.get(row.id), updatedAt: instant(row.updatedAt) })),
    canSeeEveryone: scope.actor.isAdmin,
  };
}

const numbersIn = ({ enrolled, inProgress, completed }: Numbers): Numbers => ({ enrolled, inProgress, completed });

/** All rows of the same list for the export, in batches. */
export const allCourses = (scope: Scope, query: CoursesQuery) => readAll(scope.db, AuthorCourse, selection(scope, query));

/** A page of the attempts in a course, for its author. Throws 404 as requireAnyCourse does. */
export async function showAttempts(context: Context, courseId: number, query: AttemptsQuery): Promise<Result<typeof api.listAttempts>> {
  await requireAnyCourse(context, courseId);
  const place = { page: query.page, pageSize: attemptsList.pageSize };
  const found = await readPage(context.db, AttemptRow, place, attemptsIn(context.portal.id, courseId, query.q));
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, startedAt: instant(row.startedAt), lastActivityAt: instantOrNull(row.lastActivityAt) })),
  };
}

/** All rows of the same list for the export, in batches. */
export async function* allAttempts(scope: Scope, courseId: number, query: AttemptsQuery) {
  await requireAnyCourse(scope, courseId);
  yield* readAll(scope.db, AttemptRow, attemptsIn(scope.portal.id, courseId, query.q));
}
export const attemptColumns = (say: Say): readonly CsvColumn<AttemptRow>[] => [
  [say("Learner"), (row) => row.learner],
  [say("Email"), (row) => row.email],
  [say("Attempt"), (row) => row.number],
  [say("Version"), (row) => row.version],
  [say("Started (UTC)"), (row) => instant(row.startedAt)],
  [say("Last active (UTC)"), (row) => instantOrNull(row.lastActivityAt)],
  [say("Study time (minutes)"), (row) => Math.round(row.seconds / 6) / 10],
  [say("Progress (%)"), (row) => row.percent],
  [say("Score (%)"), (row) => row.scorePercent],
  [say("Result"), (row) => outcomeWords(say)[row.outcome]],
  [say("Time after completion (minutes)"), (row) => Math.round(row.reviewSeconds / 6) / 10],
  [say("Unusual time reported"), (row) => row.flaggedClaims],
];
