import { note } from "#platform/audit.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { FieldDefinition } from "../definition.ts";
import { pathOf } from "../option-names.ts";
import { liveOption, lockedList, optionOf, type Changing } from "./definitions.ts";
import { findMerge, mergeValues, unmergeValues, type Undone } from "./merges.ts";
import * as queries from "./queries.ts";

// Merging two values of a field's list, and undoing it, as a request or a job asks for it: checked, done and written down.

/** A merge that can be made now, with its field locked. Throws 404, 403, and 400 for a value with others below it. */
export async function checkMerge(doer: Changing, fieldId: number, optionId: number, intoId: number) {
  const field = await lockedList(doer, fieldId);
  const from = liveOption(field, optionId);
  const into = liveOption(field, intoId);
  if (from.id === into.id) throw invalid("into", "same_value", "Choose another value.");
  if (field.options.some((one) => one.parentId === from.id && !one.isRetired))
    throw invalid("into", "has_values_below", "Values stand below this one. Retire or merge them first.");
  return { field, from, into };
}

/** Gives everybody with one value another in its place, and retires it; for seven days it can be undone. Throws what checkMerge throws. */
export async function mergeOptions(
  doer: Changing,
  fieldId: number,
  optionId: number,
  intoId: number,
): Promise<{ mergeId: number; people: number }> {
  const { db, portal } = doer;
  const { field, from, into } = await checkMerge(doer, fieldId, optionId, intoId);
  const { id: mergeId, people } = await mergeValues(db, { portalId: portal.id, fieldId, subject: field.subject }, from.id, into.id);
  await queries.updateOption(db, { portalId: portal.id, id: from.id, name: from.name, isRetired: true, mergedInto: into.id });
  await note(doer, {
    action: "field_values_merged",
    object: { kind: "field", id: fieldId },
    before: { id: from.id, name: pathOf(from, field.options).join(" > ") },
    after: { id: into.id, name: pathOf(into, field.options).join(" > "), people, merge: mergeId },
  });
  return { mergeId, people };
}

/** A merge that can be undone now, with its field locked, and the value that comes back. Throws 404, 403, and 409 with what is in the way. */
export async function checkUndo(doer: Changing, fieldId: number, mergeId: number) {
  const { db, portal } = doer;
  const field = await lockedList(doer, fieldId);
  const merge = await findMerge(db, { portalId: portal.id, fieldId }, mergeId);
  if (!merge) throw notFound("merge", "This merge could not be found. Merges can be undone for seven days.");
  if (merge.isUndone) throw conflict("merge_undone", "This merge was undone already.");
  if (merge.isOver) throw conflict("undo_over", "The time in which this could be undone is over.");
  if (merge.isBuried) throw conflict("merged_since", "One of the two values was merged again since then. Undo that merge first.");
  const option = optionOf(field, merge.fromId);
  if (option.isRetired) {
    const { parentId, name } = option;
    if (field.options.some((one) => one.id === parentId && one.isRetired))
      throw conflict("retired_above", "The value above the merged one is retired. Bring that back first.");
    if (field.options.some((one) => !one.isRetired && one.parentId === parentId && one.name.toLowerCase() === name.toLowerCase()))
      throw conflict("name_in_use", "Another value has the name of the merged one now. Rename that first.");
  }
  return { field, option, into: optionOf(field, merge.intoId) };
}

/**
 * Undoes a merge of two values of the portal's field: the merged one is back, with those who had it. elsewhere: does the same where a shared field's merge came along,
 * before anything is brought there. Throws what checkUndo throws.
 */
export async function undoMerge(
  doer: Changing,
  fieldId: number,
  mergeId: number,
  elsewhere: (field: FieldDefinition) => Promise<readonly Undone[]>,
): Promise<Undone> {
  const { db, portal } = doer;
  const { field, option, into } = await checkUndo(doer, fieldId, mergeId);
  const others = await elsewhere(field);
  const undone = await unmergeValues(db, { ...field, portalId: portal.id, fieldId }, mergeId);
  await queries.updateOption(db, { portalId: portal.id, id: option.id, name: option.name, isRetired: false, mergedInto: null });
  await note(doer, {
    action: "field_merge_undone",
    object: { kind: "field", id: fieldId },
    before: { id: into.id, name: pathOf(into, field.options).join(" > ") },
    after: { id: option.id, name: pathOf(option, field.options).join(" > "), merge: mergeId, ...undone },
  });
  const all = [undone, ...others];
  return {
    back: all.reduce((sum, { back }) => sum + back, 0),
    left: all.reduce((sum, { left }) => sum + left, 0),
  };
}
