import { isDeepStrictEqual } from "node:util";
import type { Actor } from "#platform/actor.ts";
import { note, type Doer } from "#platform/audit.ts";
import type { Parsed } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, forbidden, invalid, invalidFields, notFound, type FieldError } from "#platform/errors.ts";
import { phrase } from "#platform/words.ts";
import { shortened } from "#platform/shortened.ts";
import type * as api from "../contract.ts";
import { isOwn, type FieldDefinition, type Subject } from "../definition.ts";
import { fieldKinds } from "../kinds.ts";
import { livingOption } from "../option-names.ts";
import { readPattern } from "../pattern.ts";
import { listMerges } from "./merges.ts";
import * as queries from "./queries.ts";

/** Who changes a definition, with a handle that works as stoa_people. */
export interface Changing extends Doer {
  readonly actor: Actor;
}
type Change = Parsed<typeof api.createField>["body"];

/** The fields with the numbers of people who have a value, and of those who could sign in and have none; and how many could sign in. */
export async function showFields(db: Db, portalId: number, subject: Subject): Promise<{ fields: api.ListedField[]; members: number }> {
  const fields = await queries.listFields(db, portalId, { subject });
  const counts = await queries.countValues(db, portalId, subject);
  const members = await queries.countActive(db, portalId);
  const merges = await listMerges(db, portalId, subject);
  const peopleOf = (fieldId: number, optionId: number | null) =>
    counts.find((count) => count.fieldId === fieldId && count.optionId === optionId)?.people ?? 0;
  const shown = fields.map((field) => ({
    ...field,
    people: peopleOf(field.id, null),
    without: members - (counts.find(({ fieldId, optionId }) => fieldId === field.id && optionId === null)?.active ?? 0),
    sharing: null,
    merges: merges.filter(({ fieldId }) => fieldId === field.id).map(({ id, optionId, undoUntil }) => ({ id, optionId, undoUntil })),
    optionPeople: Object.fromEntries(field.options.map(({ id }) => [String(id), peopleOf(field.id, id)])),
  }));
  return { fields: shown, members };
}

/** One field. Throws 404. */
export async function findField(db: Db, portalId: number, id: number): Promise<FieldDefinition> {
  const [field] = await queries.listFields(db, portalId, { id });
  if (!field) throw notFound("field", "This field could not be found.");
  return field;
}

/** Creates a field at the end of the list. */
export async function createField(doer: Changing, { subject = "person", kind, options, ...change }: Change): Promise<FieldDefinition> {
  const { db, portal } = doer;
  const kept = checked({ kind, subject }, change);
  await refuseTakenName(db, portal.id, { subject, name: kept.name }, 0);
  const { id } = await queries.insertField(db, { portalId: portal.id, kind, subject, ...kept });
  if (fieldKinds[kind].options) await insertTabbed(db, portal.id, id, options, fieldKinds[kind].options === "tree");
  await note(doer, {
    action: "field_created",
    object: { kind: "field", id },
    after: { kind, name: kept.name, ...(subject !== "person" && { subject }) },
  });
  return findField(db, portal.id, id);
}

/** Saves what can be changed of a field. Throws 404, 409 when somebody else changed it meanwhile, and 400. */
export async function saveField(
  doer: Changing,
  fieldId: number,
  { revision, ...change }: Parsed<typeof api.saveField>["body"],
): Promise<FieldDefinition> {
  const { db, portal } = doer;
  const before = await lockedField(db, portal.id, fieldId);
  const after = checked(before, change);
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (changed.some((name) => sharedParts.includes(name))) refuseFollower(doer, before);
  const { subject } = before;
  await refuseTakenName(db, portal.id, { subject, name: after.name }, fieldId);
  if (after.isUnique && !before.isUnique) {
    const [twin] = await queries.listTwins(db, { portalId: portal.id, fieldId, subject });
    if (twin)
      throw before.isSensitive
        ? invalid("isUnique", "twins", "Several have the same value in this field. Change that first.")
        : subject === "course"
          ? invalid("isUnique", "twins_named", "{people} courses have the value {value}. Change that first.", twin)
          : invalid("isUnique", "twins_named", "{people} people have the value {value}. Change that first.", twin);
  }
  if (!(await queries.updateField(db, { portalId: portal.id, id: fieldId, revision, ...after })))
    throw conflict("field_changed", "Somebody else changed this field meanwhile. Load it again.");
  if (after.isUnique !== before.isUnique) await queries.updateUniqueKeys(db, { portalId: portal.id, fieldId, subject }, after.isUnique);
  await note(doer, {
    action: "field_changed",
    object: { kind: "field", id: fieldId },
    before: Object.fromEntries(changed.map((name) => [name, before[name]])),
    after: Object.fromEntries(changed.map((name) => [name, after[name]])),
  });
  return findField(db, portal.id, fieldId);
}

