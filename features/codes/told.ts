import * as z from "zod/mini";
import { words } from "#platform/words.ts";

/** What somebody gets by a code, in words: "Groups", and which. */
export const Told = z.object({ title: z.string(), items: z.array(z.string()) });
export type Told = z.infer<typeof Told>;

/** A code as somebody types it. */
export const TypedCode = z
  .string(words("Write the code."))
  .check(z.trim(), z.minLength(1, words("Write the code.")), z.maxLength(60, words("This code is too long.")));
