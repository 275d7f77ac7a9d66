import * as z from "zod/mini";
import { Condition } from "#features/conditions/condition.ts";
import { words } from "#platform/words.ts";

/** Whom a role reaches: everybody in the portal, the members of some groups, or whoever fits a condition. What a row of role_assignments stores. */
export const RoleScope = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("portal") }),
  z.object({
    kind: z.literal("groups"),
    groupIds: z
      .array(z.int().check(z.positive()))
      .check(z.minLength(1, words("Choose at least one group.")), z.maxLength(100, words("Choose {maximum} groups or fewer."))),
  }),
  z.object({ kind: z.literal("condition"), condition: Condition }),
]);
export type RoleScope = z.infer<typeof RoleScope>;
