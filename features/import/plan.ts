import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import { ownColumns, resultColumns } from "./headings.ts";

/** What a column of the table means: one of people's own columns, one of results, or a custom field by its id (`field:12`). */
export const Meaning = z.union([
  z.enum([...ownColumns, ...resultColumns]),
  z.string(words("This column is not known.")).check(z.regex(/^field:\d{1,15}$/, words("This column is not known."))),
]);
export type Meaning = z.infer<typeof Meaning>;

const modes = ["add", "update", "both"] as const;
const dateOrders = ["ymd", "dmy", "mdy"] as const;

/** How a table is brought in. */
export const Plan = z.object({
  /** For each column of the table what it means; null leaves it out. */
  columns: z.array(z.nullable(Meaning)).check(z.maxLength(200, words("This table has more than {maximum} columns."))),
  /** People are found by this column: e-mail address, external id, or a field whose values are unique. */
  key: z.union([z.enum(["email", "external_id"]), z.string().check(z.regex(/^field:\d{1,15}$/, words("This column is not known.")))]),
  mode: z.enum(modes),
  dateOrder: z.enum(dateOrders),
  /** Groups that everybody in the table joins. */
  groupIds: z.array(z.int()).check(z.maxLength(20, words("Choose {maximum} groups or fewer."))),
  /** Deactivate the people of one's scope who are not in the table. */
  leavers: z.boolean(),
  /** Bring back people who were deactivated: those whom a row finds, also by their external id alone. */
  returns: z.prefault(z.boolean(), false),
});
export type Plan = z.infer<typeof Plan>;

export const fieldIdOf = (meaning: string | null): number | null => (meaning?.startsWith("field:") ? Number(meaning.slice(6)) : null);
