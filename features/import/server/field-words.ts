import type { FieldDefinition, FieldValue } from "#features/fields/definition.ts";
import { folded } from "#features/fields/folded.ts";
import { fieldKinds } from "#features/fields/kinds.ts";
import type { PlannedChange } from "#features/fields/server/service.ts";
import type { Change } from "../finding.ts";

/** A value of a unique field in the form in which it is compared. */
export const keyOfField = (field: FieldDefinition | undefined, value: FieldValue | null): string | null =>
  !field || value === null ? null : typeof value === "number" ? String(value) : folded(String(value));

/** The people whom changes of fields of people name. */
export const namedIn = (fields: ReadonlyMap<number, FieldDefinition>, changes: PlannedChange["changes"]): number[] =>
  changes.flatMap(({ fieldId, before, after }) =>
    fields.get(fieldId)?.kind === "person" ? [before, after].filter((value) => typeof value === "number") : [],
  );

/** The change of a custom field, as a table would write it. Of a sensitive field what was there is masked, and so is the address of somebody out of reach. */
export function fieldChange(
  fields: ReadonlyMap<number, FieldDefinition>,
  { fieldId, before, after }: PlannedChange["changes"][number],
  emails: ReadonlyMap<number, string>,
): Change {
  const field = fields.get(fieldId);
  const cell = (value: FieldValue | null) =>
    value === null || !field ? null : fieldKinds[field.kind].cell(value, field, (id) => emails.get(id) ?? "•••");
  return { meaning: `field:${fieldId}`, before: field?.isSensitive && before !== null ? "•••" : cell(before), after: cell(after) };
}
