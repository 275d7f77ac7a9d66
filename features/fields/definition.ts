import * as z from "zod/mini";
import { words } from "#platform/words.ts";

/** The kinds of fields. Each has a folder with its rules; kinds.ts and web/kind-inputs.tsx are the tables. */
export const kindNames = [
  "text",
  "long_text",
  "number",
  "date",
  "date_time",
  "yes_no",
  "single",
  "multi",
  "tree",
  "country",
  "phone",
  "email",
  "url",
  "file",
  "person",
] as const;
export const KindName = z.enum(kindNames);
export type KindName = z.infer<typeof KindName>;

/** Whom or what fields are of. Sessions and orders follow when they exist: each with a table of values (server/holders.ts). */
export const subjects = ["person", "course"] as const;
export const Subject = z.enum(subjects);
export type Subject = z.infer<typeof Subject>;

export const accesses = ["hidden", "read", "edit"] as const;
export const Access = z.enum(accesses);
export type Access = z.infer<typeof Access>;

export const sources = ["local", "sso", "scim", "import"] as const;
export const Source = z.enum(sources);
export type Source = z.infer<typeof Source>;

const aDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, words("Write a date.")));

/** What else some kinds need; fieldKinds says which of these a kind has. */
export const Settings = z.object({
  /** The smallest and the largest number. */
  least: z.optional(z.number()),
  most: z.optional(z.number()),
  /** The first and the last day. */
  earliest: z.optional(aDay),
  latest: z.optional(aDay),
});
export type Settings = z.infer<typeof Settings>;

/** A value of a list. A retired one is kept by the people who have it and cannot be chosen any more. */
export const FieldOption = z.object({
  id: z.int(),
  parentId: z.nullable(z.int()),
  name: z.string(),
  formerNames: z.array(z.string()),
  isRetired: z.boolean(),
  /** The value that took its place when two were merged. */
  mergedInto: z.nullable(z.int()),
});
export type FieldOption = z.infer<typeof FieldOption>;

/** A field as the server's rules and the screens know it. */
export const FieldDefinition = z.object({
  id: z.int(),
  subject: Subject,
  kind: KindName,
  name: z.string(),
  help: z.string(),
  ownAccess: Access,
  authorAccess: Access,
  managerAccess: Access,
  isRequired: z.boolean(),
  /** Whoever has no value fills it in at their next sign-in, before anything else. */
  isAskedAtSignIn: z.boolean(),
  isUnique: z.boolean(),
  isSensitive: z.boolean(),
  pattern: z.nullable(z.string()),
  patternSample: z.nullable(z.string()),
  source: Source,
  settings: Settings,
  isRetired: z.boolean(),
  revision: z.int(),
  /** The definition that several portals share, and whether changes of it come here: a field that left it keeps the number. */
  sharedId: z.nullable(z.int()),
  follows: z.boolean(),
  options: z.array(FieldOption),
});
export type FieldDefinition = z.infer<typeof FieldDefinition>;

/** What is known of the file that is a field's value. */
export const FileValue = z.object({ id: z.int(), name: z.string(), bytes: z.int() });
export type FileValue = z.infer<typeof FileValue>;

/**
 * A value as it travels: text for text, long_text, phone, email, url and country (its code), for date (2026-01-31) and date_time (an instant); numbers for number
 * and for the ids of single, tree and person; a list of ids for multi; true or false for yes_no.
 */
export const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.int()), FileValue]);
export type FieldValue = z.infer<typeof FieldValue>;

/** The values of a person by field id; a field without a value is missing, or null where a value is taken away. */
export const FieldValues = z.record(z.string().check(z.regex(/^\d{1,15}$/)), z.nullable(FieldValue));
export type FieldValues = z.infer<typeof FieldValues>;

/** Whether the values are people's own to edit, here: only such a field can be asked of them at sign-in. */
export const isOwn = ({ ownAccess, source }: Pick<FieldDefinition, "ownAccess" | "source">): boolean =>
  ownAccess === "edit" && source === "local";
