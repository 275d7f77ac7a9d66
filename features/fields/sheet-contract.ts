import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { FieldDefinition, FieldOption, FieldValues } from "./definition.ts";

/** A field as whoever reads or fills in a person's values needs it. */
export const SheetField = z.extend(
  z.pick(FieldDefinition, {
    id: true,
    kind: true,
    name: true,
    help: true,
    isRequired: true,
    isUnique: true,
    isSensitive: true,
    patternSample: true,
    source: true,
    settings: true,
  }),
  {
    /** What the one who asks may do with the value. */
    access: z.enum(["read", "edit"]),
    /** Those that can be chosen, and those that this person has already. */
    options: z.array(z.pick(FieldOption, { id: true, parentId: true, name: true, isRetired: true })),
  },
);
export type SheetField = z.infer<typeof SheetField>;

/** The custom fields of one person, as far as the one who asks sees them. people: whom the values name. */
export const FieldSheet = z.object({
  fields: z.array(SheetField),
  values: FieldValues,
  people: z.array(z.object({ id: z.int(), name: z.string(), email: z.string() })),
});
export type FieldSheet = z.infer<typeof FieldSheet>;

/** The values that changed; null takes a value away. A person may be named by email. */
export const SheetChange = z.object({ values: FieldValues });

/** Where a person's own fields are, and those of others: below it lies the file of each field of files, at `/<field>/file`. */
export const ownFieldsPath = "/rest/fields/mine";
export const personFieldsPath = <const Id extends number | string>(userId: Id) => `/rest/people/${userId}/fields` as const;

export const getOwnFields = endpoint({
  method: "GET",
  path: ownFieldsPath,
  summary: "The custom fields of the person asking that they may see, with their values.",
  response: FieldSheet,
});

export const saveOwnFields = endpoint({
  method: "PUT",
  path: ownFieldsPath,
  summary: "Changes values of the person asking in custom fields that they may edit. What is left out stays.",
  body: SheetChange,
  response: FieldSheet,
});

/** Where the fields are that somebody has to fill in before anything else; below it lie the files of those of files. */
export const missingFieldsPath = "/rest/fields/missing";

export const getMissingFields = endpoint({
  method: "GET",
  path: missingFieldsPath,
  summary: "The custom fields that the person asking has to fill in before anything else; none where nothing is asked of them.",
  response: FieldSheet,
});

export const fillInFields = endpoint({
  method: "POST",
  path: missingFieldsPath,
  summary: "Fills in every custom field that is missing, of which files were uploaded before. Leads on to the page that was wanted.",
  body: z.extend(SheetChange, { returnUrl: z.nullish(z.string().check(z.maxLength(4000, words("This address is too long.")))) }),
  response: z.object({ redirect: z.string() }),
});
