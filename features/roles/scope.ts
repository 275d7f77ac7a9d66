import * as z from "zod/mini";

/** Whom a role reaches: everybody in the portal. What a row of role_assignments stores. */
export const RoleScope = z.discriminatedUnion("kind", [z.object({ kind: z.literal("portal") })]);
export type RoleScope = z.infer<typeof RoleScope>;
