import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { OfferedField } from "./shared-contract.ts";
import { Access, FieldDefinition, KindName, Settings, Source, Subject } from "./definition.ts";

const anId = z.coerce.number("A field is named by its number.").check(z.int("A field is named by its number."), z.gte(1), z.lte(2 ** 52));
const params = z.object({ fieldId: anId });
const optionParams = z.object({ fieldId: anId, optionId: anId });
const revision = z.int(words("Name the revision that you changed.")).check(z.gte(1), z.lte(2 ** 30));
const aName = z
  .string()
  .check(z.trim(), z.minLength(1, words("Write a name.")), z.maxLength(80, words("Write {maximum} characters or fewer.")));
const anOptionName = z
  .string()
  .check(z.trim(), z.minLength(1, words("Write a name.")), z.maxLength(120, words("Write {maximum} characters or fewer.")));
const aPattern = z.nullable(z.string().check(z.maxLength(200, words("Write {maximum} characters or fewer."))));

/** What can be changed of a field; its kind cannot. */
export const FieldChange = z.object({
  name: aName,
  help: z.string().check(z.trim(), z.maxLength(300, words("Write {maximum} characters or fewer."))),
  ownAccess: Access,
  authorAccess: Access,
  managerAccess: Access,
  isRequired: z.boolean(),
  isAskedAtSignIn: z.boolean(),
  isUnique: z.boolean(),
  isSensitive: z.boolean(),
  pattern: aPattern,
  patternSample: aPattern,
  source: Source,
  settings: Settings,
});
export type FieldChange = z.infer<typeof FieldChange>;

/** A merge of two values of a list that can be undone until then. optionId: the value that was merged into another. */
export const Merge = z.object({ id: z.int(), optionId: z.int(), undoUntil: z.string() });
export type Merge = z.infer<typeof Merge>;

/** A field on the screen Custom User Fields: with the number of people who have a value, of those with each value of a list, and of those who could sign in now and have none. */
export const ListedField = z.extend(FieldDefinition, {
  people: z.int(),
  without: z.int(),
  optionPeople: z.record(z.string(), z.int()),
  /** The merges of its values that can be undone now, the newest last. */
  merges: z.array(Merge),
  /** Of a field that follows a shared definition, for system admins: in how many portals it is used, and whether the others are offered it. */
  sharing: z.nullable(
    z.object({
      portals: z.int(),
      isOffered: z.boolean(),
      /** How many have each value of its list in all of them. */
      optionPeople: z.record(z.string(), z.int()),
    }),
  ),
});
export type ListedField = z.infer<typeof ListedField>;

const FieldList = z.object({ fields: z.array(ListedField) });

export const listFields = endpoint({
  method: "GET",
  path: "/rest/fields",
  summary:
    "The custom fields of the portal's people, or of its courses, in their order, retired ones last, with the numbers of those who have a value.",
  query: z.object({ subject: z.optional(Subject) }),
  response: z.extend(FieldList, {
    canChange: z.boolean(),
    /** Whether the one who asks changes what portals share, and offers fields to them. */
    canShare: z.boolean(),
    /** What other portals use and this one may take on. */
    offered: z.array(OfferedField),
    /** How many people could sign in now. */
    members: z.int(),
  }),
});

export const createField = endpoint({
  method: "POST",
  path: "/rest/fields",
  summary: "Creates a custom user field at the end of the list. Its kind cannot be changed later.",
  body: z.extend(FieldChange, {
    /** Whom or what it is of; people where it is left out. */
    subject: z.optional(Subject),
    kind: KindName,
    /** The first values of a list, in their order; a value starts with a tab for each level below the top of a hierarchical list. */
    options: z.array(z.string().check(z.maxLength(140))).check(z.maxLength(500, words("Write {maximum} values or fewer at a time."))),
  }),
  response: FieldDefinition,
});

export const saveField = endpoint({
  method: "PUT",
  path: "/rest/fields/:fieldId",
  summary:
    "Changes a field. Refused when it was changed since the revision named, and when values would break what the field asks from now on.",
  params,
  body: z.extend(FieldChange, { revision }),
  response: FieldDefinition,
});

export const orderFields = endpoint({
  method: "POST",
  path: "/rest/fields/order",
  summary: "Puts the fields in the order of these ids; fields that are not named keep their order after them.",
  body: z.object({ ids: z.array(z.int()).check(z.maxLength(500)) }),
  response: z.object({ ids: z.array(z.int()) }),
});

export const retireField = endpoint({
  method: "POST",
  path: "/rest/fields/:fieldId/retire",
  summary: "Retires a field, which keeps its values and is shown nowhere, or brings it back.",
  params,
  body: z.object({ isRetired: z.boolean() }),
  response: FieldDefinition,
});

export const addOptions = endpoint({
  method: "POST",
  path: "/rest/fields/:fieldId/options",
  summary: "Adds values to a list, at its end or below a value. Names that the list has already are left out.",
  params,
  body: z.object({
    names: z
      .array(anOptionName)
      .check(z.minLength(1, words("Write a value.")), z.maxLength(500, words("Write {maximum} values or fewer at a time."))),
    parentId: z.nullable(z.int()),
  }),
  response: FieldDefinition,
});

export const saveOption = endpoint({
  method: "PUT",
  path: "/rest/fields/:fieldId/options/:optionId",
  summary: "Renames a value, retires it or brings it back. People keep it, because they have its id.",
  params: optionParams,
  body: z.object({ name: anOptionName, isRetired: z.boolean() }),
  response: FieldDefinition,
});

export const orderOptions = endpoint({
  method: "POST",
  path: "/rest/fields/:fieldId/options/order",
  summary: "Puts the values of a list in the order of these ids; those that are not named keep their order after them.",
  params,
  body: z.object({ ids: z.array(z.int()).check(z.maxLength(5000)) }),
  response: FieldDefinition,
});

export const mergeOptions = endpoint({
  method: "POST",
  path: "/rest/fields/:fieldId/options/:optionId/merge",
  summary:
    "Gives everybody who has this value another one of the same list in its place, and retires it. Its name is understood in imports as before.",
  params: optionParams,
  body: z.object({ into: z.int(words("Choose a value.")) }),
  response: z.extend(FieldDefinition, {
    mergeId: z.nullable(z.int()),
    /** The job that does it, where more than fifty have the value; then nothing is merged yet. */
    jobId: z.nullable(z.int()),
  }),
});

export const undoMerge = endpoint({
  method: "POST",
  path: "/rest/fields/:fieldId/merges/:mergeId/undo",
  summary:
    "Undoes a merge of two values, for seven days: the value is back, and so is everybody's who had it and still has the one that took its place. What changed since stays, and is counted.",
  params: z.object({
    fieldId: anId,
    mergeId: z.coerce.number("A merge is named by its number.").check(z.int("A merge is named by its number."), z.gte(1), z.lte(2 ** 52)),
  }),
  response: z.extend(FieldDefinition, {
    /** How many people, or courses, have the value back. */
    back: z.int(),
    /** Of how many something changed since. */
    left: z.int(),
    /** The job that does it, where the merge was of more than fifty; then nothing is undone yet. */
    jobId: z.nullable(z.int()),
  }),
});
