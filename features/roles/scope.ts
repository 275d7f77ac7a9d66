import * as z from "zod/mini";
import { Condition } from "#features/conditions/condition.ts";
import { words } from "#platform/words.ts";

/**
 * Whom a role reaches: everybody in the portal, the members of some groups, whoever fits a condition, those who report to the person who holds it: whose value in a
 * field of people names them; or whoever is enrolled in some courses, about these courses only. What a row of role_assignments stores (ROLE-1).
 */
export const RoleScope = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("portal") }),
  z.object({
    kind: z.literal("groups"),
    groupIds: z
      .array(z.int().check(z.positive()))
      .check(z.minLength(1, words("Choose at least one group.")), z.maxLength(100, words("Choose {maximum} groups or fewer."))),
  }),
  z.object({ kind: z.literal("condition"), condition: Condition }),
  z.object({
    kind: z.literal("reports"),
    fieldId: z.int(words("Choose a field.")).check(z.gte(1, words("Choose a field.")), z.lte(2 ** 52)),
  }),
  z.object({
    kind: z.literal("courses"),
    courseIds: z
      .array(z.int().check(z.positive(), z.lte(2 ** 52)))
      .check(z.minLength(1, words("Choose at least one course.")), z.maxLength(100, words("Choose {maximum} courses or fewer."))),
  }),
]);
export type RoleScope = z.infer<typeof RoleScope>;
