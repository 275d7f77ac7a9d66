import { sql } from "kysely";
import * as z from "zod/mini";
import { hindrance } from "#features/bulk/server/hindrance.ts";
import type { FieldDefinition } from "#features/fields/definition.ts";
import { fieldKinds } from "#features/fields/kinds.ts";
import { accessTo } from "#features/fields/policy.ts";
import { readFields } from "#features/fields/server/service.ts";
import type { PeopleScope } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Say } from "#platform/catalogue.ts";
import type { LargeListSql } from "#platform/list/server/large-page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import type { Context } from "#platform/serve.ts";

// The export in the shape of an import (IMP-4): brought in again as it is, it changes nothing.

export const ImportShapeRow = z.object({
  id: z.int(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  externalId: z.nullable(z.string()),
  language: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  status: z.enum(["active", "suspended"]),
  groups: z.array(z.string()),
  roles: z.array(z.enum(["Author", "Manager", "Admin"])),
  cells: z.record(z.string(), z.string()),
});
export type ImportShapeRow = z.infer<typeof ImportShapeRow>;

/**
 * The same people with all that an import takes. Whom an import by this person would refuse is left out, and so are groups into which it would put nobody:
 * computed ones, and those that the person does not manage.
 */
export function inImportShape(list: LargeListSql, actor: Actor, { parts }: PeopleScope): LargeListSql {
  const own =
    parts === null || parts.some(({ kind }) => kind === "portal")
      ? null
      : parts.flatMap((part) => (part.kind === "groups" ? part.groupIds : []));
  return {
    ...list,
    from: sql`${list.from} and ${hindrance(actor, "m", "u")} is null`,
    keys: sql`m.user_id as id, u.email, u.given_name, u.family_name, u.locale, u.time_zone, m.external_id, m.status,
      array_remove(array[case when m.is_author then 'Author' end, case when m.is_manager then 'Manager' end, case when m.is_admin then 'Admin' end], null) as roles`,
    items: sql`select nth, id, email, given_name as "givenName", family_name as "familyName", external_id as "externalId", locale as language,
      time_zone as "timeZone", status, roles, '{}'::jsonb as cells,
      array(select g.name from group_members gm join groups g on g.portal_id = gm.portal_id and g.id = gm.group_id
        where gm.portal_id = ${actor.portalId} and gm.user_id = shown.id and gm.cause is not null and g.kind = 'manual' and g.status = 'active'
          and (${own}::bigint[] is null or g.id = any (${own}::bigint[])) and g.name !~ '[;|\\n]' order by lower(g.name)) as groups from shown`,
  };
}

/** The fields that an import by this person may fill. Sensitive ones have their column, empty, which changes nothing. */
export async function importableFields({ db, actor }: Pick<Context, "db" | "actor">): Promise<FieldDefinition[]> {
  const fields = await readFields(db, actor.portalId);
  return fields.filter(
    (field) =>
      !fieldKinds[field.kind].isUploaded &&
      accessTo(field.source === "import" ? { ...field, source: "local" } : field, actor, Number.NaN) === "edit",
  );
}

/** A cell as an import reads it back; of a sensitive field an empty one. */
export const importCell = (
  field: FieldDefinition,
  value: Parameters<(typeof fieldKinds)["text"]["cell"]>[0],
  emailOf: (id: number) => string,
) => (field.isSensitive ? "" : fieldKinds[field.kind].cell(value, field, emailOf));

export async function importColumns(say: Say, asking: Pick<Context, "db" | "actor">): Promise<readonly CsvColumn<ImportShapeRow>[]> {
  const own: readonly CsvColumn<ImportShapeRow>[] = [
    [say("E-mail"), (row) => row.email],
    [say("Given name"), (row) => row.givenName],
    [say("Family name"), (row) => row.familyName],
    [say("External ID"), (row) => row.externalId],
    [say("Language"), (row) => row.language],
    [say("Time zone"), (row) => row.timeZone],
    [say("Status"), (row) => (row.status === "active" ? "active" : "inactive")],
    // A semicolon at the end says that a comma is part of a name.
    [say("Groups"), ({ groups }) => groups.join("; ") + (groups.some((name) => name.includes(",")) ? ";" : "")],
    [say("Roles"), (row) => row.roles.join("; ")],
  ];
  return [
    ...own,
    ...(await importableFields(asking)).map((field): CsvColumn<ImportShapeRow> => [field.name, (row) => row.cells[field.id] ?? null]),
  ];
}
