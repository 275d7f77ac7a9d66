import { sql } from "kysely";
import * as z from "zod/mini";
import type { BulkContext, BulkKind } from "#features/bulk/server/bulk-kind.ts";
import { hindrance, hindranceWords } from "#features/bulk/server/hindrance.ts";
import type { FieldDefinition, FieldValue } from "#features/fields/definition.ts";
import { fieldKinds } from "#features/fields/kinds.ts";
import { accessTo } from "#features/fields/policy.ts";
import { parseCell, planValues, readFields, writeValues } from "#features/fields/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { conflict, invalid, invalidFields, notFound } from "#platform/errors.ts";
import { words } from "#platform/words.ts";

/** cell: the value as an import would read it; null takes it away. */
const Input = z.object({
  fieldId: z.int(words("Choose a field.")).check(z.gte(1, words("Choose a field."))),
  cell: z.nullable(
    z.string().check(z.trim(), z.minLength(1, words("Write a value.")), z.maxLength(2000, words("Write {maximum} characters or fewer."))),
  ),
});
type Input = z.infer<typeof Input>;
type State = { readonly value: FieldValue | null };
interface About {
  readonly name: string;
  /** The values before and after are told with these. */
  readonly field: FieldDefinition;
}

/** A field that the actor may edit for others. A hidden one is 404, as one that is not there. */
async function fieldFor({ db, actor }: Pick<BulkContext, "db" | "actor">, { fieldId, cell }: Input): Promise<FieldDefinition> {
  const field = (await readFields(db, actor.portalId)).find(({ id }) => id === fieldId);
  const access = field ? accessTo(field, actor, Number.NaN) : "hidden";
  if (!field || access === "hidden") throw notFound("field", "This field could not be found.");
  if (access !== "edit") throw conflict("field_locked", "This field cannot be changed here.");
  // What a preview says is kept, and so is what the log says: neither holds sensitive values.
  if (field.isSensitive) throw conflict("field_sensitive", "A sensitive field is filled in person by person.");
  if (fieldKinds[field.kind].isUploaded) throw conflict("field_uploaded", "A file is uploaded person by person.");
  if (field.isUnique && cell !== null) throw conflict("field_unique", "Everybody has a value of their own in this field.");
  return field;
}

/** The value that is set. Throws 400 for one that the field does not take. */
async function valueOf(
  { db, actor }: Pick<BulkContext, "db" | "actor">,
  field: FieldDefinition,
  { cell }: Input,
): Promise<FieldValue | null> {
  if (cell === null && field.isRequired) throw invalid("cell", "required", "Fill in this field.");
  const read = cell === null ? { value: null } : parseCell(field, cell, { dateOrder: "ymd", zone: "UTC" });
  if ("problem" in read) throw invalidFields([{ field: "cell", ...read.problem }]);
  // Of nobody, so that only the value itself is checked.
  const { problems, changes } = await planValues(db, actor.portalId, [field], [{ userId: -1, values: { [field.id]: read.value } }]);
  const [problem] = problems;
  if (problem) throw invalidFields([{ field: "cell", ...problem.problem }]);
  return changes[0]?.after ?? null;
}

/** One column of stored values as the value that travels, in the form of a field's kind. */
const columns = { words: "words", number: "number", day: "day", moment: "moment", option_id: "option_id", person_id: "person_id" } as const;

/** Gives many people one value in a custom field, or takes it away from them. */
export const setField: BulkKind<Input, State, About> = {
  name: "set-field",
  input: Input,
  rule: may("edit-people"),
  async about(context, input) {
    const field = await fieldFor(context, input);
    await valueOf(context, field, input);
    return { name: field.name, field };
  },
  async effects(context, input) {
    const { actor } = context;
    const field = await fieldFor(context, input);
    const value = await valueOf(context, field, input);
    const column = sql.ref(`v.${columns[fieldKinds[field.kind].column]}`);
    const one =
      field.kind === "yes_no"
        ? sql`to_jsonb(v.number = 1)`
        : field.kind === "date_time"
          ? sql`to_jsonb(to_char(v.moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
          : sql`to_jsonb(${column})`;
    const now = field.kind === "multi" ? sql`jsonb_agg(v.option_id order by v.nth)` : sql`(jsonb_agg(${one} order by v.nth)) -> 0`;
    return sql`
      select c.user_id, jsonb_build_object('value', coalesce(held.value, 'null')) as before,
        jsonb_build_object('value', ${JSON.stringify(value)}::jsonb) as after, ${hindrance(actor, "m", "u")} as left_out
      from chosen c
      join memberships m on m.portal_id = ${actor.portalId} and m.user_id = c.user_id
      join users u on u.id = c.user_id
      left join (select v.user_id, ${now} as value from chosen o
        join field_values v on v.portal_id = ${actor.portalId} and v.field_id = ${field.id} and v.user_id = o.user_id group by v.user_id) held
        on held.user_id = c.user_id`;
  },
  async write({ db, actor }, { fieldId }, changes) {
    const fields = (await readFields(db, actor.portalId)).filter(({ id }) => id === fieldId);
    await writeValues(
      db,
      actor.portalId,
      fields,
      changes.map(({ id: userId, from, to }) => ({ userId, fieldId, before: from.value, after: to.value })),
    );
  },
  audit: () => "field_values_changed",
  title: (say, { name }, count) =>
    say("{count, plural, one {Set {field} for # person} other {Set {field} for # people}}", { count, field: name }),
  state: (say, { field }, { value }) => (value === null ? say("No value") : fieldKinds[field.kind].cell(value, field, (id) => `#${id}`)),
  leftOut: (say) => ({ same: say("Has this value already"), ...hindranceWords(say) }),
};