/** Puts the fields in an order. */
export async function orderFields(doer: Changing, ids: readonly number[]): Promise<{ ids: number[] }> {
  const { db, portal } = doer;
  await queries.updateOrder(db, portal.id, ids, null);
  await note(doer, { action: "fields_ordered" });
  return { ids: await queries.listOrder(db, portal.id) };
}

/** Retires a field or brings it back. Throws 404, and 400 when its name is taken meanwhile. */
export async function retireField(doer: Changing, fieldId: number, isRetired: boolean): Promise<FieldDefinition> {
  const { db, portal } = doer;
  const field = await lockedField(db, portal.id, fieldId);
  if (!isRetired) await refuseTakenName(db, portal.id, field, fieldId);
  await queries.updateRetired(db, portal.id, fieldId, isRetired);
  await note(doer, { action: isRetired ? "field_retired" : "field_brought_back", object: { kind: "field", id: fieldId } });
  return findField(db, portal.id, fieldId);
}

/** Adds values to a list; names that are there already are left out. */
export async function addOptions(
  doer: Changing,
  fieldId: number,
  { names, parentId }: Parsed<typeof api.addOptions>["body"],
): Promise<FieldDefinition> {
  const { db, portal } = doer;
  const field = await lockedList(doer, fieldId);
  const parent = parentId === null ? null : liveOption(field, parentId);
  if (parent && fieldKinds[field.kind].options !== "tree") throw invalid("parentId", "flat", "This list has no levels.");
  const taken = new Set(field.options.filter((one) => one.parentId === parentId && !one.isRetired).map(({ name }) => name.toLowerCase()));
  const added: string[] = [];
  for (const name of names) {
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    await queries.insertOption(db, { portalId: portal.id, fieldId, parentId, name });
    added.push(name);
  }
  await note(doer, { action: "field_values_added", object: { kind: "field", id: fieldId }, after: { names: added.slice(0, 50) } });
  return findField(db, portal.id, fieldId);
}

