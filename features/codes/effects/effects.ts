import * as z from "zod/mini";
import { CoursesEffect } from "./courses/courses.ts";
import { FieldsEffect } from "./fields/fields.ts";
import { GroupsEffect } from "./groups/groups.ts";
import { RoleEffect } from "./role/role.ts";

/** What a code gives, a kind a folder and a line; server/effect-kinds.ts says how, web/effect-editors.tsx how it is chosen. Given in this order. */
export const Effects = z.object({
  groups: z.optional(GroupsEffect),
  fields: z.optional(FieldsEffect),
  role: z.optional(RoleEffect),
  courses: z.optional(CoursesEffect),
});
export type Effects = z.infer<typeof Effects>;
export type EffectName = keyof Effects;
export const effectNames = ["groups", "fields", "role", "courses"] as const satisfies EffectName[];
