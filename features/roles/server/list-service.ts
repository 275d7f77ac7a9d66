import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import { chosenColumns, type CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import * as z from "zod/mini";
import { Assignment, assignmentList, type assignmentColumns } from "../contract.ts";
import type * as api from "../contract.ts";
import type { GrantedRole } from "../contract.ts";
import { mayChangeRoles } from "../policy.ts";
import { rolesThatGive } from "./permissions.ts";
import { sql } from "kysely";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { assignmentsOf, findMembers, nameOf } from "./queries.ts";
import { inScope, scopeIf, scopeOf } from "./scope-sql.ts";

type Scope = Pick<Context, "db" | "actor">;
type Query = Parsed<typeof api.listAssignments>["query"];

/** A row as the database gives it: whether it may be changed follows from who asks. */
const Row = z.extend(z.omit(Assignment, { mayChange: true }), { isSystemAdmin: z.boolean() });
type Row = z.infer<typeof Row>;

const selection = async ({ db, actor }: Scope, query: Query) =>
  assignmentsOf(await scopeOf(db, actor), {
    ...query,
    roles: query.may && rolesThatGive(query.may),
    permission: query.may === "learn" ? null : query.may,
  });

const onTheWire =
  ({ actor }: Scope) =>
  ({ isSystemAdmin, ...row }: Row): Assignment => ({
    ...row,
    startsAt: instant(row.startsAt),
    endsAt: instantOrNull(row.endsAt),
    mayChange: mayChangeRoles(actor, { id: row.userId, isSystemAdmin }),
  });

/** A page of who holds which role. */
export async function showAssignments(scope: Scope, query: Query): Promise<Result<typeof api.listAssignments>> {
  const found = await readPage(scope.db, Row, { page: query.page, pageSize: assignmentList.pageSize }, await selection(scope, query));
  return { ...found, rows: found.rows.map(onTheWire(scope)) };
}

/** All rows of the same list for the export, in batches. */
export async function* allAssignments(scope: Scope, query: Query) {
  yield* readAll(scope.db, Row, await selection(scope, query));
}

/** Everything that one person holds now or later. */
export async function assignmentsOfPerson(scope: Scope, userId: number): Promise<Assignment[]> {
  const asked = { q: "", role: null, state: null, person: userId, sort: "since", roles: null } as const;
  const found = await readPage(scope.db, Row, { page: 1, pageSize: 200 }, assignmentsOf(await scopeOf(scope.db, scope.actor), asked));
  return found.rows.map(onTheWire(scope));
}

/** Members to whom the person asking may give a role. */
export const showCandidates = async ({ db, actor }: Scope, q: string): Promise<Result<typeof api.findCandidates>> => ({
  rows: await findMembers(db, await scopeOf(db, actor), q, actor.userId),
});

const Reach = z.object({ count: z.int(), all: z.int(), names: z.array(z.string()) });
const namesShown = 5;

/** How many active members a scope reaches now, and the first of them by name. */
export async function previewScope(
  { db, actor: { portalId } }: Scope,
  { scope, userId }: Parsed<typeof api.previewScope>["body"],
): Promise<Result<typeof api.previewScope>> {
  const within = await scopeIf(db, portalId, scope, userId ?? null);
  const reached = await typed(Reach)`
    with everybody as (
      select m.user_id, ${inScope(within, sql`m.user_id`)} as is_reached
      from memberships m join users u on u.id = m.user_id
      where m.portal_id = ${portalId} and m.status = 'active' and u.kind = 'person' and not u.is_system_admin
    )
    select (select count(*)::int from everybody where is_reached) as count, (select count(*)::int from everybody) as all,
      array(select ${nameOf("u")} from everybody e join users u on u.id = e.user_id where e.is_reached order by lower(${nameOf("u")}), u.id limit ${namesShown}) as names`.execute(
    db,
  );
  return oneRow(reached);
}

const roleWords = (say: Say): Record<GrantedRole, string> => ({
  Author: say("Author"),
  Manager: say("Manager"),
  Admin: say("Administrator"),
});

function scopeWords(say: Say, { scope, groups, field, courses }: Pick<Row, "scope" | "groups" | "field" | "courses">): string {
  switch (scope.kind) {
    case "portal":
      return say("The whole portal");
    case "groups":
      return groups.map(({ name }) => name).join("; ") || say("Nobody: the groups are gone");
    case "condition":
      return say("Whoever fits a condition");
    case "reports":
      if (!field) return say("Nobody: the field is gone");
      return field.isOpen
        ? say("Nobody: others may edit the field {field}", { field: field.name })
        : say("Direct reports ({field})", { field: field.name });
    case "courses":
      return courses.length === 0
        ? say("Nobody: the courses are gone")
        : say("Whoever is enrolled in {titles}", { titles: courses.map(({ title }) => title).join("; ") });
  }
}

const stateWords = (say: Say): Record<Assignment["state"], string> => ({
  now: say("Holds now"),
  later: say("Starts later"),
  ended: say("Ended"),
});

/** The role in words, and whose deputy somebody is by it: one column of the screen. */
const heldWords = (say: Say, { role, copy, deputyFor }: Row): string => {
  const held = copy?.name ?? roleWords(say)[role];
  return deputyFor ? `${held}, ${say("stands in for {manager}", { manager: deputyFor.name })}` : held;
};

/** The columns of the export: those that the list shows, or all of an assignment while none are chosen. */
export function assignmentCsv(say: Say, chosen: readonly string[]): readonly CsvColumn<Row>[] {
  const name: CsvColumn<Row> = [say("Name"), (row) => row.name];
  const by: Record<(typeof assignmentColumns)[number], CsvColumn<Row>> = {
    email: [say("Email"), (row) => row.email],
    role: [say("Role"), (row) => heldWords(say, row)],
    scope: [say("For whom"), (row) => scopeWords(say, row)],
    since: [say("Since (UTC)"), (row) => instant(row.startsAt)],
    until: [say("Until (UTC)"), (row) => instantOrNull(row.endsAt)],
    grantedBy: [say("Granted by"), (row) => row.grantedBy],
    state: [say("Status"), (row) => (row.isActive ? stateWords(say)[row.state] : say("Deactivated"))],
  };
  const role: CsvColumn<Row> = [say("Role"), (row) => row.copy?.name ?? roleWords(say)[row.role]];
  const deputyOf: CsvColumn<Row> = [say("Deputy of"), (row) => row.deputyFor?.name ?? null];
  return chosenColumns(chosen, name, by, [name, by.email, role, by.scope, by.since, by.until, by.grantedBy, deputyOf]);
}
