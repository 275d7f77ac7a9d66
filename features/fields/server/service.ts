import { folded } from "../folded.ts";
import type { FieldDefinition, FieldValue, FieldValues, Subject } from "../definition.ts";
import type { CellFormat, Problem, Read, StoredRow } from "../field-kind.ts";
import { fieldKinds } from "../kinds.ts";
import { accessTo, sees, type Looking } from "../policy.ts";
import { invalidFields, type FieldError } from "#platform/errors.ts";
import { phrase } from "#platform/words.ts";
import type { Db } from "#platform/db/connect.ts";
import { shortened } from "#platform/shortened.ts";
import { subjectOf } from "./holders.ts";
import * as queries from "./queries.ts";
import * as valueQueries from "./value-queries.ts";

// What other features use of fields: definitions, reading and writing values. Everything that writes works as stoa_people (Databases.inPeople).

export { fieldsStatement } from "./queries.ts";

/** The fields of the portal of people, or of another subject, in their order, with their lists; without retired ones unless asked for. */
export async function readFields(
  db: Db,
  portalId: number,
  { withRetired = false, subject = "person" as Subject } = {},
): Promise<FieldDefinition[]> {
  const fields = await queries.listFields(db, portalId, { subject });
  return withRetired ? fields : fields.filter(({ isRetired }) => !isRetired);
}

/** The values of people by user id, in these fields, or of courses by theirs in fields of courses; who has none is missing. */
export async function readValues(
  db: Db,
  portalId: number,
  userIds: readonly number[],
  fields: readonly FieldDefinition[],
): Promise<Map<number, FieldValues>> {
  if (userIds.length === 0 || fields.length === 0) return new Map();
  const ids = fields.map(({ id }) => id);
  return valuesIn(await valueQueries.listValueRows(db, portalId, userIds, ids, subjectOf(fields)), fields);
}

/** The values in stored rows by whose they are. */
export function valuesIn(
  rows: readonly valueQueries.ValueRow[],
  fields: readonly Pick<FieldDefinition, "id" | "kind">[],
): Map<number, FieldValues> {
  const kindOf = new Map(fields.map((field) => [field.id, fieldKinds[field.kind]]));
  const together = new Map<string, { userId: number; fieldId: number; rows: StoredRow[] }>();
  for (const row of rows) {
    const key = `${row.owner_id}:${row.field_id}`;
    const one = together.get(key) ?? { userId: row.owner_id, fieldId: row.field_id, rows: [] };
    one.rows.push(row);
    together.set(key, one);
  }
  const values = new Map<number, FieldValues>();
  for (const { userId, fieldId, rows: own } of together.values()) {
    const of = values.get(userId) ?? {};
    const kind = kindOf.get(fieldId);
    if (kind) of[fieldId] = kind.restore(own);
    values.set(userId, of);
  }
  return values;
}

/** A cell of an export. Values of sensitive fields are masked, whoever exports. */
export const exportCell = (field: FieldDefinition, value: FieldValue | null | undefined, emailOf: (userId: number) => string): string =>
  value === null || value === undefined ? "" : field.isSensitive ? "•••" : fieldKinds[field.kind].cell(value, field, emailOf);

/** The fields that somebody sees in lists, filters and exports of people (security.md #10). */
export const visibleFields = (fields: readonly FieldDefinition[], looking: Looking): FieldDefinition[] =>
  fields.filter((field) => sees(field, looking));

/** New values of a person. null takes a value away. userId: the course where the fields are those of courses, here and in what follows from it. */
export interface PersonChange {
  readonly userId: number;
  readonly values: FieldValues;
}
/** One value that cannot be: whose, in which field, and why. */
export interface ValueProblem {
  readonly userId: number;
  readonly fieldId: number;
  readonly problem: Problem;
}
/** What changing values would do; `apply` writes it. */
export interface PlannedChange {
  readonly problems: readonly ValueProblem[];
  /** The values that differ from those that people have now. */
  readonly changes: readonly { userId: number; fieldId: number; before: FieldValue | null; after: FieldValue | null }[];
}

const taken = { code: "taken", text: phrase("Somebody else has this value, which may be there once only.") } as const;
const needed = { code: "required", text: phrase("Fill in this field.") } as const;
const noSuchPerson = { code: "no_such_person", text: phrase("Nobody in this portal has this e-mail address.") } as const;
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Reads a cell of an import; an e-mail address of a person is looked up when the change is planned. */
export function parseCell(field: FieldDefinition, cell: string, format: CellFormat): { value: FieldValue | null } | { problem: Problem } {
  const read = fieldKinds[field.kind].parse(cell, field, format);
  return "email" in read ? { value: read.email } : read;
}

