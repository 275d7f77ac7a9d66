import * as z from "zod/mini";
import { fieldErrors } from "#platform/answer-errors.ts";
import { invalidFields } from "#platform/errors.ts";

/** The query of a list's address, as its endpoint would read it. Throws 400 for one that it would refuse. */
export function readQuery<Schema extends z.core.$ZodType>(schema: Schema, query: Readonly<Record<string, string>>): z.output<Schema> {
  const parsed = z.safeParse(schema, query);
  if (!parsed.success) throw invalidFields(fieldErrors(parsed.error.issues));
  return parsed.data;
}
