import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import type { BulkContext } from "#features/bulk/server/service.ts";
import { fieldErrors } from "#platform/answer-errors.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { invalidFields } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { readAll, readPage } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import { peopleList, PersonRow } from "../contract.ts";
import * as api from "../contract.ts";
import { peopleOf } from "./queries.ts";

type Scope = Pick<Context, "db" | "portal">;
type PeopleQuery = Parsed<typeof api.listPeople>["query"];

/** A page of the portal's people. */
export async function showPeople({ db, portal }: Scope, query: PeopleQuery): Promise<Result<typeof api.listPeople>> {
  const found = await readPage(db, PersonRow, { page: query.page, pageSize: peopleList.pageSize }, peopleOf(portal.id, query));
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, joinedAt: instant(row.joinedAt), lastSignInAt: instantOrNull(row.lastSignInAt) })),
  };
}

/** All rows of the same list for the export, in batches. */
export const allPeople = ({ db, portal }: Scope, query: PeopleQuery) => readAll(db, PersonRow, peopleOf(portal.id, query));

/** All who match a query of the list, as a select of `user_id` for a bulk action. */
export function peopleSelection({ actor }: Pick<BulkContext, "actor">, query: Readonly<Record<string, string>>): RawBuilder<unknown> {
  const parsed = z.safeParse(api.listPeople.query, query);
  if (!parsed.success) throw invalidFields(fieldErrors(parsed.error.issues));
  return sql`with ${peopleOf(actor.portalId, parsed.data).with} select user_id from hits`;
}

export function peopleColumns(say: Say): readonly CsvColumn<PersonRow>[] {
  const roles = { author: say("Author"), manager: say("Manager"), admin: say("Administrator") };
  const statuses = { active: say("Active"), suspended: say("Deactivated") };
  return [
    [say("Name"), (row) => row.name],
    [say("Email"), (row) => row.email],
    [say("Roles"), (row) => row.roles.map((role) => roles[role]).join(", ")],
    [say("Status"), (row) => statuses[row.status]],
    [say("Joined (UTC)"), (row) => instant(row.joinedAt)],
    [say("Last sign-in (UTC)"), (row) => instantOrNull(row.lastSignInAt)],
  ];
}