/**
 * Checks new values of people against the fields and against what everybody has, without writing. All values of one call are also compared with each other.
 * asks: "all" checks too that every required field ends up with a value, "files too" that those of files have one already, "given" only those in the change.
 */
export async function planValues(
  db: Db,
  portalId: number,
  fields: readonly FieldDefinition[],
  people: readonly PersonChange[],
  asks: "all" | "files too" | "given" = "given",
): Promise<PlannedChange> {
  const fieldOf = new Map(fields.map((field) => [String(field.id), field]));
  const before = await readValues(
    db,
    portalId,
    people.map(({ userId }) => userId),
    fields,
  );
  const reads: { userId: number; field: FieldDefinition; read: Read }[] = people.flatMap(({ userId, values }) =>
    Object.entries(values).flatMap(([id, value]) => {
      const field = fieldOf.get(id);
      // A file that is already there may be sent back as it is.
      if (!field || same(value, before.get(userId)?.[id])) return [];
      return [{ userId, field, read: fieldKinds[field.kind].read(value, field) }];
    }),
  );
  const emails = reads.flatMap(({ read }) => ("email" in read ? [read.email] : []));
  const ids = reads.flatMap(({ field, read }) =>
    field.kind === "person" && "value" in read && typeof read.value === "number" ? [read.value] : [],
  );
  const named =
    emails.length + ids.length > 0 ? await valueQueries.listNamedPeople(db, portalId, [...new Set(emails)], [...new Set(ids)]) : [];
  const problems: ValueProblem[] = [];
  const changes: { userId: number; fieldId: number; before: FieldValue | null; after: FieldValue | null }[] = [];
  for (const { userId, field, read } of reads) {
    const problem = (found: Problem) => void problems.push({ userId, fieldId: field.id, problem: found });
    if ("problem" in read) {
      problem(read.problem);
      continue;
    }
    let after: FieldValue | null = "value" in read ? read.value : null;
    if (field.kind === "person" && ("email" in read || after !== null)) {
      const person = named.find((one) => ("email" in read ? one.email === read.email : one.id === after));
      if (!person) {
        problem(noSuchPerson);
        continue;
      }
      after = person.id;
    }
    if (after === null && field.isRequired) {
      problem(needed);
      continue;
    }
    const old = before.get(userId)?.[field.id] ?? null;
    if (!same(old, after)) changes.push({ userId, fieldId: field.id, before: old, after });
  }
  if (asks !== "given")
    for (const { userId, values } of people)
      for (const field of fields)
        if (
          field.isRequired &&
          field.source === "local" &&
          (asks === "files too" || !fieldKinds[field.kind].isUploaded) &&
          (values[field.id] ?? before.get(userId)?.[field.id] ?? null) === null &&
          !(field.id in values)
        )
          problems.push({ userId, fieldId: field.id, problem: needed });
  problems.push(...(await takenValues(db, portalId, fieldOf, changes)));
  const refused = new Set(problems.map(({ userId, fieldId }) => `${userId}:${fieldId}`));
  return { problems, changes: changes.filter(({ userId, fieldId }) => !refused.has(`${userId}:${fieldId}`)) };
}

/** Of the changes, those to a value of a unique field that somebody else has or gets. */
async function takenValues(
  db: Db,
  portalId: number,
  fieldOf: ReadonlyMap<string, FieldDefinition>,
  changes: PlannedChange["changes"],
): Promise<ValueProblem[]> {
  const wanted = changes.flatMap(({ userId, fieldId, after }) => {
    const key = uniqueKeyOf(fieldOf.get(String(fieldId)), after);
    return key === null ? [] : [{ userId, fieldId, key }];
  });
  const holders = await valueQueries.listHolders(db, portalId, wanted, subjectOf([...fieldOf.values()]));
  const leaving = new Set(changes.map(({ userId, fieldId }) => `${userId}:${fieldId}`));
  const owner = new Map(
    holders
      .filter((holder) => !leaving.has(`${holder.owner_id}:${holder.field_id}`))
      .map((holder) => [`${holder.field_id}:${holder.unique_key}`, holder.owner_id]),
  );
  const problems: ValueProblem[] = [];
  for (const { userId, fieldId, key } of wanted) {
    const name = `${fieldId}:${key}`;
    if ((owner.get(name) ?? userId) !== userId) problems.push({ userId, fieldId, problem: taken });
    else owner.set(name, userId);
  }
  return problems;
}

