import { note, type Doer } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import type { FieldDefinition, FieldValues, Subject } from "../definition.ts";
import { accessTo, type Looking } from "../policy.ts";
import type { FieldSheet, SheetField } from "../sheet-contract.ts";
import { holders } from "./holders.ts";
import { changeValues, readFields, readValues } from "./service.ts";
import * as valueQueries from "./value-queries.ts";

type Asker = Looking & { readonly portalId: number };

/** Of which fields a sheet is. */
export type Only = (field: FieldDefinition) => boolean;
const all: Only = () => true;

/** The fields of one person, or one course, that the asker sees, with their values. Whether the asker reaches the person was checked before. */
export async function readSheet(db: Db, asker: Asker, userId: number, only = all, subject: Subject = "person"): Promise<FieldSheet> {
  const seen = (await readFields(db, asker.portalId, { subject })).flatMap((field) => {
    const access = accessTo(field, asker, userId);
    return access === "hidden" || !only(field) ? [] : [{ field, access }];
  });
  const fields = seen.map(({ field }) => field);
  const values = (await readValues(db, asker.portalId, [userId], fields)).get(userId) ?? {};
  const named = fields.flatMap(({ id, kind }) => (kind === "person" && typeof values[id] === "number" ? [values[id]] : []));
  const people = named.length > 0 ? await valueQueries.listNamedPeople(db, asker.portalId, [], named) : [];
  return {
    fields: seen.map(({ field, access }) => sheetField(field, access, values)),
    values,
    people: people.map(({ id, email, givenName, familyName }) => ({ id, email, name: `${givenName} ${familyName}`.trim() || email })),
  };
}

function sheetField(field: FieldDefinition, access: SheetField["access"], values: FieldValues): SheetField {
  const own = new Set([values[field.id]].flat());
  const { id, kind, name, help, isRequired, isUnique, isSensitive, patternSample, source, settings } = field;
  return {
    id,
    kind,
    name,
    help,
    isRequired,
    isUnique,
    isSensitive,
    patternSample,
    source,
    settings,
    access,
    options: field.options
      .filter((option) => !option.isRetired || own.has(option.id))
      .map((option) => ({ id: option.id, parentId: option.parentId, name: option.name, isRetired: option.isRetired })),
  };
}

/** Changes values of one person, or one course, as stoa_people, with an entry in the audit log. Throws 400 with what each field does not take. */
export async function keepSheet(
  doer: Omit<Doer, "actor"> & { readonly actor: Asker },
  userId: number,
  values: FieldValues,
  subject: Subject = "person",
): Promise<FieldSheet> {
  const changed = await changeValues(doer.db, doer.actor, userId, values, { subject });
  if (changed) await note(doer, { action: "field_values_changed", object: { kind: holders[subject].object, id: userId }, ...changed });
  return readSheet(doer.db, doer.actor, userId, all, subject);
}
