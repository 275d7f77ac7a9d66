import { sql } from "kysely";
import * as z from "zod/mini";
import type { FieldDefinition, FieldValue } from "#features/fields/definition.ts";
import { fieldKinds } from "#features/fields/kinds.ts";
import { exportCell, readFields, readValues, visibleFields } from "#features/fields/server/service.ts";
import { inScope, scopeOf } from "#features/roles/server/service.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Result } from "#platform/contract.ts";
import { typed } from "#platform/db/typed.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";
import { columnsAtRest, fieldOfColumn, type listPeopleColumns, type PersonRow } from "../contract.ts";

type Asking = Pick<Context, "db" | "actor">;

/** The custom fields that somebody sees in lists, which can be columns. */
export async function showColumns({ db, actor }: Asking): Promise<Result<typeof listPeopleColumns>> {
  const fields = visibleFields(await readFields(db, actor.portalId), actor);
  return { fields: fields.map(({ id, name, kind }) => ({ id, name, kind, isUploaded: fieldKinds[kind].isUploaded === true })) };
}

/** The fields among some columns that somebody sees, in the order of the columns. What they do not see is left out as if it were not there (security.md 10). */
export async function fieldsIn({ db, actor }: Asking, columns: readonly string[]): Promise<FieldDefinition[]> {
  const ids = columns.map(fieldOfColumn).filter((id) => id !== null);
  if (ids.length === 0) return [];
  const seen = new Map(visibleFields(await readFields(db, actor.portalId), actor).map((field) => [field.id, field]));
  return ids.flatMap((id) => seen.get(id) ?? []);
}

const Email = z.object({ id: z.int(), email: z.string() });

/** The values of people in some fields, as cells. A person who is a value is named by their address, as far as somebody reaches them. */
export async function cellsOf(
  { db, actor }: Asking,
  userIds: readonly number[],
  fields: readonly FieldDefinition[],
  cell: (field: FieldDefinition, value: FieldValue, emailOf: (userId: number) => string) => string = exportCell,
): Promise<Map<number, Record<string, string>>> {
  const values = await readValues(db, actor.portalId, userIds, fields);
  const named = fields.filter(({ kind }) => kind === "person");
  const ids = [...values.values()].flatMap((of) => named.map(({ id }) => of[id]).filter((one) => typeof one === "number"));
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await typed(Email)`select u.id, u.email from users u join memberships m on m.portal_id = ${actor.portalId} and m.user_id = u.id
          where u.id = any (${ids}::bigint[]) and ${inScope(await scopeOf(db, actor), sql`m.user_id`)}`.execute(db);
  const emails = new Map(rows.map(({ id, email }) => [id, email]));
  return new Map(
    [...values].map(([userId, of]) => [
      userId,
      Object.fromEntries(
        fields.flatMap((field) => {
          const value = of[field.id];
          return value === null || value === undefined ? [] : [[field.id, cell(field, value, (id) => emails.get(id) ?? "")]];
        }),
      ),
    ]),
  );
}

/** The columns of the export: the name and those that are chosen, in their order. */
export async function exportColumns(say: Say, columns: readonly string[], asking: Asking): Promise<readonly CsvColumn<PersonRow>[]> {
  const roles = { author: say("Author"), manager: say("Manager"), admin: say("Administrator") };
  const statuses = { active: say("Active"), suspended: say("Deactivated") };
  const own: Readonly<Record<string, CsvColumn<PersonRow>>> = {
    email: [say("Email"), (row) => row.email],
    externalId: [say("External ID"), (row) => row.externalId],
    roles: [say("Roles"), (row) => row.roles.map((role) => roles[role]).join(", ")],
    groups: [say("Groups"), (row) => (row.groups ?? []).join("; ")],
    status: [say("Status"), (row) => statuses[row.status]],
    joined: [say("Joined (UTC)"), (row) => instant(row.joinedAt)],
    lastSignIn: [say("Last sign-in (UTC)"), (row) => instantOrNull(row.lastSignInAt)],
  };
  const fields = new Map((await fieldsIn(asking, columns)).map((field) => [field.id, field]));
  return [
    [say("Name"), (row) => row.name],
    ...(columns.length > 0 ? columns : columnsAtRest).flatMap((column): CsvColumn<PersonRow>[] => {
      const field = fields.get(fieldOfColumn(column) ?? 0);
      if (field) return [[field.name, (row) => numberOr(field, row.cells[field.id])]];
      const one = own[column];
      return one ? [one] : [];
    }),
  ];
}

/** Numbers stay numbers in a spreadsheet. */
const numberOr = (field: FieldDefinition, cell: string | undefined) =>
  cell === undefined ? null : fieldKinds[field.kind].comparedAs === "number" && !field.isSensitive && cell !== "" ? Number(cell) : cell;