const uniqueKeyOf = (field: FieldDefinition | undefined, value: FieldValue | null): string | null =>
  !field?.isUnique || value === null ? null : typeof value === "number" ? String(value) : folded(String(value));

/** Planned changes as rows of field_values: what is stored of each, an empty list where the value goes. */
export function storedOf(fields: readonly FieldDefinition[], changes: PlannedChange["changes"]): valueQueries.ValueToWrite[] {
  const fieldOf = new Map(fields.map((field) => [field.id, field]));
  return changes.flatMap(({ userId, fieldId, after }) => {
    const field = fieldOf.get(fieldId);
    if (!field) return [];
    const stored = after === null ? [] : fieldKinds[field.kind].store(after);
    return [
      {
        userId,
        fieldId,
        stored,
        folded: stored[0]?.words === undefined ? null : folded(stored[0].words),
        uniqueKey: uniqueKeyOf(field, after),
      },
    ];
  });
}

/** Writes planned changes, as stoa_people and in the transaction of the plan. source: who or what changes them. */
export const writeValues = (
  db: Db,
  portalId: number,
  fields: readonly FieldDefinition[],
  changes: PlannedChange["changes"],
  source: FieldDefinition["source"] = "local",
): Promise<void> => valueQueries.replaceValues(db, portalId, storedOf(fields, changes), source, subjectOf(fields));

/**
 * Changes values of one person, or of one course, in a request: refuses with 400 what a field does not take, naming each as `fields.<id>`, and with the same words what the one
 * who asks may not edit or does not see (security.md #18). missing: these fields alone are known, and each has to get a value. Returns what changed, without the values of sensitive fields, for the audit log.
 */
export async function changeValues(
  db: Db,
  looking: Looking & { portalId: number },
  userId: number,
  values: FieldValues,
  { missing, subject = "person" }: { readonly missing?: readonly FieldDefinition[]; readonly subject?: Subject } = {},
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> } | null> {
  const { portalId } = looking;
  const all = missing?.map((field) => ({ ...field, isRequired: true })) ?? (await readFields(db, portalId, { subject }));
  const now = (await readValues(db, portalId, [userId], all)).get(userId) ?? {};
  const errors: FieldError[] = [];
  for (const [id, value] of Object.entries(values)) {
    const field = all.find((one) => String(one.id) === id);
    const access = field ? accessTo(field, looking, userId) : "hidden";
    if (access === "hidden") errors.push({ field: `fields.${id}`, code: "unknown_field", text: phrase("This field is not known.") });
    else if (access === "read" && !same(value, now[id]))
      errors.push({ field: `fields.${id}`, code: "locked", text: phrase("This field cannot be changed here.") });
    // Numbers can be counted up, and the answer names the person: who does not know the address learns nobody's name and address this way.
    else if (field?.kind === "person" && typeof value === "number" && value !== now[id])
      errors.push({ field: `fields.${id}`, ...noSuchPerson });
  }
  if (errors.length > 0) throw invalidFields(errors);
  const plan = await planValues(db, portalId, all, [{ userId, values }], missing ? "files too" : "given");
  if (plan.problems.length > 0)
    throw invalidFields(plan.problems.map(({ fieldId, problem }) => ({ field: `fields.${fieldId}`, ...problem })));
  if (plan.changes.length === 0) return null;
  await writeValues(db, portalId, all, plan.changes);
  return changeForAudit(all, plan.changes);
}

/** Changes by the names of their fields, for an audit entry; sensitive values are masked. */
export function changeForAudit(fields: readonly FieldDefinition[], changes: PlannedChange["changes"]) {
  const told = (side: "before" | "after") =>
    Object.fromEntries(
      changes.map((change) => {
        const field = fields.find(({ id }) => id === change.fieldId);
        const value = change[side];
        return [
          field?.name ?? String(change.fieldId),
          value === null ? null : !field || field.isSensitive ? "•••" : loggedValue(field, value),
        ];
      }),
    );
  return { before: told("before"), after: told("after") };
}

const loggedValue = (field: FieldDefinition, value: FieldValue) => shortened(fieldKinds[field.kind].cell(value, field, String), 200);

export { sees, accessTo };
