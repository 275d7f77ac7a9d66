import * as z from "zod/mini";
import { words } from "#platform/words.ts";

/** Groups that people are put into. */
export const GroupsEffect = z.object({
  groupIds: z
    .array(z.int().check(z.positive()))
    .check(z.minLength(1, words("Choose at least one group.")), z.maxLength(20, words("Choose {maximum} groups or fewer."))),
});
export type GroupsEffect = z.infer<typeof GroupsEffect>;
