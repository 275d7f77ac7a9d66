import { dueOf } from "#features/enrolment/server/service.ts";
import { reachGroup } from "#features/groups/server/service.ts";
import { foundBy, pageFoundBy, type Search } from "#features/people/server/service.ts";
import { scopeOf, scopeStatement } from "#features/roles/server/service.ts";
import type { BulkContext } from "#features/bulk/server/service.ts";
import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import type * as z from "zod/mini";
import type { Asker } from "#platform/actor.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { invalid, notFound } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readAllLarge } from "#platform/list/server/large-page.ts";
import { readQuery } from "#platform/list/server/read-query.ts";
import { chosenColumns, type CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import * as api from "../contract.ts";
import * as queries from "./queries.ts";

type Asking = Pick<Context, "db" | "actor">;
type Query = Parsed<typeof api.listParticipants>["query"];
type Row = z.infer<typeof queries.ParticipantRow>;

/** The course and its people whom the person asking reaches, as the list in SQL. Throws 404 for a course, or a group to look at, that is not there. */
async function searchable({ db, actor }: Asking, { course: courseId, group: groupId, state, sort }: Query) {
  const course = courseId === null ? undefined : (await queries.courseStatement(actor.portalId, courseId).execute(db)).rows[0];
  if (!course) throw notFound("course", "This course could not be found.");
  const scope = await scopeOf(db, actor);
  const group = groupId === null ? null : await reachGroup(db, scope, groupId);
  return {
    course,
    group: group && { id: group.id, name: group.name },
    list: (search: Search) => queries.participantsOf(scope, actor.portalId, course.id, search, { state, group: groupId, sort }),
  };
}

const find = async (asking: Asking, query: Query) => foundBy(asking.db, asking.actor, query.q, (await searchable(asking, query)).list);

const shownOf = ({ dueAt, ...row }: Row): api.Participant => ({
  ...row,
  due: dueOf(dueAt, row.state === "completed" || row.state === "ended"),
  enrolledAt: instant(row.enrolledAt),
  lastAccessAt: instantOrNull(row.lastAccessAt),
  completedAt: instantOrNull(row.completedAt),
});

/** The statements that the list begins with, sent with the opening of its transaction. */
export const participantsFirst = (asker: Asker, { course }: Query): CompiledQuery[] => [
  ...(course === null ? [] : [queries.courseStatement(asker.portalId, course).compile()]),
  scopeStatement({ ...asker, doing: "see-people" }).compile(),
];

/** A page of the people of a course. */
export async function showParticipants(asking: Asking, query: Query): Promise<Result<typeof api.listParticipants>> {
  const { course, group, list } = await searchable(asking, query);
  const sizes = { row: queries.ParticipantRow, q: query.q, page: query.page, pageSize: api.participantsList.pageSize };
  const page = await pageFoundBy(asking.db, asking.actor, sizes, list);
  return { ...page, course, group, rows: page.rows.map(shownOf) };
}

/** All of them for the export, in batches. */
export async function* allParticipants(asking: Asking, query: Query): AsyncGenerator<Row[]> {
  yield* readAllLarge(asking.db, queries.ParticipantRow, (await find(asking, query)).list);
}

/** The columns of the export: those that the list shows, or all of a participant while none are chosen. */
export function participantCsv(say: Say, chosen: readonly string[]): readonly CsvColumn<Row>[] {
  const roles = { author: say("Author"), manager: say("Manager"), admin: say("Administrator") };
  const states = { notStarted: say("Not started"), inProgress: say("In progress"), completed: say("Completed"), ended: say("Ended") };
  const stateOf = ({ state, percent }: Row) => (state === "inProgress" ? say("In progress, {percent} %", { percent }) : states[state]);
  const name: CsvColumn<Row> = [say("Name"), (row) => row.name];
  const by: Record<(typeof api.participantColumns)[number], CsvColumn<Row>> = {
    email: [say("Email"), (row) => row.email],
    roles: [say("Roles"), (row) => row.roles.map((role) => roles[role]).join(", ")],
    groups: [say("Groups"), (row) => row.groups.join("; ")],
    state: [say("Status"), stateOf],
    due: [say("Due (UTC)"), (row) => instantOrNull(row.dueAt)],
    lastAccess: [say("Last access (UTC)"), (row) => instantOrNull(row.lastAccessAt)],
    enrolled: [say("Enrolled (UTC)"), (row) => instant(row.enrolledAt)],
  };
  const state: CsvColumn<Row> = [say("Status"), (row) => states[row.state]];
  const percent: CsvColumn<Row> = [say("Progress (%)"), (row) => row.percent];
  const completed: CsvColumn<Row> = [say("Completed (UTC)"), (row) => instantOrNull(row.completedAt)];
  const { email, groups, due, enrolled, lastAccess } = by;
  return chosenColumns(chosen, name, by, [name, email, by.roles, groups, state, percent, due, enrolled, lastAccess, completed]);
}

/** All who match a query of the list, as a select of `user_id` for a bulk action. */
export async function participantsSelection(
  { db, actor }: Pick<BulkContext, "db" | "actor">,
  query: Readonly<Record<string, string>>,
): Promise<RawBuilder<unknown>> {
  const { list } = await find({ db, actor }, readQuery(api.listParticipants.query, query));
  return sql`select e.user_id from ${list.from}`;
}

/** A pasted address or id without the quotes and brackets around it. Sign by sign: an expression would go back over long runs of them again and again. */
function unwrapped(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && `<"'`.includes(text.charAt(from))) from++;
  while (to > from && `>"'`.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

/** Whom pasted addresses and ids name. */
export async function readPasted({ db, actor }: Asking, text: string): Promise<Result<typeof api.readPasted>> {
  const asked = [...new Set(text.split(/[\s,;]+/).map(unwrapped))].filter((one) => one !== "");
  if (asked.length > api.mostPasted)
    throw invalid("text", "too_many_pasted", "Paste {most} addresses or ids at most.", { most: api.mostPasted });
  const people = await queries.listNamed(db, await scopeOf(db, actor), asked);
  const known = new Set(people.flatMap(({ email, externalId }) => [email, externalId]));
  const unknown = asked.filter((one) => !known.has(one) && !known.has(one.toLowerCase()));
  return { ids: [...new Set(people.map(({ id }) => id))], unknown: unknown.slice(0, 100), unknownCount: unknown.length };
}
