import * as z from "zod/mini";
import type { ConditionKind } from "../condition-kind.ts";
import type { Facts } from "../facts.ts";

export const conditionRoles = ["student", "author", "manager", "admin"] as const;
type RoleName = (typeof conditionRoles)[number];
/** A role that somebody holds now; "student" is somebody without any other. */
export const Role = z.object({ kind: z.literal("role"), is: z.enum(conditionRoles) });
export type Role = z.infer<typeof Role>;

const rolesOf = ({ isAuthor, isManager, isAdmin }: Facts): RoleName[] => {
  const held = [
    ...(isAuthor ? ["author" as const] : []),
    ...(isManager ? ["manager" as const] : []),
    ...(isAdmin ? ["admin" as const] : []),
  ];
  return held.length > 0 ? held : ["student"];
};

export const role: ConditionKind<Role> = {
  fits: ({ is }, facts) => rolesOf(facts).includes(is),
  seen: (_, facts) => ({ roles: rolesOf(facts) }),
};
