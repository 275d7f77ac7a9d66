import * as z from "zod/mini";
import { GrantedRole } from "#features/roles/contract.ts";
import { RoleScope } from "#features/roles/scope.ts";
import { words } from "#platform/words.ts";

/** A role with its limits: a copy with fewer rights, whom it reaches, and for how many days; null: for good. */
export const RoleEffect = z.object({
  role: GrantedRole,
  copyId: z.nullable(z.int()),
  scope: RoleScope,
  days: z.nullable(z.int(words("Write a whole number.")).check(z.gte(1, words("Write a number from 1.")), z.lte(3650))),
});
export type RoleEffect = z.infer<typeof RoleEffect>;