/** Renames, retires or brings back a value of a list. */
export async function saveOption(
  doer: Changing,
  fieldId: number,
  optionId: number,
  { name, isRetired }: Parsed<typeof api.saveOption>["body"],
): Promise<FieldDefinition> {
  const { db, portal } = doer;
  const field = await lockedList(doer, fieldId);
  const option = optionOf(field, optionId);
  const twin = field.options.some(
    (one) => one.id !== optionId && one.parentId === option.parentId && !one.isRetired && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (!isRetired && twin) throw invalid("name", "taken_name", "The list has this value already. Merge the two instead.");
  const below = field.options.some((one) => one.parentId === optionId && !one.isRetired);
  if (isRetired && below) throw invalid("isRetired", "has_values_below", "Values stand below this one. Retire or merge them first.");
  const above = field.options.find(({ id }) => id === option.parentId);
  if (!isRetired && above?.isRetired)
    throw invalid("isRetired", "parent_retired", "The value above this one is retired. Bring that back first.");
  // A value that was merged and is brought back stands for itself again.
  await queries.updateOption(db, { portalId: portal.id, id: optionId, name, isRetired, mergedInto: isRetired ? option.mergedInto : null });
  await note(doer, {
    action: "field_value_changed",
    object: { kind: "field", id: fieldId },
    before: { id: optionId, name: option.name, isRetired: option.isRetired },
    after: { id: optionId, name, isRetired },
  });
  return findField(db, portal.id, fieldId);
}

/** Puts the values of a list in an order. */
export async function orderOptions(doer: Changing, fieldId: number, ids: readonly number[]): Promise<FieldDefinition> {
  const { db, portal } = doer;
  await lockedList(doer, fieldId);
  await queries.updateOrder(db, portal.id, ids, fieldId);
  await note(doer, { action: "field_values_ordered", object: { kind: "field", id: fieldId } });
  return findField(db, portal.id, fieldId);
}

/** A change without what its kind does not have. Throws 400. */
function checked({ kind, subject }: Pick<FieldDefinition, "kind" | "subject">, change: api.FieldChange): api.FieldChange {
  const rules = fieldKinds[kind];
  const errors: FieldError[] = [];
  const pattern = rules.canHavePattern && change.pattern ? change.pattern : null;
  const patternSample = pattern === null ? null : (change.patternSample ?? "").trim();
  if (pattern !== null) {
    const form = readPattern(pattern);
    if (!(form instanceof RegExp)) errors.push({ field: "pattern", ...form });
    else if (!form.test(patternSample ?? ""))
      errors.push({ field: "patternSample", code: "sample", text: phrase("Give a sample that has this form.") });
  }
  const settings = Object.fromEntries(Object.entries(change.settings).filter(([name]) => rules.settings.some((one) => one === name)));
  const { least, most, earliest, latest } = settings as api.FieldChange["settings"];
  if (least !== undefined && most !== undefined && least > most)
    errors.push({ field: "settings.most", code: "order", text: phrase("The largest value is smaller than the smallest.") });
  if (earliest !== undefined && latest !== undefined && earliest > latest)
    errors.push({ field: "settings.latest", code: "order", text: phrase("The last day is before the first.") });
  if (/\p{Cc}/u.test(change.name))
    errors.push({ field: "name", code: "control_character", text: phrase("This text has a character that cannot be kept.") });
  if (subject === "course") errors.push(...courseErrors(change));
  if (change.isAskedAtSignIn && !isOwn(change))
    errors.push({
      field: "isAskedAtSignIn",
      code: "not_own",
      text: phrase("Only what people may edit themselves, here, can be asked of them."),
    });
  if (errors.length > 0) throw invalidFields(errors);
  return { ...change, pattern, patternSample, settings, isUnique: change.isUnique && rules.canBeUnique === true };
}

/** Of courses, values are edited by their authors and admins alone, and nobody is asked for them. */
function courseErrors({ ownAccess, managerAccess, isAskedAtSignIn, source }: api.FieldChange): FieldError[] {
  const text = phrase("Only authors and admins edit what is known of a course.");
  return [
    ...(ownAccess === "edit" ? [{ field: "ownAccess", code: "read_only", text }] : []),
    ...(managerAccess === "edit" ? [{ field: "managerAccess", code: "read_only", text }] : []),
    ...(isAskedAtSignIn || source !== "local" ? [{ field: "source", code: "not_of_courses", text }] : []),
  ];
}

/** What a shared field has alike in every portal, besides its list. Who sees it, whether it is required and where its values come from is each portal's own. */
const sharedParts: readonly string[] = ["name", "help", "isUnique", "isSensitive", "pattern", "patternSample", "settings"];

function refuseFollower({ actor }: Changing, { follows }: FieldDefinition) {
  if (follows && !actor.isSystemAdmin)
    throw forbidden("shared_field", "Several portals share this field, so only system admins change its name, its values and its checks.");
}

/** Throws 400 where another field in use has this name. */
export async function refuseTakenName(
  db: Db,
  portalId: number,
  { subject, name }: Pick<FieldDefinition, "subject" | "name">,
  exceptId: number,
) {
  if (await queries.findFieldNamed(db, portalId, subject, name, exceptId))
    throw invalid("name", "taken_name", "Another field has this name.");
}

async function lockedField(db: Db, portalId: number, id: number): Promise<FieldDefinition> {
  await queries.lockField(db, portalId, id);
  return findField(db, portalId, id);
}

/** A field with a list, locked against changes of it. Throws 404, 403 where its list is not the portal's to change, and 400 where it has none. */
export async function lockedList(doer: Changing, id: number): Promise<FieldDefinition> {
  const field = await lockedField(doer.db, doer.portal.id, id);
  refuseFollower(doer, field);
  if (!fieldKinds[field.kind].options) throw invalid("fieldId", "no_list", "This field has no list of values.");
  return field;
}

/** A value of a list, retired or not. Throws 404. */
export function optionOf({ options }: FieldDefinition, optionId: number) {
  const option = options.find(({ id }) => id === optionId);
  if (!option) throw notFound("option", "This value could not be found.");
  return option;
}

/** A value of a list that is in use. Throws 404, and 400. */
export function liveOption(field: FieldDefinition, id: number) {
  const option = livingOption(id, field.options);
  if (!option) throw notFound("option", "This value could not be found.");
  if (option.isRetired) throw invalid("into", "retired_value", "This value is retired.");
  return option;
}

/** Inserts the first values of a list; leading tabs (or two spaces each) say how deep a value of a hierarchical list stands. */
async function insertTabbed(db: Db, portalId: number, fieldId: number, lines: readonly string[], isTree: boolean) {
  const above: number[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const name = shortened(line.trim(), 120);
    if (name === "") continue;
    const indent = /^[\t ]*/.exec(line)?.[0].replaceAll("  ", "\t") ?? "";
    const depth = isTree ? Math.min(indent.split("\t").length - 1, above.length) : 0;
    const parentId = depth > 0 ? (above[depth - 1] ?? null) : null;
    const key = `${parentId}:${name.toLowerCase()}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { id } = await queries.insertOption(db, { portalId, fieldId, parentId, name });
    above.splice(depth, above.length, id);
  }
}
