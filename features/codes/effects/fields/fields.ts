import * as z from "zod/mini";
import { words } from "#platform/words.ts";

/** Values in custom fields, as an import would read them. */
export const FieldsEffect = z.object({
  cells: z
    .array(
      z.object({
        fieldId: z.int(words("Choose a field.")).check(z.positive(words("Choose a field."))),
        cell: z
          .string()
          .check(z.trim(), z.minLength(1, words("Write a value.")), z.maxLength(2000, words("Write {maximum} characters or fewer."))),
      }),
    )
    .check(z.minLength(1, words("Choose a field.")), z.maxLength(20, words("Choose {maximum} fields or fewer."))),
});
export type FieldsEffect = z.infer<typeof FieldsEffect>;
