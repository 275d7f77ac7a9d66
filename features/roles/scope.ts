import * as z from "zod/mini";
import { words } from "#platform/words.ts";

/** Whom a role reaches: everybody in the portal, or the members of some groups. What a row of role_assignments stores. */
export const RoleScope = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("portal") }),
  z.object({
    kind: z.literal("groups"),
    groupIds: z
      .array(z.int().check(z.positive()))
      .check(z.minLength(1, words("Choose at least one group.")), z.maxLength(100, words("Choose {maximum} groups or fewer."))),
  }),
]);
export type RoleScope = z.infer<typeof RoleScope>;
