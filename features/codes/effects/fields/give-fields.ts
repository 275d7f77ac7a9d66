import type { FieldDefinition, FieldValue } from "#features/fields/definition.ts";
import { fieldKinds } from "#features/fields/kinds.ts";
import { accessTo } from "#features/fields/policy.ts";
import { parseCell, planValues, readFields, readValues, writeValues } from "#features/fields/server/service.ts";
import { may } from "#features/portal/permissions.ts";
import { conflict, invalidFields, notFound } from "#platform/errors.ts";
import type { FieldsEffect } from "./fields.ts";
import type { EffectKind, Giver } from "../../server/effect-kind.ts";

interface Named {
  readonly fieldId: number;
  readonly name: string;
  readonly cell: string;
}
interface About {
  readonly fields: readonly Named[];
}
interface Granted extends About {
  readonly fields: readonly (Named & { readonly before: FieldValue | null; readonly after: FieldValue | null })[];
}

/** A field that the giver edits for others. A hidden one is 404, as one that is not there. */
function fieldFor({ actor }: Giver, fields: readonly FieldDefinition[], fieldId: number): FieldDefinition {
  const field = fields.find(({ id }) => id === fieldId);
  const access = field ? accessTo(field, actor, Number.NaN) : "hidden";
  if (!field || access === "hidden") throw notFound("field", "This field could not be found.");
  if (access !== "edit") throw conflict("field_locked", "This field cannot be changed here.");
  // What a code gives is shown to whoever has it.
  if (field.isSensitive) throw conflict("field_sensitive", "A sensitive field is filled in person by person.");
  if (fieldKinds[field.kind].isUploaded) throw conflict("field_uploaded", "A file is uploaded person by person.");
  if (field.isUnique) throw conflict("field_unique", "Everybody has a value of their own in this field.");
  return field;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Fills in custom fields; what somebody has in them already is replaced. */
export const fields: EffectKind<FieldsEffect, About, Granted> = {
  rule: may("edit-people"),
  async about(giver, effect) {
    const all = await readFields(giver.db, giver.portalId);
    const values = valuesOf(giver, all, effect);
    // Of nobody, so that only the values themselves are checked.
    const { problems } = await planValues(giver.db, giver.portalId, all, [{ userId: -1, values }]);
    if (problems.length > 0) throw invalidFields(problems.map(({ problem }) => ({ field: "effects.fields", ...problem })));
    return {
      fields: effect.cells.map(({ fieldId, cell }) => ({ fieldId, name: all.find(({ id }) => id === fieldId)?.name ?? "", cell })),
    };
  },
  tell: (say, about) => ({
    title: say("Your details"),
    items: about.fields.map(({ name, cell }) => say("{field}: {value}", { field: name, value: cell })),
  }),
  async grant(giver, { userId }, effect, about) {
    const { db, portalId } = giver;
    const all = await readFields(db, portalId);
    const { changes } = await planValues(db, portalId, all, [{ userId, values: valuesOf(giver, all, effect) }]);
    await writeValues(db, portalId, all, changes);
    const changed = about.fields.flatMap((one) => {
      const change = changes.find(({ fieldId }) => fieldId === one.fieldId);
      return change ? [{ ...one, before: change.before, after: change.after }] : [];
    });
    return changed.length > 0 ? { fields: changed } : null;
  },
  async undo({ db, portalId }, userId, granted) {
    const all = await readFields(db, portalId);
    const now = (await readValues(db, portalId, [userId], all)).get(userId) ?? {};
    const back = granted.fields.filter(({ fieldId, after }) => same(now[fieldId], after));
    const values = Object.fromEntries(back.map(({ fieldId, before }) => [fieldId, before]));
    const plan = await planValues(db, portalId, all, [{ userId, values }]);
    await writeValues(db, portalId, all, plan.changes);
    const done = new Set(plan.changes.map(({ fieldId }) => fieldId));
    return granted.fields.filter(({ fieldId }) => !done.has(fieldId)).map(({ name }) => name);
  },
};

function valuesOf(giver: Giver, all: readonly FieldDefinition[], { cells }: FieldsEffect) {
  return Object.fromEntries(
    cells.map(({ fieldId, cell }) => {
      const read = parseCell(fieldFor(giver, all, fieldId), cell, { dateOrder: "ymd", zone: "UTC" });
      if ("problem" in read) throw invalidFields([{ field: "effects.fields", ...read.problem }]);
      return [fieldId, read.value];
    }),
  );
}
