import * as z from "zod/mini";
import { Condition } from "#features/conditions/condition.ts";
import { words } from "#platform/words.ts";

/** How many layouts for some of its people a portal has: each dashboard asks their conditions. */
export const mostLayouts = 12;

/** What an admin types of a layout: its name, and for whom it is. */
export const LayoutTerms = z.object({
  name: z.string().check(z.trim(), z.minLength(1, words("Write a name.")), z.maxLength(60, words("Use at most {maximum} characters."))),
  audience: Condition,
});
